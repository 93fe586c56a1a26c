// On a cluster every test fails that has a statement of the program sent to shards of other brands than it names.

import { describe, expect, inject, it } from 'vitest';
import { executionsIn } from '../citus/statement-log.js';
import { testDatabase } from '../support/database.js';

async function* linesOf(...entries: readonly object[]): AsyncGenerator<string> {
  for (const entry of entries) yield JSON.stringify({ dbname: 'db', application_name: 'sightline', ...entry });
}

it('reads from the log which shards a statement was sent to', async () => {
  const lines = linesOf(
    {
      session_id: 'a',
      message: 'execute <unnamed>: select from run where brand_id = $1',
      detail: "parameters: $1 = 'x'",
    },
    { session_id: 'b', message: 'statement: begin' },
    { session_id: 'a', message: 'issuing SELECT FROM public.run_102001 run' },
    { session_id: 'a', message: 'statement: SELECT FROM public.brand_102030 brand' },
    { session_id: 'a', message: 'issuing SELECT FROM public.run_102002 run JOIN public.answer_102003 answer' },
    { session_id: 'c', application_name: 'psql', message: 'statement: select from run' },
    { session_id: 'b', dbname: 'other', message: 'issuing SELECT FROM public.run_102001 run' },
  );
  expect(await executionsIn(lines, 'db')).toEqual([
    {
      sql: 'select from run where brand_id = $1',
      parameters: "$1 = 'x'",
      shards: new Set(['run_102001', 'run_102002', 'answer_102003']),
    },
    { sql: 'begin', parameters: '', shards: new Set() },
  ]);
});

describe.runIf(inject('statementLog') !== '')('a test database on a cluster', () => {
  /** Sent as the program would: Prisma stands between. */
  const disposalAfter = async (...statements: readonly string[]) => {
    const db = await testDatabase();
    for (const sql of statements) await db.prisma.$queryRawUnsafe(sql);
    return db[Symbol.asyncDispose]().then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  };

  it('refuses a statement that names no brand', async () => {
    expect(await disposalAfter('select count(*) from run')).toBe(
      'These statements went to shards of brands that they do not name:\n4 shards: select count(*) from run []',
    );
  });

  it('refuses one that names a brand of one table only', async () => {
    const sql = `select count(*) from run where brand_id = 'a' union all select count(*) from answer`;
    expect(await disposalAfter(sql)).toContain(sql);
  });

  it('takes those of one brand, of several by name, and what the test sends itself', async () => {
    const brands = Array.from({ length: 8 }, (_, index) => `'brand-${index}'`).join(', ');
    expect(
      await disposalAfter(
        `select count(*) from run where brand_id = 'a'`,
        `select count(*) from run where brand_id in (${brands})`,
        'select count(*) from prompt',
      ),
    ).toBe('nothing');
    await using db = await testDatabase();
    await db.pool.query('select count(*) from run');
    await db.transaction((client) => client.query('select count(*) from answer'));
  });
});
