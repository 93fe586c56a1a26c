// Notices: made once for each webhook, however many are at it, and sent until their receiver has accepted them, or a day is over.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { dayMs, hourMs } from '../domain/limits.js';
import { bodyOf, topicOf } from './message.js';
import { type News, type Period, readNews } from './news.js';
import { type Destination, type Message, type Posted, type PostOptions, post } from './post.js';
import type { Format } from './webhooks.js';

interface Receiver {
  readonly id: string;
  readonly format: Format;
}

/** Stores what is new to each webhook of the brand, all at once or not at all; resolves to the number of notices. */
function makeNotices(db: Database, news: News, now: Date): Promise<number> {
  return db.transaction(async (client) => {
    // Who makes notices of the brand as well waits here, and then finds these.
    const { rows: receivers } = await client.query<Receiver>(
      'select id, format from webhook where brand_id = $1 and id = any($2::uuid[]) order by id for update',
      [news.brand.id, news.webhookIds],
    );
    const told = await findTold(client, news);
    const made = receivers.flatMap((receiver) => {
      const fresh = freshOf(news, told.get(receiver.id) ?? new Set());
      return fresh ? [{ ...fresh, receiver, id: randomUUID() }] : [];
    });
    const bodies = made.map(({ id, news: fresh, receiver }) => bodyOf({ id, ...fresh }, receiver.format));
    await client.query(
      `insert into notice (brand_id, webhook_id, id, body, about, window_end, made_at, attempts, next_at, state)
       select $1, webhook_id, id, body, about, $2, $3, 0, $3, 'waiting'
         from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[]) as each (webhook_id, id, body, about)`,
      [
        ...[news.brand.id, new Date(news.period.window.end), now],
        ...[made.map(({ receiver }) => receiver.id), made.map(({ id }) => id)],
        ...[bodies, made.map(({ about }) => JSON.stringify(about))],
      ],
    );
    return made.length;
  });
}

/** What each webhook of the brand was told, or is being told, about windows that overlap this one; and whenever it was, of silence. */
async function findTold(client: pg.ClientBase, { brand, period, signals }: News) {
  const { rows } = await client.query<{ webhook_id: string; about: string }>(
    `select webhook_id, about from notice where brand_id = $1 and window_end > $2 and state <> 'given up'`,
    [brand.id, signals === null ? '-infinity' : new Date(period.window.start)],
  );
  const told = new Map<string, Set<string>>();
  for (const { webhook_id: id, about } of rows) {
    const topics = told.get(id) ?? new Set();
    for (const topic of JSON.parse(about) as string[]) topics.add(topic); // safe because this file wrote it
    told.set(id, topics);
  }
  return told;
}

const silence = 'silence since ';

/** What of the news a webhook has not been told, with its topics; `null`: it has been told everything. */
function freshOf(news: News, told: ReadonlySet<string>) {
  if (news.signals === null) {
    const topic = `${silence}${news.lastAnswerAt?.toISOString() ?? ''}`;
    // One that is told of is over once there is a later answer; where old ones were deleted, it is the same.
    const isTold = [...told].some((each) => each.startsWith(silence) && each >= topic);
    return isTold ? null : { news, about: [topic] };
  }
  const signals = news.signals.filter((each) => !told.has(topicOf(each, news)));
  return signals.length === 0
    ? null
    : { news: { ...news, signals }, about: signals.map((each) => topicOf(each, news)) };
}

/** What became of a notice that was tried. */
export interface Attempt extends Posted {
  readonly brandId: string;
  readonly webhookId: string;
  /** When it is tried again; `null`: never. */
  readonly nextAt: Date | null;
}

interface Due extends Destination, Message {
  readonly brandId: string;
  readonly webhookId: string;
  readonly attempts: number;
  readonly madeAt: Date;
}

/** Where notices are sent from: those of one brand, or all. */
interface Sending extends PostOptions {
  readonly brandId: string | null;
  readonly now: Date;
}

/** What time it is. Machines may differ on it; those that tell the same brands may not. */
export async function readNow({ pool }: Database): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select now()');
  const [row] = rows;
  if (!row) throw new Error('A statement that yields one row yielded none.');
  return row.now;
}

/**
 * Sends one notice that is due, that nobody else is sending, and whose brand is still there; `null` where there is none. Killed amid it, it is due
 * again, with its id.
 */
function sendNext(db: Database, { brandId, now, ...options }: Sending): Promise<Attempt | null> {
  return db.transaction(async (client) => {
    const { rows } = await client.query<Due>(
      `select notice.brand_id as "brandId", notice.webhook_id as "webhookId", notice.id, body, attempts, made_at as "madeAt",
              clock_timestamp() as "sentAt", url, secret, allow_private as "allowPrivate"
         from notice join webhook on webhook.id = notice.webhook_id
        where state = 'waiting' and next_at <= $1 and ($2::text is null or notice.brand_id = $2)
          and exists (select from brand where brand.id = notice.brand_id)
        order by made_at, notice.id limit 1 for update of notice skip locked`,
      [now, brandId],
    );
    const [due] = rows;
    if (!due) return null;
    const posted = await post(due, due, options);
    const nextAt = posted.isAccepted ? null : nextAttempt(due, now);
    const state = posted.isAccepted ? 'sent' : nextAt ? 'waiting' : 'given up';
    // What is not sent again need not be kept: it may name what is deleted later.
    await client.query(
      `update notice set state = $2, next_at = coalesce($3, next_at), attempts = $4, body = case when $2 = 'waiting' then body else '' end
        where id = $1`,
      [due.id, state, nextAt, due.attempts + 1],
    );
    return { brandId: due.brandId, webhookId: due.webhookId, ...posted, nextAt };
  });
}

/** A minute after the first failure, then twice as long each time, at most six hours; none once a day is over. */
function nextAttempt({ attempts, madeAt }: Due, now: Date): Date | null {
  if (now.getTime() - madeAt.getTime() >= dayMs) return null;
  return new Date(now.getTime() + Math.min(60_000 * 2 ** attempts, 6 * hourMs));
}

/** How many notices are still to be sent. */
async function countWaiting({ pool }: Database, brandId: string | null): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from notice
      where state = 'waiting' and ($1::text is null or brand_id = $1) and exists (select from brand where brand.id = brand_id)`,
    [brandId],
  );
  return rows[0]?.waiting ?? 0;
}

/** The brands that have a webhook. */
async function brandsToTell({ pool }: Database, brandId: string | null) {
  const { rows } = await pool.query<{ id: string }>(
    `select id from brand
      where id in (select brand_id from webhook) and ($1::text is null or id = $1) order by id collate "C"`,
    [brandId],
  );
  return rows.map(({ id }) => id);
}

interface Notifying extends Sending {
  readonly period: Period;
  /** Called for every notice that was tried. */
  readonly onAttempt: (attempt: Attempt) => void;
  /** Called for every brand whose signals cannot be read, with why; those of the others are sent all the same. */
  readonly onFailure: (brandId: string, error: unknown) => void;
}

/** So many notices are sent at once, each on a connection of its own: a receiver that hangs holds up few others. */
const atOnce = 4;

/**
 * `sightline notify` without its command line: makes the notices that are new, then sends what is due. Resolves to the number of brands that have a webhook,
 * and of the notices that are still to be sent.
 */
export async function notify(db: Database, { period, onAttempt, onFailure, ...sending }: Notifying) {
  const brandIds = await brandsToTell(db, sending.brandId);
  for (const brandId of brandIds) {
    try {
      const news = await readNews(db, brandId, period);
      if (news) await makeNotices(db, news, sending.now);
    } catch (error) {
      if (!db.isDistributed && isUnavailable(error)) throw error;
      onFailure(brandId, error);
    }
  }
  const sendAll = async () => {
    for (let attempt = await sendNext(db, sending); attempt; attempt = await sendNext(db, sending)) onAttempt(attempt);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, db.pool.options.max) }, sendAll));
  return { brands: brandIds.length, waiting: await countWaiting(db, sending.brandId) };
}
