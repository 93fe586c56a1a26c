// Makes days: here while they are few, on worker threads where a month has many, so that tiles are made on all cores while PostgreSQL reads and
// writes. What is made is the same wherever it is made.

import { availableParallelism } from 'node:os';
import { Thread } from '../../thread.js';
import { CorruptBlock } from '../packed/bytes.js';
import type { DayAnswer, DayOrder } from './day-thread.js';
import { type DayInput, type MadeDay, type MonthFacts, makeDay } from './make-day.js';

/** More threads would wait for the one connection that feeds them. */
const maxThreads = 4;
/** Days that a month may rebuild before threads are started for them, which takes about as long as making one. */
const defaultInlineDays = 8;

/** Makes days on some thread. Calls may overlap. Rejects with `CorruptBlock`. */
interface DayThreads {
  /** How many days are worth having under way. */
  readonly width: number;
  make(input: DayInput, facts: MonthFacts): Promise<MadeDay>;
}

export interface DayMaker extends AsyncDisposable {
  /** The threads for a month that rebuilds so many days; `null` where they are made here. */
  threadsFor(days: number): DayThreads | null;
}

interface MakingThread {
  readonly thread: Thread<DayOrder, DayAnswer>;
  /** What it was sent last. */
  known: MonthFacts | null;
}

/** A maker. Disposing it ends its threads. */
export function openDayMaker(inlineDays = defaultInlineDays): DayMaker {
  const size = Math.min(maxThreads, availableParallelism());
  let threads: readonly MakingThread[] | null = null;
  let next = 0;
  const make: DayThreads['make'] = async (input, facts) => {
    threads ??= Array.from({ length: size }, () => ({ thread: new Thread('day-thread'), known: null }));
    const making = threads[next++ % size];
    if (!making) return makeDay(input, facts);
    const order = { input, facts: facts === making.known ? null : facts };
    making.known = facts;
    const { made, corrupt, failure } = await making.thread.send(order);
    if (made) return made;
    throw corrupt ? new CorruptBlock(corrupt) : failure;
  };
  return {
    threadsFor: (days) => (days > inlineDays && size > 1 ? { width: size * 2, make } : null),
    async [Symbol.asyncDispose]() {
      await Promise.all((threads ?? []).map(({ thread }) => thread.end()));
    },
  };
}
