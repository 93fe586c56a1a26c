// Two notifiers at once, `kill -9` of either at random moments, over and over, and receivers that are slow or fail: everything is sent at least once,
// under one id, and never again once it is stored that it was accepted. `KILL_SEED` plays the choices of an earlier time again.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dayMs } from '../../src/domain/limits.js';
import { randomFrom } from '../durability/random.js';
import { testDatabase } from '../support/database.js';
import { addHook } from '../support/notifying.js';
import { startProgram } from '../support/program.js';
import { openReceiver } from '../support/receiver.js';
import { fillTables } from '../support/rows.js';

const seed = Number(process.env.KILL_SEED ?? randomInt(1_000_000_000));
const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const { below } = randomFrom(seed);
const hooks = 6;

it(`sends everything once it has to, whenever notifiers are killed (KILL_SEED=${seed})`, async () => {
  await using db = await testDatabase();
  let isRough = true;
  await using receiver = await openReceiver(async (response) => {
    if (isRough) await setTimeout(below(100));
    response.writeHead(isRough && below(3) === 0 ? 500 : 204).end();
  });
  const ago = (days: number, at: number) => new Date(Date.now() - days * dayMs - at * 1_000).toISOString();
  const runs = (days: number, company: number) =>
    Array.from({ length: 20 }, (_, at) => ({ at: ago(days, at), names: [[company, 1, 1]] as const }));
  await fillTables(db, [...runs(10, 0), ...runs(3, 1)]);
  for (let hook = 0; hook < hooks; hook++) await addHook(db, `${receiver.url}/${hook}`);
  const start = () => startProgram(['notify'], { cwd: tmpdir(), env: { DATABASE_URL: db.url } });
  /** How many requests there had been of each notice that is stored as sent. */
  const settled = new Map<string, number>();
  const count = (id: string) => receiver.received.filter(({ headers }) => headers['sightline-id'] === id).length;
  const settle = async () => {
    // Those that are killed may be accepted yet, but not stored any more.
    const { rows } = await db.pool.query<{ id: string }>("select id from notice where state = 'sent'");
    for (const { id } of rows) if (!settled.has(id)) settled.set(id, count(id));
    // A minute passes.
    await db.pool.query("update notice set next_at = made_at where state = 'waiting'");
  };
  for (let round = 0; round < rounds; round++) {
    const before = receiver.received.length;
    const both = [start(), start()].map((child) => ({ child, ended: once(child, 'exit') }));
    const isOver = Promise.race(both.map(({ ended }) => ended)).then(() => true);
    if (below(4) === 0) await setTimeout(below(1_500));
    else while (receiver.received.length === before && !(await Promise.race([isOver, setTimeout(5, false)])));
    await setTimeout(below(80));
    for (const { child, ended } of both) {
      if (below(3) > 0) child.kill('SIGKILL');
      await ended;
    }
    await settle();
  }
  isRough = false;
  expect(await once(start(), 'exit')).toEqual([0, null]);
  await settle();
  expect(await once(start(), 'exit')).toEqual([0, null]);
  for (const [id, requests] of settled) expect([id, count(id)]).toEqual([id, requests]);
  for (let hook = 0; hook < hooks; hook++) {
    const ids = receiver.received.flatMap(({ path, headers }) => (path === `/${hook}` ? headers['sightline-id'] : []));
    expect(new Set(ids).size).toBe(1);
  }
  expect(settled.size).toBe(hooks);
});
