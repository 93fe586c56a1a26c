// Two servers that keep answers, over one database, many clients, and a recorder that writes all the while: no answer is older than what was
// reported as recorded before its request was sent. The same test finds older ones where versions are read after the data that is kept under them.

import { expect, it } from 'vitest';
import { openApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { connect, type Database } from '../../src/database/postgres.js';
import { createVersions } from '../../src/loaders/versions.js';
import { type Answer, type AnswerStore, createAnswerStore } from '../../src/server/answers/answers.js';
import { type AnswerKey, keyAt } from '../../src/server/answers/etag.js';
import { createLog } from '../../src/server/watch/log.js';
import { keepRolling } from '../../src/tiles/roll/rolling.js';
import { adminKey } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { plainRun, recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand, prompts } = smallWorldIds;
const commits = 9;
const clientsOfEach = 6;
/** So many requests are answered between two commits, that some of them are the same. */
const answersBetween = 16;
const storeBytes = 10_000_000;

/** What was recorded, each a number that grows with every commit: runs, and the label of a model, which all brands share. */
interface Recorded {
  readonly runs: number;
  readonly label: number;
}

interface Question {
  readonly path: string;
  readonly body?: string;
  /** Whether the client sends the tag of its last answer. */
  readonly hasCopy?: true;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer
  readonly read: (body: any) => Partial<Recorded>;
}

const window = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const inWindow = new URLSearchParams(window);
const query = `query ($id: ID!, $start: DateTime!, $end: DateTime!) {
  brandAnalytics(brandId: $id, start: $start, end: $end) { totals { runs } models { model label } }
}`;
const variables = { id: brand, ...window };
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
const labelIn = (models: any[], name: string) => Number(models.find((each) => each[name] === 'chatgpt').label);
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
const figures = ({ totals, models }: any) => ({ runs: totals.runs, label: labelIn(models, 'model') });

const questions: readonly Question[] = [
  { path: `/api/v1/brands/${brand}/analytics?${inWindow}`, read: figures },
  { path: `/api/v1/brands/${brand}/analytics?${inWindow}`, hasCopy: true, read: figures },
  { path: `/api/v1/brands/${brand}/runs?${inWindow}`, read: ({ total }) => ({ runs: total }) },
  { path: `/api/v1/prompts/${prompts.best}/runs?${inWindow}`, read: ({ pagination }) => ({ runs: pagination.total }) },
  { path: '/api/v1/models', read: ({ data }) => ({ label: labelIn(data, 'id') }) },
  {
    path: '/graphql',
    body: JSON.stringify({ query, variables }),
    read: ({ data }) => figures(data.brandAnalytics),
  },
  {
    path: `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`,
    hasCopy: true,
    read: ({ data }) => figures(data.brandAnalytics),
  },
];

interface Outcome {
  /** What was answered that is older than what had been reported. */
  readonly older: readonly string[];
  readonly hits: number;
  readonly confirmed: number;
  readonly statuses: ReadonlySet<number>;
}

/** Counts what happens, so that others can wait for the next time. */
class Signal {
  count = 0;
  #waiting: (() => void)[] = [];

  raise(): void {
    this.count += 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async reach(count: number): Promise<void> {
    while (this.count < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Lets clients ask two servers, each with a store of its own, while a recorder writes. */
async function watch(storeFor: (db: Database, committed: Signal) => AnswerStore | null): Promise<Outcome> {
  await using db = await testDatabase();
  // Only the prompt that is asked for has runs in the window.
  await recordAll(
    db,
    smallWorld().filter(({ type }) => type !== 'run'),
  );
  await using _rolling = keepRolling(db, { pauseMs: 20, onError: (error) => expect.fail(String(error)) });
  const [committed, answered] = [new Signal(), new Signal()];
  let reported: Recorded = { runs: 0, label: 0 };
  const write = async () => {
    for (let next = 1; next <= commits; next += 1) {
      const label = next % 3 === 0 ? reported.label + 1 : reported.label;
      const record = next % 3 === 0 ? { type: 'model', id: 'chatgpt', label: String(label) } : runOf(next);
      await recordAll(db, next === 1 ? [{ type: 'model', id: 'chatgpt', label: '0' }, record] : [record]);
      reported = { runs: reported.runs + (next % 3 === 0 ? 0 : 1), label };
      committed.raise();
      await answered.reach(answered.count + answersBetween);
    }
  };
  const [older, statuses] = [[] as string[], new Set<number>()];
  let [hits, confirmed] = [0, 0];
  let isWriting = true;
  const client = async (urls: readonly string[], first: number) => {
    const copies = new Map<Question, { readonly etag: string; readonly seen: Partial<Recorded> }>();
    await committed.reach(1);
    for (let turn = first; isWriting; turn += 1) {
      // Each twice, so that some have a copy of what is still so.
      const question = questions[Math.floor(turn / 2) % questions.length] as Question; // safe because of the remainder
      const before = reported;
      const copy = question.hasCopy && copies.get(question);
      const response = await fetch(
        `${urls[(turn + first) % 2]}${question.path}`,
        requestOf(question, copy ? copy.etag : null),
      );
      statuses.add(response.status);
      const body = await response.text();
      const seen = copy && response.status === 304 ? copy.seen : question.read(JSON.parse(body));
      if (response.status === 304) confirmed += 1;
      copies.set(question, { etag: response.headers.get('etag') ?? '', seen });
      const { runs = before.runs, label = before.label } = seen;
      if (runs < before.runs || label < before.label)
        older.push(`${question.path}: ${JSON.stringify(seen)} after ${JSON.stringify(before)}`);
      answered.raise();
    }
  };
  const log = createLog('info', {
    write: (line) => {
      if (JSON.parse(line).cache === 'hit') hits += 1;
    },
  });
  await using first = await serve(db, log, (own) => storeFor(own, committed));
  await using second = await serve(db, log, (own) => storeFor(own, committed));
  const urls = [first.url, second.url];
  const clients = Array.from({ length: 2 * clientsOfEach }, (_, index) => client(urls, index));
  await write().finally(() => {
    isWriting = false;
  });
  await Promise.all(clients);
  return { older, hits, confirmed, statuses };
}

function runOf(number: number) {
  return plainRun(number, { createdAt: new Date(Date.UTC(2026, 2, 1 + (number % 28), 10)).toISOString() });
}

function requestOf({ body }: Question, etag: string | null): RequestInit {
  const headers = { authorization: `Bearer ${adminKey}`, ...(etag ? { 'if-none-match': etag } : {}) };
  return body ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body } : { headers };
}

/** A server with connections of its own, at an address. */
async function serve(
  { url, isDistributed }: TestDatabase,
  log: ReturnType<typeof createLog>,
  storeFor: (db: Database) => AnswerStore | null,
) {
  const db = connect(url, { poolSize: 6, statementTimeoutMs: 60_000, isDistributed });
  const answerStore = storeFor(db);
  const config = readConfig({ ADMIN_API_KEYS: adminKey });
  const app = await openApp(config, { db, log, ...(answerStore ? { answerStore } : {}) });
  const server = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]();
    },
  };
}

/** Keeps an answer under the versions that its data has after the next commit, as if they were read after the data. */
function lateStore(db: Database, committed: Signal): AnswerStore | null {
  const store = createAnswerStore(storeBytes);
  const versionsOf = createVersions(db);
  if (!store) return null;
  const keepLate = async ({ versions, question }: AnswerKey, answer: Answer) => {
    await committed.reach(committed.count + 1);
    // The version of a brand is longer than that of what all brands share.
    const [found] = await versionsOf([versions.length > 36 ? { brandId: brand } : 'shared']);
    if (found) store.keep(keyAt(found.version, question), answer);
  };
  return { ...store, keep: (key, answer) => void keepLate(key, answer).catch(() => {}) };
}

it('no answer is older than what was reported before its request', async () => {
  // Until answers were sent again and confirmed.
  for (let isOver = false; !isOver; ) {
    const { older, hits, confirmed, statuses } = await watch(() => createAnswerStore(storeBytes));
    expect(older).toEqual([]);
    expect([200, 304]).toEqual(expect.arrayContaining([...statuses]));
    isOver = hits > commits && confirmed > 0;
  }
});

it('answers that are kept under versions read after their data are found to be older', async () => {
  // Until one is: in which round it is, depends on who comes first.
  while ((await watch(lateStore)).older.length === 0);
});
