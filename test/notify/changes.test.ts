// What changes while it is being told: brands that are deleted, recorded again or renamed, prompts, webhooks, and the clock of the machine.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { dayMs } from '../../src/domain/limits.js';
import { deleteRecords } from '../../src/recording/delete/delete.js';
import { deleteBrand } from '../../src/recording/delete/delete-brand.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { addHook, later, notifyOnce, runsOn } from '../support/notifying.js';
import { type Answer, openReceiver, type Receiver } from '../support/receiver.js';
import { recordAll } from '../support/records.js';
import { fillTables, prompts, uuid } from '../support/rows.js';

let db: TestDatabase;
let receiver: Receiver;
const fail: Answer = (response) => void response.writeHead(500).end();
const accept: Answer = (response) => void response.writeHead(204).end();

beforeEach(async () => {
  db = await testDatabase();
  receiver = await openReceiver();
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

/** Four prompts of which answers name the brand in one week, and another company in the next. */
async function fillShares(): Promise<void> {
  const fourth = uuid(905);
  const ids = [prompts.best, prompts.cheap, prompts.bare, fourth];
  await fillTables(
    db,
    ids.flatMap((id) => [...runsOn(3, true, id), ...runsOn(10, false, id)]),
  );
  await db.pool.query(`insert into prompt values ('${fourth}', 'acme-crm', 4, 'fourth', '{}')`);
}

/** Whatever `change` does happens once the news of a brand are read. */
function changedAfterReading(change: () => Promise<unknown>): Database {
  return {
    ...db,
    snapshot: async (work, signal) => {
      const read = await db.snapshot(work, signal);
      await change();
      return read;
    },
  };
}

/** Breaks off after the first transaction of a deletion, as a process that is killed does. */
async function hideBrand(): Promise<void> {
  let begun = 0;
  const killed: Database = {
    ...db,
    transaction: (work, signal) => (begun++ === 0 ? db.transaction(work, signal) : Promise.reject(new Error('killed'))),
  };
  await expect(deleteBrand(killed, 'acme-crm', null)).rejects.toThrow('killed');
}

describe('a brand', () => {
  it('that is gone is told of no more, even where its deletion was interrupted', async () => {
    await fillTables(db, [...runsOn(3, true), ...runsOn(10, false)]);
    await addHook(db, receiver.url);
    receiver.answer = fail;
    await notifyOnce(db);
    receiver.answer = accept;
    await hideBrand();
    expect(await notifyOnce(db, { now: later(dayMs / 2) })).toMatchObject({ status: 0 });
    expect(receiver.received).toHaveLength(1);
  });

  it('that is recorded anew for another organization meanwhile is told nothing of the one before', async () => {
    await fillTables(db, [...runsOn(3, true), ...runsOn(10, false)]);
    const old = await openReceiver();
    await addHook(db, old.url);
    const replaced = changedAfterReading(async () => {
      await deleteBrand(db, 'acme-crm', null);
      await recordAll(db, [{ type: 'brand', id: 'acme-crm', organizationId: 'other', name: 'Another' }]);
      await addHook(db, receiver.url);
    });
    await notifyOnce(replaced);
    expect([old.received, receiver.received]).toEqual([[], []]);
    await old[Symbol.asyncDispose]();
  });

  it('that is renamed is told nothing twice', async () => {
    await fillShares();
    await addHook(db, receiver.url);
    await notifyOnce(db);
    const [{ signals }] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(signals).toContainEqual(
      expect.objectContaining({ kind: 'shareOfVoice', subject: expect.objectContaining({ company: 'Acme CRM' }) }),
    );
    await recordAll(db, [{ type: 'brand', id: 'acme-crm', organizationId: 'acme', name: 'Acme Sales' }]);
    await notifyOnce(db);
    expect(receiver.received).toHaveLength(1);
  });

  it('is named as it was when it was read', async () => {
    await fillShares();
    await addHook(db, receiver.url);
    const rename = { type: 'brand', id: 'acme-crm', organizationId: 'acme', name: 'Acme Sales' };
    await notifyOnce(changedAfterReading(() => recordAll(db, [rename])));
    const [{ brand, signals }] = receiver.received.map(({ body }) => JSON.parse(body));
    const companies = signals.flatMap(({ subject }: { subject: { company: string | null } }) => subject.company ?? []);
    expect([brand, companies.toSorted()]).toEqual(['Acme CRM', ['Acme CRM', 'Globex']]);
  });
});

it('keeps no texts of what was sent: those of a deleted prompt are gone with it', async () => {
  await fillTables(db, [...runsOn(3, true), ...runsOn(10, false)]);
  await addHook(db, receiver.url);
  await notifyOnce(db);
  expect(receiver.received[0]?.body).toContain('best crm');
  await deleteRecords(db, [{ type: 'prompt', id: prompts.best }]);
  const { rows } = await db.pool.query('select body from notice');
  expect(rows).toEqual([{ body: '' }]);
});

it('goes by the clock of the database, whatever that of the machine says', async () => {
  const ago = (days: number, at: number) => new Date(Date.now() - days * dayMs - at * 1_000).toISOString();
  await fillTables(
    db,
    [10, 3].flatMap((days) =>
      Array.from({ length: 20 }, (_, at) => ({ at: ago(days, at), names: [[days === 10 ? 0 : 1, 1, 1]] }) as const),
    ),
  );
  await addHook(db, receiver.url);
  receiver.answer = fail;
  const notifyWith = async (skewMs: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skewMs });
    await notifyOnce(db, { now: null });
    vi.useRealTimers();
  };
  // Ten minutes behind; then ahead, where a minute has not passed.
  await notifyWith(-600_000);
  await notifyWith(600_000);
  expect(receiver.received).toHaveLength(1);
  const signedAt = Number(/^t=(\d+),/.exec(`${receiver.received[0]?.headers['sightline-signature']}`)?.[1]);
  expect(Math.abs(signedAt - Date.now() / 1_000)).toBeLessThan(300);
  const { rows } = await db.pool.query(
    `select made_at > now() - interval '5 minutes' as made, next_at - made_at = interval '1 minute' as next from notice`,
  );
  expect(rows).toEqual([{ made: true, next: true }]);
});
