// The worker thread that makes days of tiles: it receives what they are made of and returns their rows in the same order.

import { parentPort } from 'node:worker_threads';
import { standBack } from '../../thread.js';
import { CorruptBlock } from '../packed/bytes.js';
import { type DayInput, type MadeDay, type MonthFacts, makeDay } from './make-day.js';

export interface DayOrder {
  readonly input: DayInput;
  /** `null`: those of the order before. */
  readonly facts: MonthFacts | null;
}

/** The day, or why it cannot be made: what `CorruptBlock` says, or another error. */
export interface DayAnswer {
  readonly made?: MadeDay;
  readonly corrupt?: string;
  readonly failure?: unknown;
}

standBack('background');

let known: MonthFacts = { scopes: new Map(), domains: new Int32Array(0) };

parentPort?.on('message', ({ input, facts }: DayOrder) => {
  known = facts ?? known;
  try {
    const made = makeDay(input, known);
    const memory = [made.prompts.buffer, ...made.rows.map(({ bytes }) => bytes.buffer)];
    parentPort?.postMessage({ made } satisfies DayAnswer, memory);
  } catch (failure) {
    const answer: DayAnswer = failure instanceof CorruptBlock ? { corrupt: failure.message } : { failure };
    parentPort?.postMessage(answer);
  }
});
