// The recorder as the benchmarks use it: lines in, everything recorded and rolled when it fulfils.

import type { Database } from '../src/database/postgres.js';
import { recordStream } from '../src/recording/record.js';
import type { Rejects } from '../src/recording/rejects.js';
import { rollBrands } from '../src/tiles/rolling.js';
import { bytesOf } from './lines.js';
import { timed } from './measure.js';

/** Nothing generated may be rejected. */
const noRejects: Rejects = {
  path: '',
  async keep([first]) {
    if (first) throw new Error(`A generated line was rejected: ${JSON.stringify(first.faults)}`);
  },
  async complete() {},
  async [Symbol.asyncDispose]() {},
};

/** Milliseconds until the lines were recorded, and until they were rolled too. */
export interface Recorded {
  readonly recordMs: number;
  readonly totalMs: number;
}

export async function recordLines(db: Database, lines: readonly string[]): Promise<Recorded> {
  const recordMs = await recordOnly(db, lines);
  const { ms } = await timed(() => rollBrands(db));
  return { recordMs, totalMs: recordMs + ms };
}

/** Records without rolling. Resolves to the milliseconds that it took. */
export async function recordOnly(db: Database, lines: readonly string[]): Promise<number> {
  const { ms } = await timed(() => recordStream(db, bytesOf(lines), { rejects: noRejects }));
  return ms;
}
