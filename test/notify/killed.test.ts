// A notifier that is killed after the receiver has accepted a notice, and before that is stored: the notice is sent again, with its id.

import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { dayMs } from '../../src/domain/limits.js';
import { testDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';
import { addHook } from '../support/notifying.js';
import { startProgram } from '../support/program.js';
import { openReceiver } from '../support/receiver.js';
import { fillTables, prompts } from '../support/rows.js';

const ago = (days: number, second: number) => new Date(Date.now() - days * dayMs - second * 1_000).toISOString();

it('is sent again with the same id by the next notifier', async () => {
  await using db = await testDatabase();
  await using receiver = await openReceiver();
  const runs = Array.from({ length: 40 }, (_, at) => ({
    at: ago(at < 20 ? 10 : 3, at),
    names: [[at < 20 ? 0 : 1, 1, 1] as const],
    promptId: prompts.best,
  }));
  await fillTables(db, runs);
  await addHook(db, receiver.url);
  // What is accepted takes long to be stored.
  await db.pool.query(`create function wait() returns trigger language plpgsql as
    $$ begin perform pg_sleep(300); return new; end $$;
    create trigger wait before update on notice for each row execute function wait()`);
  const start = () => startProgram(['notify'], { cwd: tmpdir(), env: { DATABASE_URL: db.url } });
  const killed = start();
  const storing = `from pg_stat_activity where datname = current_database() and state = 'active' and query like 'update notice%'`;
  await until(async () => (await db.pool.query(`select ${storing}`)).rowCount === 1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await db.pool.query(`select pg_terminate_backend(pid) ${storing}`);
  await until(async () => (await db.pool.query(`select ${storing}`)).rowCount === 0);
  await db.pool.query('drop trigger wait on notice');
  const [status] = await once(start(), 'exit');
  expect(status).toBe(0);
  expect(await once(start(), 'exit')).toEqual([0, null]);
  const ids = receiver.received.map(({ headers }) => headers['sightline-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});
