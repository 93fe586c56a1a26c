// Pages placed by counts are those of the plain definition, whatever of the runs is rolled, and look at no more rows than they have to.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NamedItem } from '../../src/domain/lists/items.js';
import { outcomes } from '../../src/domain/outcome.js';
import type { PageAsk, RunPage } from '../../src/domain/run.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readPages } from '../../src/runs/page.js';
import { readPlacedPages } from '../../src/runs/placed-page.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { markStale } from '../../src/tiles/stored/marks.js';
import { expectSame, often, propertyTimeoutMs } from '../support/compare.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { base, best, cheap, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

const hourMs = 3_600_000;
const start = Date.parse('2026-01-28T00:00:00Z');
const hours = 24 * 45;
const names = ['Globex', 'Initech', 'Umbrella'];
const urls = ['https://a.example/1', 'https://a.example/2', 'https://www.b.example/', 'https://www.www.b.example/x'];
const queries = ['best crm', 'cheap crm'];
const models = ['chatgpt', 'gemini', 'perplexity'];

interface PlannedRun {
  readonly id: number;
  readonly hour: number;
  readonly minute: number;
  readonly prompt: boolean;
  readonly model: number;
  readonly brandMentioned: boolean;
  readonly named: readonly string[];
  readonly cited: readonly string[];
  readonly queries: readonly string[];
}

const planned: fc.Arbitrary<PlannedRun> = fc.record({
  id: fc.nat(300),
  hour: fc.oneof(fc.nat(hours - 1), fc.integer({ min: 100, max: 140 })),
  minute: fc.nat(59),
  prompt: fc.boolean(),
  model: fc.nat(2),
  brandMentioned: fc.boolean(),
  named: fc.subarray(names, { maxLength: 2 }),
  cited: fc.array(fc.constantFrom(...urls), { maxLength: 3 }),
  queries: fc.array(fc.constantFrom(...queries), { maxLength: 2 }),
});

const recordOf = (plan: PlannedRun) =>
  run({
    id: id(1_000 + plan.id * 2 + Number(plan.prompt)),
    promptId: plan.prompt ? best : cheap,
    model: models[plan.model],
    createdAt: new Date(start + plan.hour * hourMs + plan.minute * 60_000).toISOString(),
    brandMentioned: plan.brandMentioned,
    competitorsMentioned: plan.named,
    citations: plan.cited.map((url) => ({ url })),
    webQueries: [...plan.queries],
  });

const window = fc
  .tuple(fc.nat(4 * hours - 2), fc.oneof(fc.integer({ min: 1, max: 4 * hours }), fc.constant(4 * hours)))
  .map(([from, length]) => ({
    start: start + (from * hourMs) / 4,
    end: start + (Math.min(from + length, 4 * hours) * hourMs) / 4,
  }));
const everything = { start: Date.parse('0001-01-01T00:00:00Z'), end: Date.parse('9999-12-31T00:00:00Z') };
const parts = fc.subarray(['rows', 'total', 'next'] as const, { minLength: 1 }).map((each) => new Set(each));

const items: readonly NamedItem[] = [
  ...['https://a.example/1', 'https://www.b.example', 'https://nobody.example'].map((name) => ({
    kind: 'url' as const,
    names: [name],
  })),
  ...['a.example', 'b.example', 'nobody.example'].map((name) => ({ kind: 'domain' as const, names: [name] })),
  { kind: 'domain', names: ['www.b.example', 'b.example'] },
  ...[...queries, 'nobody asks this'].map((name) => ({ kind: 'query' as const, names: [name] })),
];

const asks: fc.Arbitrary<PageAsk> = fc.record({
  brandId: fc.constant('crm'),
  filter: fc.constant(noFilter),
  promptId: fc.option(fc.constantFrom(best, cheap), { freq: 2 }),
  window: fc.oneof(window, fc.constant(everything)),
  model: fc.option(fc.constantFrom(...models), { freq: 1 }),
  tags: fc.constantFrom([], [], ['crm'], ['none']),
  outcome: fc.constantFrom(...outcomes),
  company: fc.option(fc.constantFrom(...names, 'Acme CRM', 'nobody'), { freq: 1 }),
  items: fc.oneof(
    fc.constant([]),
    fc.constantFrom(...items).map((item) => [item]),
    fc.subarray([...items], { maxLength: 2 }),
  ),
  limit: fc.constantFrom(1, 2, 3, 20, 100),
  page: fc.constantFrom(1, 1, 2, 5),
  after: fc.constant(null),
  parts: fc.oneof(fc.constant(new Set(['rows', 'total', 'next'] as const)), parts),
});

async function worldOf(db: TestDatabase, stages: readonly (readonly PlannedRun[])[]): Promise<void> {
  await recordAll(db, base);
  for (const [index, plans] of stages.entries()) {
    await recordAll(db, plans.map(recordOf));
    if (index + 1 < stages.length) await rollBrands(db);
  }
}

/** Both readers' pages, and the pages after them, to the last. */
async function expectEqualPages(db: TestDatabase, given: readonly PageAsk[]): Promise<void> {
  let left = given;
  for (let pages = 0; left.length > 0; pages++) {
    if (pages > 1_000) throw new Error('The pages do not end.');
    const reading: readonly PageAsk[] = left;
    const [fast, plain] = await db.snapshot(async (client) => [
      await readPlacedPages(client, reading),
      await readPages(client, reading),
    ]);
    expectSame(fast, plain);
    left = reading.flatMap((ask, index) => nextOf(ask, plain?.[index]));
  }
}

function nextOf(ask: PageAsk, page: RunPage | undefined): readonly PageAsk[] {
  return page?.next ? [{ ...ask, page: 1, after: { createdAt: page.next.createdAt, id: page.next.id } }] : [];
}

describe('pages placed by counts', () => {
  it(
    'are those of the plain definition while runs are recorded, replaced and rolled',
    async () => {
      const property = fc.asyncProperty(
        fc.array(fc.array(planned, { maxLength: 80, size: 'max' }), { minLength: 1, maxLength: 3 }),
        fc.array(asks, { minLength: 1, maxLength: 40, size: 'max' }),
        fc.array(fc.nat(4 * hours), { maxLength: 3 }),
        async (stages, given, stale) => {
          await using db = await testDatabase();
          await worldOf(db, stages);
          for (const quarter of stale) {
            const first = start / (hourMs / 4) + quarter;
            await markStale(db.pool, 'crm', { first, last: first + 5 });
          }
          await expectEqualPages(db, given);
          await rollBrands(db);
          await expectEqualPages(db, given);
        },
      );
      await fc.assert(property, often(8));
    },
    propertyTimeoutMs,
  );

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
    const plan = { id: index, hour: index * 12, minute: 0, prompt: index % 2 === 0, model: 0, brandMentioned: false };
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
