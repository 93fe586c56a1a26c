// Contestants side by side: times are measured only after all figures agree.

import type { Ask } from '../src/domain/summary.js';
import type { Contestant } from './contestant.js';
import { expectSame, type Figures } from './figures.js';
import { measure, type Timing, timed, timingOf } from './measure.js';
import type { BenchQuestion } from './questions.js';

/** How long one contestant takes for one question. */
export interface Reading {
  readonly contestant: string;
  readonly filter: string;
  readonly days: number;
  readonly timing: Timing;
  readonly bytes: number | null;
}

export function nameOf({ filter, days }: Pick<Reading, 'filter' | 'days'>): string {
  return `${filter}, ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Those of one question. */
export function ofQuestion(readings: readonly Reading[], days: number, filter: string): readonly Reading[] {
  return readings.filter((each) => each.days === days && each.filter === filter);
}

/** In milliseconds; not a number where the contestant is not one of them. */
export function medianOf(readings: readonly Reading[], contestant: string): number {
  return readings.find((each) => each.contestant === contestant)?.timing.median ?? Number.NaN;
}

/** Asks every contestant. Throws where figures differ from those of the first. */
export async function compare(
  contestants: readonly Contestant[],
  { name, days, ask }: BenchQuestion,
): Promise<readonly Reading[]> {
  process.stderr.write(`  ${name}, ${days} days:`);
  const first: { contestant: Contestant; ms: number; figures: Figures }[] = [];
  for (const contestant of contestants) {
    const { ms, value } = await timed(() => contestant.read(ask));
    expectSame(`${contestant.name}, ${name}, ${days} days`, first[0]?.figures ?? value, value);
    first.push({ contestant, ms, figures: value });
  }
  const readings: Reading[] = [];
  for (const each of first) readings.push({ filter: name, days, ...(await readAgain(each, ask)) });
  process.stderr.write(' ms\n');
  return readings;
}

const slowMs = 3_000;
const thrice = { least: 3, most: 3, budgetMs: 0 };

interface First {
  readonly contestant: Contestant;
  readonly ms: number;
}

/** The first read was the warm-up; where it was slow, it counts, and the read that is watched for its bytes is the second. */
async function readAgain({ contestant, ms }: First, ask: Ask): Promise<Omit<Reading, 'filter' | 'days'>> {
  const isSlow = ms > slowMs;
  const timing = isSlow ? null : await measure(() => contestant.read(ask), ms > 500 ? thrice : undefined);
  const watched = await timed(async () => (await contestant.bytesRead?.(ask)) ?? null);
  const again = watched.value === null && isSlow ? await timed(() => contestant.read(ask)) : watched;
  const result = timing ?? timingOf([ms, again.ms]);
  process.stderr.write(` ${result.median.toFixed(1)}`);
  return { contestant: contestant.name, timing: result, bytes: watched.value };
}
