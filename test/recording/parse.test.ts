import { describe, expect, it } from 'vitest';
import { parseLine, parseValue } from '../../src/recording/prepare/parse.js';
import {
  absent,
  assessment,
  brand,
  competitor,
  model,
  organization,
  prompt,
  run,
  uuid,
} from '../support/contract-records.js';
import { collectGarbage } from '../support/garbage.js';

const recordOf = (value: unknown) => {
  const parsed = parseValue(value);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.record;
};

it('keeps nothing of what stands in place of a URL', async () => {
  const heap = async () => {
    await collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heap();
  for (let at = 0; at < 100; at++) {
    const citations = [{ url: `https://example.com/${at}/${'示'.repeat(1_000_000)}` }];
    expect(parseValue({ ...run, citations })).toHaveProperty('faults');
  }
  // Each is of 2 MB.
  expect((await heap()) - before).toBeLessThan(50_000_000);
});

describe('parseValue', () => {
  it.each([organization, model, brand, competitor, prompt, run])('reads the $type of the contract', (value) => {
    expect(recordOf(value)).toMatchObject({ type: value.type });
  });

  it('reads a run into what is stored', () => {
    expect(recordOf({ ...run, unknownField: 1 })).toEqual({
      ...run,
      market: null,
      id: uuid.toLowerCase(),
      promptId: uuid.toLowerCase(),
      createdAt: Date.parse('2026-03-01T10:14:59.999Z'),
      citations: [
        {
          url: {
            raw: 'https://www.example.com/a?utm_source=x',
            page: { url: 'https://www.example.com/a', domain: 'example.com' },
          },
          title: 'A',
        },
      ],
      assessments: { brand: assessment, competitors: new Map([['Globex', { ...assessment, position: 2 }]]) },
    });
  });

  it('fills in what a run may leave out', () => {
    const { type, id, promptId, provider, createdAt } = run;
    const least = { type, id, promptId, model: 'chatgpt', provider, createdAt };
    const filled = {
      webSearchEnabled: false,
      market: null,
      answer: null,
      webQueries: [],
      citations: [],
      brandMentioned: null,
      competitorsMentioned: null,
      assessments: null,
    };
    expect(recordOf(least)).toMatchObject(filled);
    expect(recordOf({ ...least, ...filled, webQueries: null, citations: null, webSearchEnabled: null })).toMatchObject(
      filled,
    );
  });

  it('fills in what an assessment may leave out', () => {
    const nothing = { probability: null, reason: null, sentiment: null, position: null, mentionCount: null };
    expect(
      recordOf({ ...run, competitorsMentioned: [], assessments: { competitors: { Globex: absent } } }),
    ).toMatchObject({
      assessments: {
        brand: null,
        competitors: new Map([['Globex', { mentioned: false, ...nothing, sentimentProbabilities: {} }]]),
      },
    });
  });

  it('trims what lists of REST select by: a tag, a market, a provider and a model, and tells no two apart by it', () => {
    expect(recordOf({ ...prompt, tags: [' a '] })).toMatchObject({ tags: ['a'] });
    for (const field of ['market', 'provider', 'model']) {
      expect(recordOf({ ...run, [field]: ' de-DE\n' })).toMatchObject({ [field]: 'de-DE' });
      expect(recordOf({ ...run, [field]: `${' '.repeat(600)}a b` })).toMatchObject({ [field]: 'a b' });
    }
    expect(recordOf({ ...model, id: '\u00a0gpt 5\t' })).toMatchObject({ id: 'gpt 5' });
  });

  it('folds repeated tags and competitors, the first place kept', () => {
    expect(recordOf({ ...prompt, tags: ['b', ' a ', 'b', 'a'] })).toMatchObject({ tags: ['b', 'a'] });
    const named = { ...run, assessments: null, competitorsMentioned: ['B', 'A', 'B'] };
    expect(recordOf(named)).toMatchObject({ competitorsMentioned: ['B', 'A'] });
  });

  it('tracks a competitor unless the record says otherwise', () => {
    expect(recordOf(competitor)).toMatchObject({ tracked: true });
    expect(recordOf({ ...competitor, tracked: false })).toMatchObject({ tracked: false });
  });

  it('cuts fractions of a millisecond off and reads offsets', () => {
    expect(recordOf({ ...run, createdAt: '2026-03-01T10:14:59.9999+02:00' })).toMatchObject({
      createdAt: Date.parse('2026-03-01T08:14:59.999Z'),
    });
  });

  it('takes any text for the name of a competitor', () => {
    const names = ['__proto__', 'constructor', '7', '"\\', 'Ægir & Søn', '日本'];
    const text = `{${names.map((name) => `${JSON.stringify(name)}:{"mentioned":true}`).join(',')}}`;
    const parsed = recordOf({ ...run, competitorsMentioned: names, assessments: { competitors: JSON.parse(text) } });
    expect(parsed.type === 'run' && new Set(parsed.assessments?.competitors.keys())).toEqual(new Set(names));
  });
});

describe('parseLine', () => {
  it('refuses what is not UTF-8 or not JSON', () => {
    expect(parseLine(Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({
      type: null,
      faults: [{ message: 'The line is not valid UTF-8.' }],
    });
    expect(parseLine(Buffer.from('{"type":'))).toMatchObject({
      type: null,
      faults: [{ message: expect.stringMatching(/^The line is not valid JSON: /) }],
    });
  });

  it('reads characters beyond the basic plane, written out or escaped', () => {
    const line = (name: string) => Buffer.from(`{"type":"organization","id":"a","name":"${name}"}`);
    expect(parseLine(line('😀'))).toEqual(parseLine(line('\\ud83d\\ude00')));
    expect(parseLine(line('\\ud83d'))).toMatchObject({ type: 'organization', faults: [{ field: 'name' }] });
  });
});
