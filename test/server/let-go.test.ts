// What a request leaves behind: Node keeps a signal that is made of others as long as anyone listens to it, and with it all that the listener holds.

import { expect, it } from 'vitest';
import { createRequestSnapshot } from '../../src/database/replica/request-snapshot.js';
import { collectGarbage } from '../support/garbage.js';
import { base, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => recordAll(db, base));

const isKept = async (made: readonly WeakRef<AbortSignal>[]) => {
  await collectGarbage();
  return made.some((signal) => signal.deref());
};

it('is no signal of a snapshot', async () => {
  const requested = new AbortController();
  const read = async () => {
    const signal = AbortSignal.any([requested.signal]);
    const snapshot = createRequestSnapshot(db, signal, null);
    await snapshot.read((client) => client.query('select 1'));
    await snapshot.end();
    return new WeakRef(signal);
  };
  const made = [await read(), await read()];
  await expect.poll(() => isKept(made)).toBe(false);
  requested.abort();
});

it('is no signal of a recording, nor of an export', async () => {
  const made: WeakRef<AbortSignal>[] = [];
  const { any } = AbortSignal;
  AbortSignal.any = (signals) => {
    const signal = any.call(AbortSignal, signals);
    made.push(new WeakRef(signal));
    return signal;
  };
  try {
    const headers = { 'content-type': 'application/x-ndjson' };
    const body = `${JSON.stringify(run({ id: id(2_000) }))}\n`;
    expect((await app.send('/api/v1/records', { method: 'POST', body, headers })).body.recorded.runs).toBe(1);
    const list = '/api/v1/brands/crm/citations/domains?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
    expect((await app.send(list, { headers: { accept: 'text/csv' } })).status).toBe(200);
  } finally {
    AbortSignal.any = any;
  }
  expect(made.length).toBeGreaterThanOrEqual(2);
  await expect.poll(() => isKept(made)).toBe(false);
});
