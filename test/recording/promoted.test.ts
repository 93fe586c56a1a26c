// A standby is promoted that lacks what its primary had committed: what is recorded again is whole there, though the recorder goes on.

import { expect, it } from 'vitest';
import { connect, type Database } from '../../src/database/postgres.js';
import { emptyCaches } from '../../src/recording/write/caches.js';
import { query } from '../support/embedded.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { startReplication } from '../support/replication.js';

const { prompts } = smallWorldIds;
const run = (number: number, page: string) => ({
  ...{ type: 'run', id: `0c9d0000-0000-4000-9000-00000000000${number}`, promptId: prompts.best },
  ...{ model: 'chatgpt', provider: `provider-of-${page}`, createdAt: '2026-03-01T10:00:00Z', answer: 'nothing' },
  ...{ webQueries: [`query of ${page}`], citations: [{ url: `https://${page}.example/` }] },
});

/** What the answers cite and asked, by the names behind the numbers. */
const namesOf = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ names: string }>(
    `select concat_ws(' ', run.provider, url.url, query.text) as names from run
     left join citation on citation.brand_id = run.brand_id and citation.run_id = run.id
     left join url on url.brand_id = run.brand_id and url.id = citation.url_id
     left join query on query.brand_id = run.brand_id and query.id = any (run.queries)
     where run.provider like 'provider-of-%' order by run.id`,
  );
  return rows.map(({ names }) => names);
};

it('takes no number from memory that the promoted server has not given', async () => {
  await using replication = await startReplication();
  const { primary, standby } = replication;
  const known = emptyCaches(100);
  const record = (db: Database, records: readonly unknown[]) => recordAll(db, records, { turn: (part) => part(known) });
  {
    await using db = connect(primary.url, { poolSize: 2, statementTimeoutMs: 0 });
    await record(db, smallWorld());
    await replication.catchUp();
    await standby.stop();
    await record(db, [run(1, 'lost')]);
  }
  await primary.stop();
  await standby.start();
  await query(standby.url, 'select pg_promote()');
  await using db = connect(standby.url, { poolSize: 2, statementTimeoutMs: 0 });
  // Somebody else is given the numbers that were lost.
  await recordAll(db, [run(2, 'other')]);
  await record(db, [run(1, 'lost')]);
  expect(await namesOf(db)).toEqual([
    'provider-of-lost https://lost.example query of lost',
    'provider-of-other https://other.example query of other',
  ]);
});
