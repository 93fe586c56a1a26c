// `sightline roll`: updates the tiles manually, rebuilds them, or compares them with the raw rows.

import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { checkBrand } from '../tiles/check.js';
import { brandsToRoll } from '../tiles/roll/due.js';
import { rollBrand } from '../tiles/roll/roll.js';
import { markEverything } from '../tiles/stored/marks.js';
import { showLine } from './progress.js';
import type { Terminal } from './terminal.js';

export interface RollCommandOptions {
  /** Rebuild all tiles of all brands. */
  readonly all?: boolean;
  /** Afterwards compare the figures of every brand with those computed from the raw rows. */
  readonly check?: boolean;
  /** Print the result of the check as a JSON array. */
  readonly json?: boolean;
}

interface RollDueOptions {
  /** Aborting stops it after the current month; the next update continues. */
  readonly signal?: AbortSignal | undefined;
  /** Where progress is displayed; default: standard error. */
  readonly stream?: NodeJS.WriteStream;
}

/** Updates all tiles that are due, with one line of progress. Brands on nodes that cannot be reached are skipped; then it rejects at the end. */
export async function rollDue(db: Database, { signal, stream = process.stderr }: RollDueOptions = {}): Promise<void> {
  const unreachable: unknown[] = [];
  const due = await brandsToRoll(db, (error) => unreachable.push(error));
  if (due.length + unreachable.length === 0) return;
  const progress = showLine<RollState>(stream, {
    total: due.length,
    at: ({ done }) => done,
    describe: ({ brandId, done, left }) =>
      `updating the tiles of ${brandId} (${done + 1} of ${due.length}), ${left.toLocaleString('en')} quarter hours left`,
  });
  try {
    for (const [done, brandId] of due.entries()) {
      const onProgress = (left: number) => progress.update({ brandId, done, left });
      await rollBrand(db, brandId, { onProgress, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
        if (!db.isDistributed || !isUnavailable(error)) throw error;
        unreachable.push(error);
      });
    }
  } finally {
    progress.stop();
  }
  if (unreachable.length > 0) throw unreachable[0];
}

interface RollState {
  readonly brandId: string;
  /** Brands whose tiles are up to date. */
  readonly done: number;
  /** Quarter hours of the brand that are not in its tiles. */
  readonly left: number;
}

/** Updates the tiles, and checks them if `check` is set. Returns the exit status: 1 if the check found a difference. */
export async function roll(db: Database, { all, check, json }: RollCommandOptions, terminal: Terminal): Promise<0 | 1> {
  const brands = await db.prisma.brand.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const brandIds = brands.map(({ id }) => id);
  if (all) for (const brandId of brandIds) await db.transaction((client) => markEverything(client, brandId));
  if (db.isReadOnly) terminal.writeErr('The database is read-only: its tiles are checked as they are.\n');
  else {
    await rollDue(db);
    terminal.writeErr('The tiles are up to date.\n');
  }
  return check ? await (json ? checkAsJson : checkBrands)(db, brandIds, terminal) : 0;
}

async function checkBrands(db: Database, brandIds: readonly string[], terminal: Terminal): Promise<0 | 1> {
  let wrong = 0;
  for (const brandId of brandIds) {
    const report = await checkBrand(db, brandId);
    wrong += report.wrong.length;
    terminal.writeOut(`${brandId}: ${report.checked} figures compared, ${report.wrong.length} wrong\n`);
    for (const question of report.wrong)
      terminal.writeOut(`  wrong: ${JSON.stringify({ ...question, days: undefined })}\n`);
  }
  return wrong === 0 ? 0 : 1;
}

async function checkAsJson(db: Database, brandIds: readonly string[], terminal: Terminal): Promise<0 | 1> {
  const reports = [];
  for (const brandId of brandIds) {
    const { checked, wrong } = await checkBrand(db, brandId);
    reports.push({ brandId, checked, wrong: wrong.map((question) => ({ ...question, days: undefined })) });
  }
  terminal.writeOut(`${JSON.stringify(reports)}\n`);
  return reports.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}
