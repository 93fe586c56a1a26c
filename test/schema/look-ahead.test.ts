import { describe, expect, it } from 'vitest';
import { columnName, columns } from '../../src/tiles/layout.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const whole = `visibility { current series { date visibility } } shareOfVoice { brand entries { name prompts } series { share } }
  models { model label visibility } sentiment { positive series { positive } } position { average series { average } }
  totals { runs prompts citations uniqueDomains uniqueUrls }`;
const brands = ['acme-crm', 'acme-desk', 'other-brand'];
/** What is read of a brand before its tiles. */
const known = ['channel,mark,company'];
/** The same where no company is counted. */
const withoutCompanies = ['channel,mark'];
const world = await sharedWorld([
  { at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/1'] },
  { at: '2026-02-27T10:00:00Z', model: 'model-6' },
  ...[2, 3, 4, 5, 6].map((model) => ({ at: '2026-03-02T10:00:00Z', model: `model-${model}` })),
]);
await rollBrands(world.db);

/** What each statement of the last `ask` reads: its tables, and of tiles the columns. */
function reads(): readonly string[] {
  const known = ['brand', 'prompt', 'model', 'channel', 'mark', 'company', 'tile', 'run', 'answer', 'citation', 'url'];
  return world.statements.map((sql) => {
    const tables = known.filter((name) => new RegExp(`(from|join) (\\S*\\.)?"?${name}\\b`, 'i').test(sql));
    const wanted = columns.map(columnName).filter((name) => new RegExp(`select .*\\b${name}\\b`).test(sql));
    return tables.join() === 'tile' ? `tile: ${wanted.join()}` : tables.join();
  });
}

async function statementsOf(document: string, compiled = false): Promise<number> {
  await world.data(document, { compiled });
  return world.statements.length;
}

const analytics = (selection: string, brand = 'acme-crm', filter = '') =>
  `brandAnalytics(brandId: "${brand}", ${dates}${filter}) { ${selection} }`;

describe.each([
  ['graphql-js', false],
  ['the compiled executor', true],
])('the look-ahead under %s', (_name, compiled) => {
  it.each([
    ['brandId brandName range { start }', ['brand']],
    ['visibility { current }', ['brand', ...known, 'tile: sums']],
    ['visibility { interval { low } }', ['brand', ...known, 'tile: sums']],
    ['visibility { series { date } }', ['brand', ...withoutCompanies, 'tile: sums']],
    ['shareOfVoice { entries { name } }', ['brand', ...known, 'tile: sums']],
    ['shareOfVoice { entries { prompts } }', ['brand', ...known, 'tile: sums,prompts']],
    ['totals { prompts }', ['brand', ...withoutCompanies, 'tile: prompts']],
    ['totals { uniqueDomains }', ['brand', ...withoutCompanies, 'tile: urls,domains']],
    ['totals { runs citations }', ['brand', ...known, 'tile: sums']],
    ['models { runs }', ['brand', ...known, 'tile: sums']],
    ['previous { totals { prompts } }', ['brand', ...withoutCompanies, 'tile: prompts']],
    ['__typename', ['brand']],
  ])('reads for { %s } what it needs', async (selection, expected) => {
    await world.data(`{ ${analytics(selection)} }`, { compiled });
    expect(reads()).toEqual(expected);
  });

  it('follows fragments, aliases and directives', async () => {
    const document = `query ($yes: Boolean!, $no: Boolean = false) {
      brandAnalytics(brandId: "acme-crm", ${dates}) {
        ...Some @include(if: $yes) ... @skip(if: $yes) { totals { prompts } } totals @include(if: $no) { uniqueUrls }
        days: visibility { ... on Visibility { list: series { date } } }
      }
    }
    fragment Some on BrandAnalytics { totals { runs } }`;
    const data = await world.data(document, { variables: { yes: true }, compiled });
    expect(data.brandAnalytics.totals).toEqual({ runs: 6 });
    expect(data.brandAnalytics.days.list).toHaveLength(3);
    expect(reads()).toEqual(['brand', ...known, 'tile: sums']);
  });

  it('reads labels beside the figures where they are selected', async () => {
    const { brandAnalytics } = await world.data(`{ ${analytics('models { label }')} }`, { compiled });
    expect(brandAnalytics.models.map(({ label }: { label: string }) => label)).toContain('Model 6');
    expect([...reads()].sort()).toEqual(['brand', 'channel,mark,company', 'model', 'tile: sums']);
  });

  it('sends as many statements for six models as for one', async () => {
    const one = await statementsOf(`{ ${analytics(whole, 'acme-crm', ', model: "model-1"')} }`, compiled);
    const six = [1, 2, 3, 4, 5, 6].map((n) => `m${n}: ${analytics(whole, 'acme-crm', `, model: "model-${n}"`)}`);
    expect(await statementsOf(`{ ${six.join('\n')} }`, compiled)).toBe(one);
    expect(await statementsOf(`{ ${analytics(whole)} }`, compiled)).toBe(one);
  });

  it('sends as many statements for five aliases as for one', async () => {
    const one = await statementsOf(`{ ${analytics(whole)} }`, compiled);
    const five = [0, 1, 2, 3, 4].map((n) => `a${n}: ${analytics(whole, brands[n % 3])}`);
    expect(await statementsOf(`{ ${five.join('\n')} }`, compiled)).toBe(one);
    expect(await statementsOf(`{ ${analytics(`${whole} previous { ${whole} }`)} }`, compiled)).toBe(one);
  });

  it('takes one snapshot for brands, models and prompts together', async () => {
    const data = await world.data(
      `{
        plain: ${analytics('totals { runs }')}
        filtered: ${analytics('totals { runs }', 'acme-crm', ', model: "model-1"')}
        day: promptSnapshot(promptId: "${prompts.best}", date: "2026-03-01") { runs }
      }`,
      { compiled },
    );
    expect(data).toEqual({ plain: { totals: { runs: 6 } }, filtered: { totals: { runs: 1 } }, day: { runs: 1 } });
    expect(reads().filter((each) => each.endsWith('channel,mark,company'))).toHaveLength(1);
  });
});

describe('merging', () => {
  it('reads the same question once for all its aliases', async () => {
    await world.data(`{ a: ${analytics('totals { runs }')} b: ${analytics('visibility { current }')} }`);
    expect(world.statements.filter((sql) => sql.startsWith('copy') && sql.includes('union all'))).toEqual([]);
    await world.data(
      `{ a: ${analytics('totals { runs }')} b: ${analytics('totals { runs }', 'acme-crm', ', tags: ["crm"]')} }`,
    );
    expect(world.statements.filter((sql) => sql.startsWith('copy') && sql.includes('union all'))).toHaveLength(1);
  });
});

describe('a page of runs', () => {
  const page = (selection: string, more = '') =>
    `promptRuns(promptId: "${prompts.best}", ${dates}${more}) { ${selection} }`;

  const counts = ['prompt,channel,mark,tile'];

  it.each([
    ['data { id }', ['prompt', 'brand', 'company,run']],
    ['pagination { page limit }', ['prompt', 'brand']],
    ['pagination { total }', ['prompt', 'brand', ...counts]],
    ['data { id } pagination { totalPages }', ['prompt', 'brand', ...counts, 'company,run']],
    ['data { answer { text } }', ['prompt', 'brand', 'company,run', 'answer']],
    ['data { webQueries assessments { brand { mentioned } } }', ['prompt', 'brand', 'company,run', 'answer']],
    ['data { citations { url } }', ['prompt', 'brand', 'company,run', 'citation,url']],
  ])('reads for { %s } what it needs, however many runs', async (selection, expected) => {
    await world.data(`{ ${page(selection)} }`);
    expect(reads()).toEqual(expected);
    await world.data(`{ a: ${page(selection)} b: ${page(selection, ', limit: 2')} }`);
    expect(reads()).toEqual(expected);
  });

  it('counts days once for all later pages', async () => {
    await world.data(`{ ${[2, 3, 4].map((n) => `p${n}: ${page('data { id }', `, page: ${n}, limit: 1`)}`)} }`);
    expect(reads()).toEqual(['prompt', 'brand', ...counts, 'company,run']);
  });

  it('reads single runs together', async () => {
    const run = (number: number) =>
      `promptRun(promptId: "${prompts.best}", runId: "${uuid(number)}") { id answer { text } }`;
    await world.data(`{ a: ${run(1)} b: ${run(2)} }`);
    expect(reads()).toEqual(['prompt', 'brand', 'company,run', 'answer']);
  });
});
