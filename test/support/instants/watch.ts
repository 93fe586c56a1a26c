// Clients that ask servers while two recorders write: each answer is to be that of an instant between the sending of its request and its arrival.

import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../src/database/postgres.js';
import type { TestApp } from '../app.js';
import type { NaiveWorld } from '../naive/world.js';
import { numbersFrom } from '../random/mulberry.js';
import { recordAll } from '../records.js';
import type { History } from './history.js';
import { type InstantQuestion, instantQuestions } from './questions.js';

/** So many answers arrive between two batches of a recorder. */
const answersBetween = 6;
const clientsOfEach = 3;

export interface Watched {
  /** What was answered that was never so while it was asked. */
  readonly impossible: readonly string[];
  readonly answers: number;
  /** Answers that confirmed the copy of a client. */
  readonly confirmed: number;
  /** Answers while a batch was under way: there was more than one possible answer. */
  readonly overlapping: number;
}

interface Watch {
  readonly seed: number;
  readonly history: History;
  readonly recorders: readonly [Database, Database];
  readonly servers: readonly TestApp[];
  /** Called after each batch of the first recorder. */
  readonly onBatch?: (number: number) => Promise<void>;
}

/** Records the whole history, and asks until all of it is recorded. */
export async function watchInstants({ seed, history, recorders, servers, onBatch }: Watch): Promise<Watched> {
  const [sent, reported] = [
    [0, 0],
    [0, 0],
  ] as [[number, number], [number, number]];
  const [impossible, signal] = [[] as string[], createSignal()];
  let [answers, confirmed, overlapping, isWriting] = [0, 0, 0, true];
  const write = async (recorder: 0 | 1) => {
    for (const [index, batch] of history.batches[recorder].entries()) {
      sent[recorder] = index + 1;
      await recordAll(recorders[recorder], batch);
      reported[recorder] = index + 1;
      if (recorder === 0) await onBatch?.(index + 1);
      await signal.reach(answers + answersBetween, () => answers);
    }
  };
  const client = async (server: TestApp, number: number) => {
    const questions = instantQuestions(numbersFrom(seed + number));
    const copies = new Map<InstantQuestion, Copy>();
    for (let turn = number; isWriting; turn += 1) {
      // Each twice, so that some have a copy of what is still so.
      const question = questions[Math.floor(turn / 2) % questions.length] as InstantQuestion; // safe because of the remainder
      const copy = copies.get(question);
      const from: readonly [number, number] = [...reported];
      const reply = await ask(server, question, copy);
      const to: readonly [number, number] = [...sent];
      const candidates = worldsBetween(history, from, to);
      answers += 1;
      if (reply.isConfirmed) confirmed += 1;
      if (candidates.length > 1) overlapping += 1;
      if (!candidates.some((world) => isDeepStrictEqual(question.expected(world), reply.body)))
        impossible.push(describe(question, reply, { from, to, candidates }));
      copies.set(question, reply);
      signal.raise();
    }
  };
  const asking = servers.flatMap((server, place) =>
    Array.from({ length: clientsOfEach }, (_, number) => client(server, place * clientsOfEach + number)),
  );
  await Promise.all([write(0), write(1)]).finally(() => {
    isWriting = false;
  });
  await Promise.all(asking);
  return { impossible, answers, confirmed, overlapping };
}

/** The last answer to a question. */
interface Copy {
  readonly etag: string | null;
  readonly body: unknown;
  readonly isConfirmed: boolean;
}

async function ask(server: TestApp, { path, body, answered }: InstantQuestion, copy: Copy | undefined): Promise<Copy> {
  const condition = copy?.etag ? { 'if-none-match': copy.etag } : {};
  const post = { method: 'POST', body: body ?? '' };
  const headers = { ...condition, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const reply = await server.send(path, { headers, ...(body === undefined ? {} : post) });
  if (reply.status === 304 && copy) return { ...copy, isConfirmed: true };
  if (reply.status !== 200) throw new Error(`${path} answers ${reply.status}: ${reply.text}`);
  // What filters find nothing of is said beside the figures.
  const { notices: _, ...figures } = reply.body;
  return { etag: reply.headers.get('etag'), body: answered(figures), isConfirmed: false };
}

type Progress = readonly [number, number];

function worldsBetween({ worldAfter }: History, from: Progress, to: Progress) {
  return Array.from({ length: to[0] - from[0] + 1 }, (_, first) =>
    Array.from({ length: to[1] - from[1] + 1 }, (__, second) => worldAfter(from[0] + first, from[1] + second)),
  ).flat();
}

interface Between {
  readonly from: Progress;
  readonly to: Progress;
  readonly candidates: readonly NaiveWorld[];
}

/** What differs from each possible answer. */
function describe({ path, body, expected }: InstantQuestion, reply: Copy, { from, to, candidates }: Between): string {
  const asked = `${path} ${body === undefined ? '' : body.slice(body.indexOf('"variables"'))}${reply.isConfirmed ? ' (confirmed)' : ''} between ${from} and ${to}`;
  const found = candidates.map((world) => differences(reply.body, expected(world), '').slice(0, 6).join('; '));
  return [asked, ...found].join('\n  ');
}

function differences(answered: unknown, expected: unknown, place: string): readonly string[] {
  if (isDeepStrictEqual(answered, expected)) return [];
  if (typeof answered !== 'object' || typeof expected !== 'object' || !answered || !expected)
    return [`${place}: ${JSON.stringify(answered)}, not ${JSON.stringify(expected)}`];
  const [given, wanted] = [new Map(Object.entries(answered)), new Map(Object.entries(expected))];
  const names = new Set([...given.keys(), ...wanted.keys()]);
  return [...names].flatMap((name) => differences(given.get(name), wanted.get(name), `${place}.${name}`));
}

/** Wakes those who wait whenever it is raised. */
function createSignal() {
  let waiting: (() => void)[] = [];
  return {
    raise: () => {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    reach: async (count: number, current: () => number) => {
      while (current() < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
