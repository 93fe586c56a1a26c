// Reads in turn: some at once, some that wait, and a refusal for the rest.

import { expect, it } from 'vitest';
import { bounded } from '../../src/database/bounded.js';
import { AppError } from '../../src/errors.js';
import { storeKey, testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { gate } from '../support/gate.js';
import { fillTables } from '../support/rows.js';

it('lets so many read at once, so many wait, and refuses the rest with a time to come again', async () => {
  await using db = await testDatabase();
  const reading = bounded(db, { concurrent: 2, queued: 3 });
  const { open, opened } = gate();
  let most = 0;
  const reads = Array.from({ length: 8 }, () =>
    reading.snapshot(async () => {
      most = Math.max(most, reading.reads().running);
      await opened;
      return 'read';
    }),
  );
  const ends = Promise.allSettled(reads);
  await Promise.allSettled(reads.slice(5));
  expect(reading.reads()).toEqual({ running: 2, waiting: 3, refused: 3 });
  open();
  const settled = await ends;
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const end of settled.slice(5)) {
    const error = end.status === 'rejected' ? end.reason : null;
    expect(error).toBeInstanceOf(AppError);
    expect([error.code, error.headers['Retry-After']]).toEqual(['unavailable', '2']);
  }
  expect(most).toBe(2);
  expect(await reading.snapshot(async () => 'again')).toBe('again');
});

it('lets one key read half of them at once, so that others do not wait for it', async () => {
  await using db = await testDatabase();
  const reading = bounded(db, { concurrent: 4, queued: 20 });
  const { open, opened } = gate();
  const started: string[] = [];
  const read = (key: string) =>
    reading.of(key).snapshot(async () => {
      started.push(key);
      await opened;
    });
  const reads = Array.from({ length: 8 }, () => read('dear'));
  await Promise.all([reading.of('other').snapshot(async () => 'read'), reading.of('third').autocommit(async () => 1)]);
  await expect.poll(() => started.length).toBeGreaterThan(1);
  const startedBefore = [...started];
  open();
  await Promise.all(reads);
  expect(startedBefore).toEqual(['dear', 'dear']);
  expect(started).toHaveLength(8);
});

it('lets reads of one key fill half of the queue, so that others may still wait', async () => {
  await using db = await testDatabase();
  const reading = bounded(db, { concurrent: 2, queued: 4 });
  const { open, opened } = gate();
  const dear = Array.from({ length: 8 }, () => reading.of('dear').snapshot(() => opened));
  const ends = Promise.allSettled(dear);
  const other = reading.of('other').snapshot(async () => 'read');
  const third = reading.of('third').autocommit(async () => 'read too');
  for (const refused of dear.slice(3)) await expect(refused).rejects.toThrow('Too many reads of this key are waiting');
  expect(await Promise.all([other, third])).toEqual(['read', 'read too']);
  open();
  expect((await ends).map(({ status }) => status === 'fulfilled')).toEqual(dear.map((_, place) => place < 3));
  expect(await reading.of('dear').snapshot(async () => 'again')).toBe('again');
});

it('answers a key over REST and GraphQL while all that another may read at once goes on', async () => {
  await using db = await testDatabase();
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  const { open, opened } = gate();
  let held = 0;
  const holding = async () => {
    held += 1;
    if (held <= 3) await opened;
  };
  const slow: typeof db = {
    ...db,
    snapshot: async (work, signal) => holding().then(() => db.snapshot(work, signal)),
    autocommit: async (work, signal) => holding().then(() => db.autocommit(work, signal)),
  };
  await using app = await testApp(slow, { maxConcurrentReads: 6, poolSize: 8 });
  const path = (day: number) =>
    `/api/v1/brands/acme-crm/analytics?start=2026-02-${String(day).padStart(2, '0')}T00:00:00Z&end=2026-03-02T00:00:00Z`;
  const dear = Array.from({ length: 9 }, (_, day) => app.get(path(day + 1)));
  const { token } = await storeKey(db, { organizationId: 'acme' });
  await expect.poll(() => held).toBe(3);
  const { status } = await app.get(path(20), token);
  const heldThen = held;
  open();
  expect([status, heldThen]).toEqual([200, 4]);
  expect((await Promise.all(dear)).map(({ status }) => status)).toEqual(dear.map(() => 200));
});

it('answers 503 over REST and GraphQL where too many wait, and still answers what reads no figures', async () => {
  await using db = await testDatabase();
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  const { open, opened } = gate();
  const slow: typeof db = {
    ...db,
    snapshot: async (work) => opened.then(() => db.snapshot(work)),
    autocommit: async (work) => opened.then(() => db.autocommit(work)),
  };
  const app = await testApp(slow, { maxConcurrentReads: 1, maxQueuedReads: 1 });
  // Each asks something else: equal questions would wait for one answer.
  const end = (day: number) => `2026-03-0${day + 2}T00:00:00Z`;
  const figures = (day: number) => `/api/v1/brands/acme-crm/analytics?start=2026-03-01T00:00:00Z&end=${end(day)}`;
  const document = (day: number) =>
    `{ brandAnalytics(brandId: "acme-crm", start: "2026-03-01T00:00:00Z", end: "${end(day)}") { visibility { current } } }`;
  const asked = Array.from({ length: 6 }, (_, day) => (day % 2 ? app.graphql(document(day)) : app.get(figures(day))));
  const refused: Awaited<(typeof asked)[number]>[] = [];
  await new Promise<void>((resolve) => {
    for (const each of asked) void each.then((reply) => refused.push(reply) === 4 && resolve());
  });
  for (const { status, headers, body } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect((body.errors?.[0].extensions ?? body).code).toBe('unavailable');
  }
  expect((await app.get('/api/v1/models')).status).toBe(200);
  expect((await app.get('/health/ready', null)).status).toBe(200);
  open();
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(2);
});

it('does not refuse a request whose first read was let through, and that reads again in a snapshot', async () => {
  await using db = await testDatabase();
  const reading = bounded(db, { concurrent: 1, queued: 0 });
  const { signal } = new AbortController();
  const { open, opened } = gate();
  await reading.autocommit(async () => null, signal);
  const other = reading.snapshot(() => opened);
  const again = reading.snapshot(async () => 'read', signal);
  await expect(reading.snapshot(async () => 'refused')).rejects.toThrow('Too many reads are waiting');
  open();
  await other;
  expect(await again).toBe('read');
});
