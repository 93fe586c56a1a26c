// A server that reads on a standby, whose replay stops and goes on while a recorder writes and clients ask: no answer is older than what was reported as
// recorded before its request was sent.

import { expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { keepRolling } from '../../src/tiles/roll/rolling.js';
import { type TestApp, testApp } from '../support/app.js';
import { until } from '../support/embedded.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { startReplication } from '../support/replication.js';

const { brand, prompts } = smallWorldIds;
const window = 'start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z';
const document = `query ($id: ID!) {
  brandAnalytics(brandId: $id, start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z") { totals { runs } }
}`;
const metricsToken = 'token-of-the-metrics';
const commits = 20;
const clients = 4;
/** So many answers between two commits that some are of the standby. */
const answersBetween = 12;

type Question = (app: TestApp, etag: string | null) => Promise<Answered>;

interface Answered {
  /** `null`: the copy of the client was confirmed. */
  readonly runs: number | null;
  readonly etag: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
const asked = (path: string, runsOf: (body: any) => number): Question => {
  return async (app, etag) => {
    const reply = await app.send(path, etag === null ? {} : { headers: { 'if-none-match': etag } });
    expect([200, 304]).toContain(reply.status);
    return { runs: reply.status === 304 ? null : runsOf(reply.body), etag: reply.headers.get('etag') };
  };
};

const questions: readonly Question[] = [
  asked(`/api/v1/brands/${brand}/analytics?${window}`, ({ totals }) => totals.runs),
  asked(`/api/v1/brands/${brand}/runs?${window}`, ({ total }) => total),
  asked(`/api/v1/prompts/${prompts.best}/runs?${window}`, ({ pagination }) => pagination.total),
  async (app) => {
    const { body } = await app.graphql(document, { id: brand });
    return { runs: body.data.brandAnalytics.totals.runs, etag: null };
  },
];

function runOf(number: number) {
  const id = `0c9d0000-0000-4000-b000-${String(number).padStart(12, '0')}`;
  const createdAt = new Date(Date.UTC(2026, 2, 1 + (number % 28), 10)).toISOString();
  return { type: 'run', id, promptId: prompts.best, model: 'chatgpt', provider: 'openai', createdAt, answer: 'x' };
}

it('no answer is older than what was reported before its request', async () => {
  await using replication = await startReplication();
  await using primary = connect(replication.primary.url, { poolSize: 8, statementTimeoutMs: 60_000 });
  await recordAll(
    primary,
    smallWorld().filter(({ type }) => type !== 'run'),
  );
  await using _rolling = keepRolling(primary, { pauseMs: 50, onError: (error) => expect.fail(String(error)) });
  await using app = await testApp(primary, { readDatabaseUrl: replication.standby.url, metricsToken });
  await until(() => app.replica?.state().trouble === null);
  let [reported, answered, isWriting] = [0, 0, true];
  const older: string[] = [];
  const client = async (first: number) => {
    const copies = new Map<Question, { readonly etag: string | null; readonly runs: number }>();
    for (let turn = first; isWriting; turn += 1) {
      const question = questions[turn % questions.length] as Question; // safe because of the remainder
      const [before, copy] = [reported, copies.get(question)];
      const { runs, etag } = await question(app, turn % 3 === 0 ? (copy?.etag ?? null) : null);
      const seen = runs ?? copy?.runs ?? 0;
      if (seen < before) older.push(`${questions.indexOf(question)}: ${seen} after ${before}`);
      copies.set(question, { etag, runs: seen });
      answered += 1;
    }
  };
  const write = async () => {
    for (let next = 1; next <= commits; next += 1) {
      if (next % 4 === 1) await replication.pause();
      await recordAll(primary, [runOf(next)]);
      reported = next;
      const enough = answered + answersBetween;
      await until(() => answered >= enough);
      if (next % 4 === 2) await replication.resume();
    }
  };
  const asking = Array.from({ length: clients }, (_, first) => client(first));
  await write().finally(() => {
    isWriting = false;
  });
  await Promise.all(asking);
  expect(older).toEqual([]);
  const { text } = await app.get('/metrics', metricsToken);
  const countOf = (outcome: string) =>
    Number(new RegExp(`^sightline_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  expect(countOf('replica')).toBeGreaterThan(0);
  expect(countOf('behind')).toBeGreaterThan(0);
});
