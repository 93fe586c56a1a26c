// The extreme brand, recorded once: its folder is named by a digest of what generates it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Database } from '../../src/database/postgres.js';
import { extremeRecords, fullSize } from '../../test/support/extreme-world.js';
import { once } from '../data.js';
import { lineOf } from '../lines.js';
import { recordLines } from '../recorder.js';

const generator = new URL('../../test/support/extreme-world.ts', import.meta.url);

/** Below `BENCH_DATA`. It also has the ordinary brand of the stage: one server is asked about both. */
export function extremeFolder(): string {
  return `cost-${createHash('sha256').update(readFileSync(generator)).digest('hex').slice(0, 8)}`;
}

/** Records and rolls it, unless an earlier run did. */
export async function fillExtremeBrand(db: Database): Promise<void> {
  await once(db, 'record extreme', async () => {
    await recordLines(db, extremeLines());
    await db.pool.query('vacuum (analyze)');
  });
}

function* extremeLines(): Generator<string> {
  for (const record of extremeRecords(fullSize)) yield lineOf(record);
}
