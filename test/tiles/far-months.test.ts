// Months in which nothing was ever rolled cost nothing, however many lie between those of a brand's runs. Counted in periods and statements.

import { describe, expect, it } from 'vitest';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { IdSet } from '../../src/tiles/packed/id-set.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import type { BrandState } from '../../src/tiles/scan/brand-state.js';
import { planScan } from '../../src/tiles/scan/plan.js';
import type { Scan } from '../../src/tiles/scan/scan.js';
import { MonthStamps } from '../../src/tiles/stored/stamps.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';
import { shared } from '../support/shared.js';

const window = { start: Date.parse('0001-01-01T00:00:00Z'), end: Date.parse('9999-12-31T00:00:00Z') };
const year = (year: number) => year * 12;

/** What is known of a brand with tiles in three months, of one prompt. */
function farState(isOfPrompts: boolean): BrandState {
  const prompts = new IdSet();
  prompts.add(1);
  const channels = new Map([[1, { model: 'm', provider: 'p', webSearchEnabled: true, market: null }]]);
  const months = [year(1), year(2026) + 2, year(9999) + 11];
  return {
    ...{ channels, marks: [], companies: [], lastPrompt: 1, tags: null, runDays: null },
    ...{ prompts: isOfPrompts ? prompts : null, isOfPrompts },
    span: { first: window.start, last: window.end - 1 },
    stamps: new Map([-1, 0, ...months].map((month) => [month, new MonthStamps(`stamp ${month}`, null, [])])),
  };
}

/** How many periods a plan reads. */
function periodsOf(promptId: string | null, wanted: Scan['wanted']): number {
  const set = { brandId: 'far', window, model: null, tags: [], filter: noFilter, promptId, outcome: 'all' } as const;
  const create = () => {
    throw new Error('Nothing is read here.');
  };
  const plan = planScan({ key: '', set, models: null, wanted, create }, farState(promptId !== null));
  const ranges = plan?.sources.flatMap((source) => source.ranges) ?? [];
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

describe('a plan for ten thousand years', () => {
  it.each([
    // The last day of all years is not in the window: its month is read by days.
    ['the figures of a brand', null, { columns: new Set(['sums']) }, 2 + 30],
    ['the figures of one prompt', prompts.best, { columns: new Set(['sums']) }, 3],
    ['the URLs of a brand', null, { kind: 'url', chunks: null, needsEntries: false }, 2 + 30],
    ['the URLs of some prompts', null, { kind: 'url', chunks: null, needsEntries: true }, 2 + 30],
  ] satisfies [string, string | null, Scan['wanted'], number][])(
    'reads of %s the rolled months alone',
    (_, promptId, wanted, periods) => {
      expect(periodsOf(promptId, wanted)).toBe(periods);
    },
  );
});

const far = ['0001-01-02', '2026-03-01', '9999-12-30'];

describe('a brand with runs in the first and the last year', async () => {
  const statements: string[] = [];
  const db = await shared(testDatabase({ onQuery: (sql) => statements.push(sql) }));
  await fillTables(db, [
    ...far.map((day) => ({ at: `${day}T10:00:00Z`, promptId: prompts.best, names: [[0, 1, 1] as const] })),
    ...far.map((day) => ({
      at: `${day}T11:00:00Z`,
      promptId: prompts.cheap,
      citations: [`https://example.com/${day}`],
    })),
    ...['2026-03', '2026-04', '2026-05'].map((month) => ({
      ...{ at: `${month}-05T10:00:00Z`, brandId: 'other-brand', promptId: prompts.theirs },
    })),
  ]);

  const times = 'start: "0001-01-01T00:00:00Z", end: "9999-12-31T00:00:00Z"';
  const parts = 'visibility { current } totals { runs citations uniqueUrls } models { model runs }';
  const document = `{
    best: prompt(promptId: "${prompts.best}") { analytics(${times}) { ${parts} } }
    cheap: prompt(promptId: "${prompts.cheap}") { analytics(${times}) { ${parts} } }
    all: brandAnalytics(brandId: "acme-crm", ${times}) { ${parts} citedUrls { data { url runs } } }
    tagged: brandAnalytics(brandId: "acme-crm", tags: ["smb"], ${times}) { ${parts} }
  }`;
  const ask = async (tileCacheBytes: number) => {
    await using app = await testApp(db, { tileCacheBytes, answerCacheBytes: 0 });
    const { body } = await app.graphql(document);
    expect(body.errors).toBeUndefined();
    return body.data;
  };

  it('has the same figures from tiles as from rows', async () => {
    const fromRows = await ask(0);
    const runs = Object.values<{ analytics?: TestFigures; totals: TestFigures['totals'] }>(fromRows);
    expect(runs.map(({ analytics, totals }) => (analytics?.totals ?? totals).runs)).toEqual([3, 3, 6, 3]);
    await rollBrands(db);
    expect([await ask(0), await ask(2 ** 26)]).toEqual([fromRows, fromRows]);
  });

  it('takes as few statements for a tag that changes as one with runs in three months on end', async () => {
    await rollBrands(db);
    const moved = async (promptId: string) => {
      await db.pool.query('update prompt set tags = $2 where id = $1', [promptId, '{moved}']);
      statements.length = 0;
      await rollBrands(db);
      return statements.length;
    };
    expect(await moved(prompts.best)).toBe(await moved(prompts.theirs));
    const { tagged, all } = await ask(0);
    expect([tagged.totals.runs, all.totals.runs]).toEqual([0, 6]);
  });
});

interface TestFigures {
  readonly totals: { readonly runs: number };
}
