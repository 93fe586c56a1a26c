// The runs of prompts by channel and day that the tiles keep are those of the rows, whatever was rolled when, and late runs are added to them
// without reading others.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { hourMs } from '../../src/domain/limits.js';
import { wrongMonths } from '../../src/tiles/check-prompts.js';
import { eachDayRuns } from '../../src/tiles/packed/prompt-days.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { isChannelOfRun } from '../../src/tiles/stored/channels.js';
import { often, propertyTimeoutMs } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

/** What the tiles say: brand, prompt, channel, day and runs. */
async function storedCounts({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ brand_id: string; scope: number; day_runs: Buffer }>(
    'select brand_id, scope, day_runs from tile where scope < 0',
  );
  const counts = new Map<string, number>();
  for (const { brand_id, scope, day_runs } of rows) {
    eachDayRuns(day_runs, (day, channel, runs) => {
      const place = [brand_id, -scope, channel, day].join(' ');
      counts.set(place, (counts.get(place) ?? 0) + runs);
    });
  }
  return [...counts].map((each) => each.join(' ')).sort();
}

/** The same, counted from the rows. */
async function countedRows({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', run.brand_id, prompt.number, channel.id, floor(extract(epoch from created_at) / 86400), count(*)) as line
     from run join prompt on prompt.id = prompt_id join channel on channel.brand_id = run.brand_id and ${isChannelOfRun}
     group by run.brand_id, prompt.number, channel.id, floor(extract(epoch from created_at) / 86400)`,
  );
  return rows.map(({ line }) => line).sort();
}

/** A run of few: most of those that come later replace one that is there. */
interface RunPlan {
  readonly id: number;
  readonly cheap: boolean;
  readonly model: 'chatgpt' | 'google-ai-mode';
  /** Around a change of months: of 2026, or of 1969 to 1970, whose days have negative numbers before it. */
  readonly year: 1969 | 2026;
  readonly hour: number;
}

const runPlans: fc.Arbitrary<RunPlan> = fc.record({
  id: fc.nat(30),
  cheap: fc.boolean(),
  model: fc.constantFrom('chatgpt', 'google-ai-mode'),
  year: fc.constantFrom(1969, 2026),
  hour: fc.nat(24 * 6),
});

const starts = { 1969: Date.UTC(1969, 11, 29), 2026: Date.UTC(2026, 1, 27) };

function runOf({ id, cheap, model, year, hour }: RunPlan) {
  return {
    ...{ type: 'run', id: `0c9d0000-0000-4000-9000-${String(id).padStart(12, '0')}`, model, provider: 'p' },
    promptId: cheap ? smallWorldIds.prompts.cheap : smallWorldIds.prompts.best,
    createdAt: new Date(starts[year] + hour * hourMs).toISOString(),
    ...{ brandMentioned: false, competitorsMentioned: [], citations: [] },
  };
}

it(
  'are those of the rows after every roll, some days of which are left for later',
  async () => {
    const stages = fc.array(fc.tuple(fc.array(runPlans, { maxLength: 20 }), fc.nat(6)), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(stages, async (given) => {
      await using db = await testDatabase();
      await recordAll(db, smallWorld());
      for (const [runs, kept] of given) {
        await recordAll(db, runs.map(runOf));
        // Days with marks that are too new are left.
        await db.pool.query(`update mark set made_at = now() + interval '1 day' where quarter / 96 % 6 < $1`, [kept]);
        await rollBrands(db, { settledMs: 1_000 });
        await db.pool.query(`update mark set made_at = now() - interval '1 day'`);
      }
      await rollBrands(db);
      expect(await storedCounts(db)).toEqual(await countedRows(db));
      for (const { id } of (await db.pool.query<{ id: string }>('select id from brand')).rows)
        expect(await db.snapshot((client) => wrongMonths(client, id))).toEqual([]);
    });
    await fc.assert(property, often(20));
  },
  propertyTimeoutMs,
);

it('are added to by a late run, which reads no run but itself', async () => {
  const statements: string[] = [];
  await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  await recordAll(db, smallWorld());
  await rollBrands(db);
  const late = {
    ...{ type: 'run', id: randomUUID(), promptId: smallWorldIds.prompts.cheap, model: 'chatgpt', provider: 'openai' },
    ...{ createdAt: '2026-03-02T10:10:00Z', brandMentioned: false, competitorsMentioned: [], citations: [] },
  };
  await recordAll(db, [late]);
  statements.length = 0;
  await rollBrands(db);
  const ofRuns = statements.filter((sql) => /\bfrom run\b/.test(sql));
  expect(ofRuns.length).toBe(1);
  expect(ofRuns[0]).toContain(late.id);
  expect(await storedCounts(db)).toEqual(await countedRows(db));
});

it('are counted from the rows again where a stored block of them is damaged', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  await db.pool.query(
    `update tile set day_runs = set_byte(day_runs, 6, 255 - get_byte(day_runs, 6)) where brand_id = '${smallWorldIds.brand}' and scope < 0`,
  );
  const [run] = smallWorld().filter(({ type }) => type === 'run');
  await recordAll(db, [{ ...run, provider: 'another' }]);
  await rollBrands(db);
  expect(await storedCounts(db)).toEqual(await countedRows(db));
});
