// One document, asked several times: what each time took, how long it held the event loop, and how long another client waited.

import { quantile } from '../measure.js';
import { ask, othersBeside, type Request, type Server, takenSince } from './server.js';

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
  let last = await ask(server, request);
  for (let at = 0; at < repetitions; at += 1) {
    await takenSince(server);
    const others = await othersBeside(server, async () => {
      last = await ask(server, request);
    });
    otherMs.push(Math.max(...others));
    heldMs.push((await takenSince(server)).heldMs);
    ms.push(last.ms);
  }
  const { status, cost, text } = last;
  const bytes = Buffer.byteLength(text);
  return { status, cost, bytes, ms: spreadOf(ms), heldMs: spreadOf(heldMs), otherMs: spreadOf(otherMs) };
}

function spreadOf(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: quantile(values, 0.5), max: Math.max(...values) };
}
