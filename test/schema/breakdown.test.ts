// Breakdowns: what is selected is read, all at once, and a list of dimensions that makes no sense is refused with what would be right.

import { describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';
import { prompts } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const world = await sharedWorld([
  { at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/1'] },
  { at: '2026-03-02T10:00:00Z', names: [[1, 1, 1]], promptId: prompts.cheap },
  { at: '2026-03-02T11:00:00Z', names: [], model: 'model-2' },
  { at: '2026-02-27T10:00:00Z', names: [[0, 1, 1]] },
  // Clocks of Monrovia were 44 minutes and 30 seconds behind UTC.
  { at: '1970-03-02T00:44:29Z', names: [[0, 1, 1]] },
  { at: '1970-03-02T00:44:30Z', names: [] },
]);
await rollBrands(world.db);

const analytics = (selection: string, brand = 'acme-crm', more = '') =>
  `brandAnalytics(brandId: "${brand}", ${dates}${more}) { ${selection} }`;

const everything = `runs prompts share citations sentiment { positive } position { average } robustInterval { low }
  previous { runs } change { low }`;

describe('a breakdown', () => {
  const count = async (document: string) => {
    await world.data(`{ ${document} }`);
    return world.statements.length;
  };

  it('reads nothing where nothing is selected of it', async () => {
    const bare = await count(analytics('brandId'));
    expect(await count(analytics('breakdown(by: TAG) { pagination { page limit } }'))).toBe(bare);
    expect(await count(analytics('breakdown(by: TAG) { data { runs } }'))).toBeGreaterThan(bare);
  });

  it('is read in as many statements for five aliases, brands and dimensions as for one', async () => {
    const dimensions = ['[TAG, PROMPT, DAY]', '[TAG, PROMPT]', '[MODEL, COMPANY]', '[COMPANY, WEEK]', 'MONTH'];
    const selected = (by = 'TAG') =>
      `breakdown(by: ${by}) { data { key { prompt } ${everything} } pagination { total } }`;
    const one = await count(analytics(selected(dimensions[0])));
    const five = dimensions.map((by, at) => `a${at}: ${analytics(selected(by), at % 2 ? 'acme-desk' : 'acme-crm')}`);
    expect(await count(five.join('\n'))).toBe(one);
  });

  it('is read once for aliases that ask the same, with all that any of them selects', async () => {
    const selection = `a: breakdown(by: MODEL, limit: 1) { data { key { model } } }
      b: breakdown(by: MODEL, limit: 1, orderBy: RUNS, direction: DESC) { data { runs prompts } pagination { total } }`;
    const { brandAnalytics } = await world.data(`{ ${analytics(selection)} }`);
    expect(brandAnalytics).toEqual({
      a: { data: [{ key: { model: 'model-1' } }] },
      b: { data: [{ runs: 2, prompts: 2 }], pagination: { total: 2 } },
    });
  });

  it('has days that begin within a quarter hour', async () => {
    const { brandAnalytics } = await world.data(`{
      brandAnalytics(brandId: "acme-crm", start: "1970-03-01T00:00:00Z", end: "1970-03-03T00:00:00Z", timeZone: "Africa/Monrovia") {
        breakdown(by: [DAY, COMPANY], orderBy: KEY) { data { key { date company } runs mentions prompts robustInterval { low } } }
        days: breakdown(by: DAY, orderBy: KEY) { data { key { date } runs mentions } }
      }
    }`);
    const key = { date: '1970-03-01', company: 'Acme CRM' };
    expect(brandAnalytics.breakdown.data).toEqual([{ key, runs: 1, mentions: 1, prompts: 1, robustInterval: null }]);
    expect(brandAnalytics.days.data).toEqual([
      { key: { date: '1970-03-01' }, runs: 1, mentions: 1 },
      { key: { date: '1970-03-02' }, runs: 1, mentions: 0 },
    ]);
  });
});

describe('dimensions that make no sense', () => {
  it.each([
    ['[]', 'by must name 1 to 3 dimensions, such as tag,model; none is given.'],
    ['[TAG, MODEL, TAG]', 'by must name each dimension once; tag is given more than once.'],
    ['[DAY, WEEK]', 'by must name at most one dimension of time: day, week or month; given were day and week.'],
    ['[TAG, MODEL, COMPANY, PROMPT]', 'by must name at most 3 dimensions; given were 4: tag, model, company, prompt.'],
  ])('%s are refused', async (by, message) => {
    const [refusal] = await world.refusals(`{ ${analytics(`breakdown(by: ${by}) { data { runs } }`)} }`);
    expect(refusal).toMatchObject({ code: 'validation_error', faults: [{ field: 'by', message }] });
  });

  it('are refused together with other arguments', async () => {
    const [refusal] = await world.refusals(
      `{ ${analytics('breakdown(by: [], minRuns: 0, limit: 0, page: -1) { data { runs } }', 'acme-crm', ', model: "x"')} }`,
    );
    expect(refusal?.faults.map(({ field }) => field).sort()).toEqual(['by', 'limit', 'minRuns', 'model', 'page']);
  });
});
