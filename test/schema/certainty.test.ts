// How sure figures are, and their changes: which counts the formulas are given, and what they say where there is nothing to say.

import { describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/ask.js';
import { expectClose } from '../support/close.js';
import { changeOf, type Part, robustInterval } from '../support/naive/statistics/certainty.js';
import { prompts, type RunSeed } from '../support/rows.js';

const window = 'brandId: "acme-crm", start: "2026-03-01T00:00:00Z", end: "2026-03-03T00:00:00Z"';
const interval = '{ low high level designEffect effectiveRuns prompts }';
const difference = '{ difference low high level isSignificant prompts }';

const run = (at: string, promptId: string, names: RunSeed['names'] = [], model = 'model-1'): RunSeed => ({
  ...{ at: `2026-${at}:00Z`, promptId, names, model },
});

const world = await sharedWorld([
  run('02-27T10:00', prompts.best, [[0, 0, 0]]),
  run('02-27T11:00', prompts.cheap, [[1, 0, 0]]),
  run('02-28T10:00', prompts.cheap, [
    [0, 0, 0],
    [1, 0, 0],
  ]),
  run('03-01T10:00', prompts.best, [
    [0, 0, 0],
    [1, 0, 0],
  ]),
  run('03-01T11:00', prompts.best, [[0, 0, 0]]),
  run('03-01T12:00', prompts.best, [[1, 0, 0]], 'model-2'),
  run('03-02T10:00', prompts.cheap, [], 'model-2'),
  run('03-02T11:00', prompts.cheap, [
    [1, 0, 0],
    [2, 0, 0],
  ]),
  run('03-02T12:00', prompts.bare, [], 'model-2'),
]);

/** Numerators and denominators by prompt. */
const parts = (of: Readonly<Record<string, readonly [number, number]>>): readonly Part[] =>
  Object.entries(of).map(([promptId, [x, n]]) => ({ promptId, x, n }));

const visibility = parts({ best: [2, 3], cheap: [0, 2], bare: [0, 1] });
const share = parts({ best: [2, 4], cheap: [0, 2], bare: [0, 0] });
const globex = parts({ best: [2, 4], cheap: [1, 2] });

describe('robustInterval', () => {
  it('is clustered by prompt, of every figure of the window and of each model', async () => {
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${window}) {
      visibility { robustInterval ${interval} }
      shareOfVoice { robustInterval(level: 0.8) ${interval} entries { name robustInterval ${interval} } }
      models { model robustInterval ${interval} entries { name robustInterval ${interval} } }
    } }`);
    const none = [
      { name: 'Acme CRM', robustInterval: null },
      { name: 'Initech', robustInterval: null },
    ];
    expectClose(brandAnalytics, {
      visibility: { robustInterval: robustInterval(visibility, 0.95) },
      shareOfVoice: {
        robustInterval: robustInterval(share, 0.8),
        entries: [
          { name: 'Globex', robustInterval: robustInterval(globex, 0.95) },
          { name: 'Acme CRM', robustInterval: robustInterval(share, 0.95) },
          { name: 'Initech', robustInterval: robustInterval(parts({ best: [0, 4], cheap: [1, 2] }), 0.95) },
        ],
      },
      models: [
        {
          model: 'model-1',
          robustInterval: robustInterval(parts({ best: [2, 2], cheap: [0, 1] }), 0.95),
          entries: [
            { name: 'Acme CRM', robustInterval: robustInterval(parts({ best: [2, 3], cheap: [0, 2] }), 0.95) },
            { name: 'Globex', robustInterval: robustInterval(parts({ best: [1, 3], cheap: [1, 2] }), 0.95) },
            { name: 'Initech', robustInterval: robustInterval(parts({ best: [0, 3], cheap: [1, 2] }), 0.95) },
          ],
        },
        {
          model: 'model-2',
          robustInterval: robustInterval(parts({ best: [0, 1], cheap: [0, 1], bare: [0, 1] }), 0.95),
          // One prompt alone has mentions.
          entries: [{ name: 'Globex', robustInterval: null }, ...none],
        },
      ],
    });
  });

  it('is the same beside entries of the models, of which nothing by prompt is selected', async () => {
    const entries = 'models { robustInterval { prompts } entries { name mentions } }';
    const data = await world.data(`{
      below: brandAnalytics(${window}) { ${entries} }
      beside: brandAnalytics(${window}) { visibility { robustInterval { prompts } } models { entries { name } } }
      change: brandAnalytics(${window}) { change { visibility { prompts } } models { entries { name } } }
      day: promptSnapshot(promptId: "${prompts.best}", date: "2026-03-01") { ${entries} }
    }`);
    const named = [{ name: 'Acme CRM' }, { name: 'Globex' }, { name: 'Initech' }];
    const none = [{ name: 'Globex' }, { name: 'Acme CRM' }, { name: 'Initech' }];
    expect(data.below.models[0]).toEqual({
      robustInterval: { prompts: 2 },
      entries: named.map((each, index) => ({ ...each, mentions: [2, 2, 1][index] })),
    });
    expect(data.beside).toEqual({
      visibility: { robustInterval: { prompts: 3 } },
      models: [{ entries: named }, { entries: none }],
    });
    expect(data.change).toEqual({ change: { visibility: { prompts: 3 } }, models: data.beside.models });
    expect(data.day.models.map(({ robustInterval }: { robustInterval: unknown }) => robustInterval)).toEqual([
      null,
      null,
    ]);
  });

  it('is null for one prompt, and for none', async () => {
    const fields = `visibility { robustInterval ${interval} } shareOfVoice { robustInterval ${interval} }`;
    const data = await world.data(`{
      tagged: brandAnalytics(${window}, tags: ["smb"]) { ${fields} }
      empty: brandAnalytics(brandId: "acme-crm", start: "2020-01-01T00:00:00Z", end: "2020-01-02T00:00:00Z") { ${fields} }
      day: promptSnapshot(promptId: "${prompts.best}", date: "2026-03-01") {
        models { robustInterval ${interval} }
      }
    }`);
    const nothing = { visibility: { robustInterval: null }, shareOfVoice: { robustInterval: null } };
    expect(data.tagged).toEqual(nothing);
    expect(data.empty).toEqual(nothing);
    expect(data.day).toEqual({
      models: [{ robustInterval: null }, { robustInterval: null }],
    });
  });

  it('refuses a level that is none', async () => {
    for (const level of [0, 1, -0.5, 1.5, '1e400', '-1e400']) {
      const [refusal] = await world.refusals(
        `{ brandAnalytics(${window}) { visibility { robustInterval(level: ${level}) { low } } } }`,
      );
      expect(refusal?.faults).toEqual([
        { field: 'level', message: `level must lie between 0 and 1, both excluded; given was ${Number(level)}.` },
      ]);
    }
  });
});

describe('change', () => {
  const before = {
    visibility: parts({ best: [1, 1], cheap: [1, 2] }),
    share: parts({ best: [1, 1], cheap: [1, 3] }),
  };

  it('is paired by prompt with the window before', async () => {
    const { brandAnalytics } = await world.data(`{ brandAnalytics(${window}) {
      change { visibility ${difference} shareOfVoice ${difference} }
      surer: change(level: 0.999) { visibility ${difference} }
      previous { visibility { current } change { visibility ${difference} } }
    } }`);
    const nothing = { difference: null, low: null, high: null, level: null, isSignificant: null, prompts: null };
    expectClose(brandAnalytics, {
      change: {
        visibility: changeOf(before.visibility, visibility, 0.95),
        shareOfVoice: changeOf(before.share, share, 0.95),
      },
      surer: { visibility: changeOf(before.visibility, visibility, 0.999) },
      previous: { visibility: { current: 2 / 3 }, change: { visibility: nothing } },
    });
    expect(brandAnalytics.change.visibility.prompts).toBe(3);
    expect(brandAnalytics.change.shareOfVoice.prompts).toBe(2);
  });

  it('reads the window before in the statements of this one', async () => {
    await world.data(`{ brandAnalytics(${window}) { visibility { robustInterval { low } } } }`);
    const alone = world.statements.length;
    await world.data(`{ brandAnalytics(${window}) { change { visibility { low } } } }`);
    expect(world.statements.length).toBe(alone);
    const aliases = Array.from(
      { length: 9 },
      (_, at) => `a${at}: brandAnalytics(${window}, model: "model-${(at % 6) + 1}")`,
    );
    await world.data(`{ ${aliases.map((alias) => `${alias} { change { visibility { low } } }`).join(' ')} }`);
    // One more for the models that `model` may name.
    expect(world.statements.length).toBe(alone + 1);
  });

  it('is null where the window before would start before year 1', async () => {
    const { brandAnalytics } = await world.data(`{
      brandAnalytics(brandId: "acme-crm", start: "0001-01-01T00:00:00Z", end: "2026-03-03T00:00:00Z") {
        visibility { current } change { visibility ${difference} shareOfVoice { difference } }
      }
    }`);
    expect(brandAnalytics.visibility.current).toBe(4 / 9);
    expect(new Set(Object.values(brandAnalytics.change.visibility))).toEqual(new Set([null]));
    expect(brandAnalytics.change.shareOfVoice).toEqual({ difference: null });
  });
});
