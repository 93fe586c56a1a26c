import { describe, expect, it } from 'vitest';
import { formatCursor } from '../../src/domain/cursor.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const page = (more: string) => `promptRuns(promptId: "${prompts.best}", ${dates}, ${more}) {
  data { id } pagination { page total totalPages } nextCursor }`;
/** Seven runs, four of them of one moment. */
const times = ['02T10', '02T10', '02T10', '02T10', '01T00', '03T05', '03T06'];

const world = await sharedWorld(
  times.map((time, index) => ({ at: `2026-03-${time}:00:00Z`, model: `model-${(index % 2) + 1}` })),
);

/** Records a run between two pages. */
async function arrive(number: number, at: string): Promise<void> {
  const values = ['acme-crm', uuid(number), prompts.best, at];
  await world.db.pool.query(
    `insert into run values ($1, $2, $3, $4, 'model-1', 'provider', true, 0, '{}', '{}', '{}')`,
    values,
  );
}

/** The numbers of all runs, page by page; `between` happens after each page. */
async function walk(limit: number, more = '', between: (pages: number) => Promise<void> = async () => {}) {
  const pages: number[][] = [];
  for (let after: string | null = null; pages.length < 100; ) {
    const cursor: string = after === null ? '' : `, after: "${after}"`;
    const { promptRuns } = await world.data(`{ ${page(`limit: ${limit}${more}${cursor}`)} }`);
    pages.push(promptRuns.data.map(({ id }: { id: string }) => Number(id.slice(-3))));
    if (promptRuns.nextCursor === null) break;
    after = promptRuns.nextCursor;
    await between(pages.length);
  }
  return pages;
}

describe('nextCursor', () => {
  it('leads through all runs, those of one moment too, and ends with the last', async () => {
    expect(await walk(2)).toEqual([[7, 6], [4, 3], [2, 1], [5]]);
    expect(await walk(7)).toEqual([[7, 6, 4, 3, 2, 1, 5]]);
    expect(await walk(3, ', model: "model-1"')).toEqual([[7, 3, 1], [5]]);
  });

  it('is there on numbered pages, and null on the last and beyond', async () => {
    const { a, b, c } = await world.data(
      `{ a: ${page('limit: 3, page: 2')} b: ${page('limit: 3, page: 3')} c: ${page('page: 9')} }`,
    );
    const { d } = await world.data(`{ d: ${page(`limit: 3, after: "${a.nextCursor}"`)} }`);
    expect([b.nextCursor, c.nextCursor]).toEqual([null, null]);
    expect(d.data).toEqual(b.data);
  });

  it('leaves the totals exact', async () => {
    const { a } = await world.data(`{ a: ${page('limit: 3')} }`);
    const { b } = await world.data(`{ b: ${page(`limit: 3, page: 1, after: "${a.nextCursor}"`)} }`);
    expect([a.pagination, b.pagination]).toEqual([
      { page: 1, total: 7, totalPages: 3 },
      { page: 1, total: 7, totalPages: 3 },
    ]);
  });

  it('costs no statement more than the runs, and can be had alone', async () => {
    const { a } = await world.data(`{ a: promptRuns(promptId: "${prompts.best}", ${dates}, limit: 1) { nextCursor } }`);
    expect(world.statements).toHaveLength(3);
    const older = `promptRuns(promptId: "${prompts.best}", ${dates}, after: "${a.nextCursor}") { data { id } nextCursor }`;
    await world.data(`{ a: ${older} b: ${older} }`);
    expect(world.statements).toHaveLength(3);
  });

  it.each([false, true])('neither skips nor repeats when runs arrive between pages (rolled: %s)', async (rolled) => {
    const before = (await walk(100)).flat();
    const arrivals = ['2026-03-03T20:00:00Z', '2026-03-03T05:00:00Z', '2026-03-02T10:00:00Z'];
    const first = rolled ? 200 : 100;
    const seen = await walk(2, '', async (pages) => {
      const at = arrivals[pages - 1];
      if (at) await arrive(first + pages, at);
      if (rolled) await rollBrands(world.db);
    });
    const list = seen.flat();
    expect(new Set(list).size).toBe(list.length);
    expect(list.filter((number) => before.includes(number))).toEqual(before);
  });
});

describe('after', () => {
  const good = formatCursor({ createdAt: Date.parse('2026-03-02T10:00:00Z'), id: uuid(1) });
  const wrong = /^after must be the nextCursor of an earlier page, unchanged; given was/;

  it('refuses what is no cursor', async () => {
    const [error] = await world.refusals(`{ ${page('after: "abc"')} }`);
    expect(error?.code).toBe('validation_error');
    expect(error?.faults).toEqual([{ field: 'after', message: expect.stringMatching(wrong) }]);
  });

  it('refuses to go with a page but the first, together with all other faults', async () => {
    const [error] = await world.refusals(`{ ${page(`after: "${good}", page: 2, limit: 0`)} }`);
    expect(error?.faults.map(({ field }) => field)).toEqual(['limit', 'after']);
    expect(error?.message).toMatch(/give after, or page, not both/);
    expect((await world.data(`{ ${page(`after: "${good}", page: 1`)} }`)).promptRuns.data.length).toBeGreaterThan(0);
  });
});
