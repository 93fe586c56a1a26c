// How long the event loop is held by the dearest question of every path of REST, every tool of MCP and every field of GraphQL about the extreme
// brand: each is asked twice, as what is in memory differs.

import { crowds } from '../../test/support/dearest/crowds.js';
import { type GraphKind, graphKinds } from '../../test/support/dearest/graphql.js';
import { mcpQuestions } from '../../test/support/dearest/mcp.js';
import { restQuestions } from '../../test/support/dearest/rest.js';
import type { Question } from '../../test/support/dearest/values.js';
import { fullSize } from '../../test/support/extreme-world.js';
import { type Answered, type Server, send, takenSince } from './server.js';

export interface DearReading {
  readonly api: 'REST' | 'MCP' | 'GraphQL' | 'at once';
  readonly name: string;
  /** 0: the answer was broken off. */
  readonly status: number;
  readonly bytes: number;
  /** Of both times. */
  readonly ms: readonly number[];
  /** The longest stretch of the event loop, in processor time, of both times. */
  readonly heldMs: readonly number[];
  readonly residentBytes: number;
}

const times = 2;
const aliasCounts = [200, 100, 50, 25, 12, 6, 3, 1];

/** `report` is called with each reading. */
export async function askDearest(
  server: Server,
  report: (reading: DearReading) => void,
): Promise<readonly DearReading[]> {
  const readings: DearReading[] = [];
  const measured = async (api: DearReading['api'], questions: readonly Question[]) => {
    const reading = await measure(server, api, questions);
    readings.push(reading);
    report(reading);
  };
  for (const question of restQuestions(fullSize)) await measured('REST', [question]);
  for (const question of mcpQuestions()) await measured('MCP', [question]);
  for (const kind of graphKinds(fullSize)) await measured('GraphQL', [await largest(server, kind)]);
  for (const crowd of crowds()) await measured('at once', crowd);
  return readings;
}

/** Asks all `questions` at once. */
async function measure(server: Server, api: DearReading['api'], questions: readonly Question[]): Promise<DearReading> {
  const [ms, heldMs]: [number[], number[]] = [[], []];
  await takenSince(server);
  let [answered, residentBytes] = [await sendAll(server, questions), 0];
  for (let time = 0; time < times; time += 1) {
    if (time > 0) answered = await sendAll(server, questions);
    const taken = await takenSince(server);
    ms.push(Math.max(...answered.map((each) => each.ms)));
    heldMs.push(taken.heldMs);
    residentBytes = Math.max(residentBytes, taken.residentBytes);
  }
  const [first] = questions;
  const status = Math.max(...answered.map((each) => each.status));
  const bytes = answered.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { api, name: first?.name ?? '', status, bytes, ms, heldMs, residentBytes };
}

function sendAll(server: Server, questions: readonly Question[]): Promise<readonly Answered[]> {
  const brokenOff = { status: 0, cost: 0, text: '', ms: Number.NaN };
  return Promise.all(questions.map((question) => send(server, question).catch(() => brokenOff)));
}

/** With the most aliases, of a few numbers, that its cost lets through. */
async function largest(server: Server, { name, question }: GraphKind): Promise<Question> {
  for (const aliases of aliasCounts) {
    const asked = { ...question(aliases), name: `${name}, ${aliases} ×` };
    const { status } = await send(server, asked);
    if (status !== 400 || aliases === 1) return asked;
  }
  return question(1);
}
