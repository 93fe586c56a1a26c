// `sightline roll`: updates the tiles manually, rebuilds them, or compares them with the raw rows.

import type { Database } from '../database/postgres.js';
import { checkBrand } from '../tiles/check.js';
import { rollBrand } from '../tiles/roll/roll.js';
import { brandsToRoll } from '../tiles/roll/rolling.js';
import { markEverything } from '../tiles/stored/marks.js';
import type { Terminal } from './terminal.js';

export interface RollCommandOptions {
  /** Rebuild all tiles of all brands. */
  readonly all?: boolean;
  /** Afterwards compare the figures of every brand with those computed from the raw rows. */
  readonly check?: boolean;
  /** Print the result of the check as a JSON array. */
  readonly json?: boolean;
}

/** Updates all tiles that are due, and reports progress. Aborting stops it after the current month; the next update continues. */
export async function rollDue(db: Database, terminal: Terminal, signal?: AbortSignal): Promise<void> {
  const due = await brandsToRoll(db);
  for (const [index, brandId] of due.entries()) {
    const subject = `${brandId} (${index + 1} of ${due.length})`;
    const onProgress = (left: number) =>
      terminal.writeErr(`Updating tiles of ${subject}: ${left} quarter hours left\n`);
    await rollBrand(db, brandId, { onProgress, ...(signal ? { signal } : {}) });
  }
}

/** Updates the tiles, and checks them if `check` is set. Returns the exit status: 1 if the check found a difference. */
export async function roll(db: Database, { all, check, json }: RollCommandOptions, terminal: Terminal): Promise<0 | 1> {
  const brands = await db.prisma.brand.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const brandIds = brands.map(({ id }) => id);
  if (all) for (const brandId of brandIds) await db.transaction((client) => markEverything(client, brandId));
  await rollDue(db, terminal);
  terminal.writeErr('The tiles are up to date.\n');
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
