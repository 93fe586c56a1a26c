// The recorder as the benchmarks use it: lines in, everything recorded and rolled when it fulfils.

import type { Database } from '../src/database/postgres.js';
import { recordStream } from '../src/recording/record.js';
import type { Rejects } from '../src/recording/rejects.js';
import { keepRolling, rollBrands, whileRecording } from '../src/tiles/roll/rolling.js';
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

/** Records as `sightline record` does: what is recorded is rolled meanwhile, and the rest at the end. */
export async function recordLines(db: Database, lines: Iterable<string>): Promise<Recorded> {
  const started = performance.now();
  const recordMs = await recordWhileRolling(db, lines);
  await rollBrands(db);
  return { recordMs, totalMs: performance.now() - started };
}

async function recordWhileRolling(db: Database, lines: Iterable<string>): Promise<number> {
  await using _ = keepRolling(db, { ...whileRecording, onError: fail });
  return recordOnly(db, lines);
}

function fail(error: unknown): void {
  throw error;
}

/** Records without rolling. Resolves to the milliseconds that it took. */
export async function recordOnly(db: Database, lines: Iterable<string>): Promise<number> {
  const { ms } = await timed(() => recordStream(db, bytesOf(lines), { rejects: noRejects }));
  return ms;
}
