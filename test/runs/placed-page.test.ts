// Pages placed by counts look at no more rows than they have to. Properties compare them with the plain definition (brand-runs.test.ts).

import { describe, expect, it } from 'vitest';
import type { NamedItem } from '../../src/domain/lists/items.js';
import type { PageAsk, RunPage } from '../../src/domain/run.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readPages } from '../../src/runs/page.js';
import { readPlacedPages } from '../../src/runs/placed-page.js';
import { createTileCache } from '../../src/tiles/kept/tile-cache.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { expectSame } from '../support/compare.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { base, best, cheap, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

const hourMs = 3_600_000;
const start = Date.parse('2026-01-28T00:00:00Z');
const hours = 24 * 45;

interface PlannedRun {
  readonly id: number;
  readonly hour: number;
  readonly prompt: boolean;
  readonly named: readonly string[];
  readonly cited: readonly string[];
  readonly queries: readonly string[];
}

const recordOf = (plan: PlannedRun) =>
  run({
    id: id(1_000 + plan.id * 2 + Number(plan.prompt)),
    promptId: plan.prompt ? best : cheap,
    createdAt: new Date(start + plan.hour * hourMs).toISOString(),
    brandMentioned: false,
    competitorsMentioned: plan.named,
    citations: plan.cited.map((url) => ({ url })),
    webQueries: [...plan.queries],
  });

async function worldOf(db: TestDatabase, stages: readonly (readonly PlannedRun[])[]): Promise<void> {
  const both = { type: 'prompt', id: cheap, brandId: 'crm', text: 'cheap crm', tags: ['cheap', 'crm'] };
  await recordAll(db, [...base, both]);
  for (const [index, plans] of stages.entries()) {
    await recordAll(db, plans.map(recordOf));
    if (index + 1 < stages.length) await rollBrands(db);
  }
}

/** Both readers' pages, with what is kept of tiles and without, and the pages after them, to the last. */
async function expectEqualPages(db: TestDatabase, given: readonly PageAsk[]): Promise<void> {
  const cache = createTileCache(2 ** 27);
  let left = given;
  for (let pages = 0; left.length > 0; pages++) {
    if (pages > 1_000) throw new Error('The pages do not end.');
    const reading: readonly PageAsk[] = left;
    const [fast, kept, plain] = await db.snapshot(async (client) => [
      await readPlacedPages(client, reading),
      await readPlacedPages(client, reading, { cache }),
      await readPages(client, reading),
    ]);
    expectSame([fast, kept], [plain, plain]);
    left = reading.flatMap((ask, index) => nextOf(ask, plain?.[index]));
  }
}

function nextOf(ask: PageAsk, page: RunPage | undefined): readonly PageAsk[] {
  return page?.next ? [{ ...ask, page: 1, after: { createdAt: page.next.createdAt, id: page.next.id } }] : [];
}

describe('pages placed by counts', () => {
  const ask: PageAsk = {
    brandId: 'crm',
    window: { start, end: start + hours * hourMs },
    model: null,
    tags: [],
    outcome: 'gap',
    company: 'Umbrella',
    items: [],
    filter: noFilter,
    promptId: null,
    page: 1,
    limit: 2,
    after: null,
    parts: new Set(['rows', 'total', 'next']),
  };
  const runs = Array.from({ length: 90 }, (_, index): PlannedRun => {
    const named = index % 30 === 0 ? ['Umbrella'] : ['Globex'];
    const plan = { id: index, hour: index * 12, prompt: index % 2 === 0 };
    const cited = index % 30 === 0 ? ['https://a.example/1'] : [];
    return { ...plan, named, cited, queries: index % 2 === 0 ? ['best crm'] : [] };
  });

  it('are counted by tiles alone where everything is rolled', async () => {
    const statements: string[] = [];
    await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    await worldOf(db, [runs, []]);
    statements.length = 0;
    const [page] = await db.snapshot((client) => readPlacedPages(client, [ask]));
    expect([page?.total, page?.rows?.length, page?.next?.id]).toEqual([3, 2, page?.rows?.at(-1)?.id]);
    expect(statements.filter((sql) => /count\(\*\)/.test(sql))).toEqual([]);
    expect(statements.filter((sql) => /\bfrom run\b/.test(sql))).toEqual([
      expect.stringMatching(/as stretch .* order by created_at desc/s),
    ]);
    statements.length = 0;
    const [none] = await db.snapshot((client) => readPlacedPages(client, [{ ...ask, company: 'Initech' }]));
    expect(none).toEqual({ rows: [], total: 0, next: null });
    expect(statements.some((sql) => /\bfrom run\b/.test(sql))).toBe(false);
  });

  it('look at the prompts and days of an item alone where these are few, and at whole days where it is everywhere', async () => {
    const statements: string[] = [];
    await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
    await worldOf(db, [runs, []]);
    const everywhere = runs.map((plan, index) => ({ ...plan, hour: index % 24, queries: ['cheap crm'] }));
    await recordAll(db, everywhere.map(recordOf));
    await rollBrands(db);
    const read = async (item: NamedItem) => {
      statements.length = 0;
      const found = { ...ask, outcome: 'all', company: null, items: [item] } as const;
      const [page] = await db.snapshot((client) => readPlacedPages(client, [found]));
      return {
        total: page?.total,
        isByPrompt: statements.some((sql) => sql.includes('prompt_id = prompt.id')),
        sent: statements.filter((sql) => !/^(begin|commit)/i.test(sql)).length,
      };
    };
    expect(await read({ kind: 'url', names: ['https://a.example/1'] })).toEqual({
      total: 3,
      isByPrompt: true,
      sent: 4,
    });
    expect(await read({ kind: 'query', names: ['cheap crm'] })).toEqual({ total: 90, isByPrompt: false, sent: 4 });
    expect(await read({ kind: 'query', names: ['best crm'] })).toEqual({ total: 0, isByPrompt: false, sent: 3 });
  });

  it('are answered from rows where a tile is corrupt, which is reported', async () => {
    await using db = await testDatabase();
    await worldOf(db, [runs, []]);
    const expected = await db.snapshot((client) => readPages(client, [ask]));
    for (const column of ['company_days', 'company_quarters']) {
      const { rowCount } = await db.pool.query(
        `update tile_detail set ${column} = set_byte(${column}, 6, 255 - get_byte(${column}, 6)) where ${column} is not null`,
      );
      expect(rowCount).toBeGreaterThan(0);
      const corrupt: unknown[] = [];
      const pages = await db.snapshot((client) =>
        readPlacedPages(client, [ask], { onDamage: ({ brandId }) => corrupt.push(brandId) }),
      );
      expectSame(pages, expected);
      expect(new Set(corrupt)).toEqual(new Set(['crm']));
    }
  });

  it('are answered from rows while the tags of prompts are on the move', async () => {
    await using db = await testDatabase();
    await worldOf(db, [runs, []]);
    await db.pool.query(`update prompt set tags = '{crm}'`);
    await expectEqualPages(db, [{ ...ask, tags: ['crm'], company: null }]);
    await rollBrands(db);
    await expectEqualPages(db, [{ ...ask, tags: ['crm'], company: null }]);
  });
});
