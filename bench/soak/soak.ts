// Queries, records and updates tiles concurrently for a time or a number of requests, and collects everything unexpected.

import { isDeepStrictEqual } from 'node:util';
import { connect, type Database } from '../../src/database/postgres.js';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { askOf, differing } from '../../test/support/fuzz/tiles.js';
import type { AnyRecord, RunRecord } from '../../test/support/naive/record.js';
import type { NaiveWorld } from '../../test/support/naive/world.js';
import { type ServerProcess, serverProcess } from '../../test/support/server-process.js';
import { memoryOf } from '../http/processes.js';
import { Random } from '../world.js';
import { worldInParts } from './oracle.js';
import { type Asked, nextQuestion } from './questions.js';
import { type Place, type RecorderProcess, startRecorder } from './recorder.js';
import { type Notes, reportOf, type Sample, type SoakReport } from './report.js';
import { burst, firstInstant, references, seed } from './world.js';

export interface SoakPlan {
  readonly databaseUrl: string;
  /** Where recorders run. */
  readonly folder: string;
  /** It ends after so many minutes, or so many requests. */
  readonly minutes?: number;
  readonly requests?: number;
  readonly clients: number;
  /** Runs that each brand has from the start, and how many lots of how many runs are recorded meanwhile. */
  readonly seeded: number;
  readonly bursts: number;
  readonly burstSize: number;
  /** One answer in so many is checked. */
  readonly checkEvery: number;
  /** So many are asked at the end, and all of these are checked. */
  readonly questionsAtEnd: number;
  readonly log?: (text: string) => void;
}

const adminKey = 'the-admin-key-of-the-soak';
/** As an operator has it, but for the log of what is in order. */
const serverSettings = { ADMIN_API_KEYS: adminKey, LOG_LEVEL: 'warn', READERS: '2' };

class Soak {
  readonly times = new Map<string, number[]>();
  readonly refused = new Map<number, number>();
  readonly wrong: string[] = [];
  readonly memory: Sample[] = [];
  asked = 0;
  checked = 0;
  comparedRaw = 0;
  private readonly started = performance.now();

  constructor(
    readonly plan: SoakPlan,
    readonly server: ServerProcess,
  ) {}

  get minutes(): number {
    return (performance.now() - this.started) / 60_000;
  }

  /** From 0 to 1. */
  get progress(): number {
    const { minutes, requests } = this.plan;
    return Math.max(minutes ? this.minutes / minutes : 0, requests ? this.asked / requests : 0);
  }

  /** Notes what must not be; the first hundred are enough. */
  note(what: string): void {
    if (this.wrong.length < 100) this.wrong.push(what.slice(0, 2_000));
  }

  /** Asks one question, and checks the answer where `world` is given. */
  async ask(asked: Asked, world: NaiveWorld | null): Promise<void> {
    this.asked++;
    await this.judge(asked, world).catch((error: Error) => {
      this.note(`${describe(asked)} got no answer: ${error.message} ${String(error.cause ?? '')}`);
    });
  }

  private async judge(asked: Asked, world: NaiveWorld | null): Promise<void> {
    const start = performance.now();
    const response = await this.send(asked);
    const text = await response.text();
    this.timesOf(asked.operation).push(performance.now() - start);
    if (this.isRefused(response, asked, text)) return;
    if (asked.again) await this.askAgain(asked, response.headers.get('etag') ?? '');
    const body = JSON.parse(text);
    if (body.errors) return this.note(`${describe(asked)} answered ${text}`);
    if (!world || !asked.expected) return;
    this.checked++;
    const answer = asked.graphql ? Object.values(body.data)[0] : body;
    const expected = JSON.parse(JSON.stringify(asked.expected(world)));
    if (!isDeepStrictEqual(answer, expected))
      this.note(`${describe(asked)} answered ${text}, not ${JSON.stringify(expected)}`);
  }

  private timesOf(operation: string): number[] {
    const times = this.times.get(operation) ?? [];
    this.times.set(operation, times);
    return times;
  }

  /** Whether there is no answer to judge; what is not meant is noted. */
  private isRefused({ status, headers }: Response, asked: Asked, text: string): boolean {
    if (status === 200) return false;
    if ((status === 429 || status === 503) && headers.has('retry-after'))
      this.refused.set(status, (this.refused.get(status) ?? 0) + 1);
    else this.note(`${describe(asked)} answered ${status}: ${text}`);
    return true;
  }

  private async askAgain(asked: Asked, etag: string): Promise<void> {
    const { status } = await this.send(asked, { 'if-none-match': etag });
    if (status !== 304 && status !== 503) this.note(`${describe(asked)} answered ${status} to its own tag, not 304`);
  }

  private send({ path, graphql }: Asked, more: Record<string, string> = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${adminKey}`, ...more };
    if (!graphql) return fetch(`${this.server.url}/api/v1${path}`, { headers });
    const body = JSON.stringify(graphql);
    return fetch(`${this.server.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
  }
}

function describe({ operation, path, graphql }: Asked): string {
  return `${operation} ${path ?? JSON.stringify(graphql?.variables)}`;
}

/** Runs a soak; whatever is wrong is in the report. */
export async function runSoak(plan: SoakPlan): Promise<SoakReport> {
  const { databaseUrl, folder, log = () => {} } = plan;
  const place: Place = { cwd: folder, env: { DATABASE_URL: databaseUrl } };
  await using db = connect(databaseUrl, { poolSize: 2, statementTimeoutMs: 0 });
  const first = seed(plan.seeded);
  log('recording what is there from the start');
  await recordAll(place, [...references(), ...first]);
  await using server = await serverProcess({ ...place.env, ...serverSettings });
  const soak = new Soak(plan, server);
  log(`asking ${server.url}`);
  const recorded = await together(soak, db, worldInParts(first), startRecorder(place));
  const minutes = soak.minutes;
  log('checking everything at the end');
  await checkAtEnd(soak, db, worldInParts([...first, ...recorded]));
  const status = await server.end();
  const troubles = server
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  soak.wrong.push(...troubles.map((line) => `the server logged ${line}`));
  if (status !== 0) soak.note(`the server ended with ${status}`);
  const notes: Notes = { ...soak, minutes, recorded: recorded.length };
  return reportOf(notes);
}

async function recordAll(place: Place, records: readonly AnyRecord[]): Promise<void> {
  const recorder = startRecorder(place);
  await recorder.give(records);
  const { status, stderr } = await recorder.finish();
  if (status !== 0) throw new Error(`Recording ended with ${status}: ${stderr}`);
}

/** Everything at once. Resolves to what was recorded meanwhile. */
async function together(
  soak: Soak,
  db: Database,
  world: NaiveWorld,
  recorder: RecorderProcess,
): Promise<readonly RunRecord[]> {
  const recorded: RunRecord[] = [];
  const record = async () => {
    for (let number = 0; number < soak.plan.bursts; number++) {
      await until(() => soak.progress >= number / soak.plan.bursts);
      const records = burst(number, soak.plan.burstSize, soak.plan.seeded);
      recorded.push(...records);
      await recorder.give(records);
    }
    const { status, stderr } = await recorder.finish();
    if (status !== 0) soak.note(`the recorder ended with ${status}: ${stderr}`);
  };
  const clients = Array.from({ length: soak.plan.clients }, (_, number) => ask(soak, new Random(number + 1), world));
  await Promise.all([...clients, record(), compareWithRaw(soak, db), watchMemory(soak)]);
  return recorded;
}

async function ask(soak: Soak, random: Random, world: NaiveWorld): Promise<void> {
  while (soak.progress < 1) {
    const isChecked = random.next() < 1 / soak.plan.checkEvery;
    await soak.ask(nextQuestion(random, soak.plan.seeded), isChecked ? world : null);
  }
}

/** The live brand's tiles against its raw rows, in one snapshot each, while it is being recorded and rolled. */
async function compareWithRaw(soak: Soak, db: Database): Promise<void> {
  const random = new Random(99);
  while (soak.progress < 1) {
    const start = firstInstant + Math.floor(random.next() * 80 * 96) * quarterMs;
    const window = { start, end: start + (1 + (random.word() % 60)) * dayMs };
    const asks = [
      askOf('live', window),
      askOf('live', window, { tags: ['crm'] }),
      askOf('live', window, { model: 'gemini' }),
    ];
    const different = await differing(db, asks);
    soak.comparedRaw += asks.length;
    if (different.length > 0) soak.note(`tiles and raw rows differ: ${JSON.stringify(different)}`);
    await pause(1_000);
  }
}

async function watchMemory(soak: Soak): Promise<void> {
  while (soak.progress < 1) {
    soak.memory.push({ minute: soak.minutes, mb: (await memoryOf(soak.server.child.pid ?? 0)) / 2 ** 20 });
    await pause(1_000);
  }
}

/** Nothing is recorded any more: every window of everything, over HTTP. */
async function checkAtEnd(soak: Soak, db: Database, world: NaiveWorld): Promise<void> {
  const random = new Random(4_711);
  for (let left = soak.plan.questionsAtEnd; left > 0; left--)
    await soak.ask(nextQuestion(random, soak.plan.seeded, true), world);
  const whole = { start: firstInstant, end: firstInstant + 200 * dayMs };
  const different = await differing(db, [askOf('still', whole), askOf('live', whole)]);
  if (different.length > 0) soak.note(`tiles and raw rows differ at the end: ${JSON.stringify(different)}`);
  const { rows } = await db.pool.query<{ runs: number }>(
    'select count(*)::integer as runs from run where brand_id = any($1)',
    [world.brands.map(({ id }) => id)],
  );
  if (rows[0]?.runs !== world.runs.length) soak.note(`${rows[0]?.runs} runs are recorded, not ${world.runs.length}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(50);
}
