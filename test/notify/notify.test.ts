// What is posted, to whom, and when it is posted again: with real receivers over HTTP.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../src/domain/limits.js';
import { deleteBrand } from '../../src/recording/delete/delete-brand.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { untilBlocked } from '../support/holding.js';
import { addHook, later, monday, notifyOnce, runsOn } from '../support/notifying.js';
import { isSigned, openReceiver, type Receiver } from '../support/receiver.js';
import { fillTables, prompts, settleRows } from '../support/rows.js';

let db: TestDatabase;
let receiver: Receiver;
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
const directions = () =>
  bodies().map(({ signals }) =>
    signals.map(({ difference }: { difference: number }) => (difference > 0 ? 'up' : 'down')),
  );

beforeEach(async () => {
  db = await testDatabase();
  receiver = await openReceiver();
  // Named in the week of the 2nd, not in that of the 9th, and again in that of the 16th.
  await fillTables(db, [...runsOn(3, true), ...runsOn(10, false), ...runsOn(19, true)]);
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

describe('a notice', () => {
  it('has the signals of the last whole window, signed, with an id', async () => {
    const { secret } = await addHook(db, `${receiver.url}/hook`);
    expect(await notifyOnce(db)).toEqual({ status: 0, said: 'Sent 1 notice; 0 left to be sent.\n' });
    const [request] = receiver.received;
    const [body] = bodies();
    const subject = { model: null, tag: null, market: null, company: null, domain: null };
    expect(body).toMatchObject({
      ...{ kind: 'signals', brandId: 'acme-crm', brand: 'Acme CRM', timeZone: 'UTC', tested: 1 },
      window: { start: '2026-03-09T00:00:00.000Z', end: '2026-03-16T00:00:00.000Z' },
      compared: { start: '2026-03-02T00:00:00.000Z', end: '2026-03-09T00:00:00.000Z' },
      signals: [{ kind: 'promptVisibility', subject: { ...subject, promptId: prompts.best, prompt: 'best crm' } }],
    });
    expect(body.signals[0]).toMatchObject({ before: 1, after: 0, difference: -1 });
    expect(request?.headers['sightline-id']).toBe(body.id);
    expect(request && [isSigned(request, secret), isSigned(request, `${secret}x`)]).toEqual([true, false]);
  });

  it('is sent where the signals of another brand cannot be read', async () => {
    await db.pool.query(`insert into brand select 'aaa', organization_id, 'Aaa', '{}', '{}' from brand limit 1`);
    await addHook(db, receiver.url, { brand: 'aaa' });
    await addHook(db, receiver.url);
    let asked = 0;
    // As a statement that takes too long.
    const failing: typeof db.snapshot = (...given) =>
      asked++ === 0 ? Promise.reject(new Error('canceling statement')) : db.snapshot(...given);
    const { status, said } = await notifyOnce({ ...db, snapshot: failing });
    expect([status, bodies().map(({ brandId }) => brandId)]).toEqual([1, ['acme-crm']]);
    expect(said).toContain('aaa: its signals cannot be read: canceling statement; the next run asks again.');
  });

  it('has the days of a zone', async () => {
    await addHook(db, receiver.url);
    await notifyOnce(db, { timeZone: 'America/New_York' });
    expect(bodies()[0].window).toEqual({ start: '2026-03-09T04:00:00.000Z', end: '2026-03-16T04:00:00.000Z' });
  });

  it('is for Slack a text in which what is recorded addresses nobody and leads nowhere', async () => {
    await db.pool.query(`update prompt set text = E'best <!channel>\\n& <https://evil.example|crm>'`);
    await addHook(db, receiver.url, { format: 'slack' });
    await notifyOnce(db);
    expect(bodies()).toEqual([
      {
        text:
          '*Acme CRM*: 1 signal, 2026-03-09 to 2026-03-15 compared with 2026-03-02 to 2026-03-08\n' +
          '• prompt best &lt;!channel&gt; &amp; &lt;https://evil.example|crm&gt;: visibility 100.0 % → 0.0 % (q < 0.0001)',
      },
    ]);
  });

  it('is for Slack not longer than Slack takes, whatever is recorded', async () => {
    await db.pool.query(`update prompt set text = repeat('🍩', 2000)`);
    await addHook(db, receiver.url, { format: 'slack' });
    await notifyOnce(db);
    expect(bodies()[0].text).toMatch(/\n• prompt (🍩){299}…: visibility [^\n]+$/u);
  });

  it('does not repeat a signal within its window, tells one in the other direction, and tells it again afterwards', async () => {
    await addHook(db, receiver.url);
    for (const days of [0, 0, 1]) expect((await notifyOnce(db, { now: later(days * dayMs) })).status).toBe(0);
    expect(directions()).toEqual([['down']]);
    // The window of the 16th is compared with that of the 9th.
    await notifyOnce(db, { now: later(7 * dayMs) });
    expect(directions()).toEqual([['down'], ['up']]);
    await notifyOnce(db, { now: later(8 * dayMs) });
    expect(directions()).toHaveLength(2);
    // Another window of a week that does not overlap the first: the same kind, subject and direction are news again.
    await db.pool.query(
      `update run set created_at = (created_at at time zone 'UTC' + interval '7 days') at time zone 'UTC'`,
    );
    await settleRows(db, 'acme-crm');
    await notifyOnce(db, { now: later(7 * dayMs) });
    expect(directions()).toEqual([['down'], ['up'], ['down']]);
  });

  it('goes once to each webhook, however many notify at once', async () => {
    const other = await openReceiver();
    await addHook(db, receiver.url);
    await addHook(db, other.url);
    const ended = await Promise.all(Array.from({ length: 6 }, () => notifyOnce(db)));
    await notifyOnce(db);
    expect([receiver.received.length, other.received.length, ended.length]).toEqual([1, 1, 6]);
    expect(receiver.received[0]?.headers['sightline-id']).not.toBe(other.received[0]?.headers['sightline-id']);
    await other[Symbol.asyncDispose]();
  });

  it('is made once by two that have found the same signals', async () => {
    await addHook(db, receiver.url);
    const both = await db.transaction(async (client) => {
      await client.query('select from webhook for update');
      const notifying = [notifyOnce(db), notifyOnce(db)];
      await untilBlocked(db, 2);
      return { notifying };
    });
    await Promise.all(both.notifying);
    await notifyOnce(db);
    expect(receiver.received).toHaveLength(1);
  });

  it('says once that a brand has no answers, and again after it had some', async () => {
    await addHook(db, receiver.url, { brand: 'acme-desk' });
    await addHook(db, receiver.url, { format: 'slack' });
    const silentFrom = (days: number) => notifyOnce(db, { now: later(days * dayMs) });
    await silentFrom(30);
    await silentFrom(31);
    await silentFrom(200);
    expect(bodies()).toHaveLength(2);
    expect(bodies()).toContainEqual({ text: '*Acme CRM*: no answers since 2026-03-19T10:00:19.000Z' });
    expect(bodies()).toContainEqual(
      expect.objectContaining({ kind: 'silence', brandId: 'acme-desk', signals: [], lastAnswerAt: null }),
    );
    await db.pool.query(`delete from run where created_at > '2026-03-18'`);
    await silentFrom(201);
    expect(bodies()).toHaveLength(2);
    await db.pool.query(
      `update run set created_at = (created_at at time zone 'UTC' + interval '1 month') at time zone 'UTC'`,
    );
    await silentFrom(202);
    expect(bodies().slice(2)).toEqual([{ text: '*Acme CRM*: no answers since 2026-04-10T10:00:19.000Z' }]);
  });

  it('goes nowhere once its webhook is removed, or its brand is deleted', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    await addHook(db, receiver.url);
    expect((await notifyOnce(db, { now: monday })).status).toBe(1);
    await deleteBrand(db, 'acme-crm', null);
    const { rows } = await db.pool.query('select id from webhook union all select id from notice');
    expect(rows).toEqual([]);
    expect((await notifyOnce(db, { now: later(dayMs) })).status).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });
});
