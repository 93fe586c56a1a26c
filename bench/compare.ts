// Contestants side by side: times are measured only after all figures agree.

import type { Contestant } from './contestant.js';
import { expectSame, type Figures } from './figures.js';
import { type Effort, measure, type Timing, timed } from './measure.js';
import type { BenchQuestion } from './questions.js';

/** How long one contestant takes for one question. */
export interface Reading {
  readonly contestant: string;
  readonly filter: string;
  readonly days: number;
  readonly timing: Timing;
  readonly bytes: number | null;
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
  for (const { contestant, ms } of first) {
    const timing = await measure(effortFor(ms), () => contestant.read(ask));
    const bytes = (await contestant.bytesRead?.(ask)) ?? null;
    process.stderr.write(` ${timing.median.toFixed(1)}`);
    readings.push({ contestant: contestant.name, filter: name, days, timing, bytes });
  }
  process.stderr.write(' ms\n');
  return readings;
}

/** The first query was the warm-up. Slow queries are repeated only a few times. */
function effortFor(ms: number): Effort {
  return ms > 3_000 ? { least: 3, most: 3, budgetMs: 0 } : { least: 7, most: 200, budgetMs: 2_000 };
}
