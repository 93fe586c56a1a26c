// One document, asked several times: what each time took, how long it held the event loop, and how long another client waited.

import { type Answered, ask, type Request, type Server, takenSince, watchOthers } from './server.js';

/** The least and the median of the repetitions, and the most. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface Repeated {
  /** Not 200 where an answer took longer than a request may, for example. */
  readonly status: number;
  readonly cost: number;
  readonly bytes: number;
  /** Of the document. */
  readonly ms: Spread;
  /** The longest stretch that the event loop was held in each repetition, in processor time. */
  readonly heldMs: Spread;
  /** The slowest small request of another client in each repetition. */
  readonly otherMs: Spread;
}

const repetitions = 5;

/** Asks `request` so often, after one that warmed up. */
export async function repeat(server: Server, request: Request): Promise<Repeated> {
  const [ms, heldMs, otherMs]: [number[], number[], number[]] = [[], [], []];
  let last: Answered = await ask(server, request);
  for (let at = 0; at < repetitions; at += 1) {
    await takenSince(server);
    const others = watchOthers(server);
    last = await ask(server, request);
    otherMs.push(Math.max(...(await others())));
    heldMs.push((await takenSince(server)).heldMs);
    ms.push(last.ms);
  }
  const { status, cost, text } = last;
  const bytes = Buffer.byteLength(text);
  return { status, cost, bytes, ms: spreadOf(ms), heldMs: spreadOf(heldMs), otherMs: spreadOf(otherMs) };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function spreadOf(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: median(values), max: Math.max(...values) };
}
