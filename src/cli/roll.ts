// `sightline roll`: brings the tiles up to date by hand, makes them anew, or holds them against the raw rows.

import type { Database } from '../database/postgres.js';
import { checkBrand } from '../tiles/check.js';
import { rollBrand } from '../tiles/roll/roll.js';
import { brandsToRoll } from '../tiles/roll/rolling.js';
import { markEverything } from '../tiles/stored/marks.js';
import type { Terminal } from './terminal.js';

export interface RollCommandOptions {
  /** Make every tile of every brand anew. */
  readonly all?: boolean;
  /** Afterwards compare every brand's answers with those from the raw rows. */
  readonly check?: boolean;
  /** Print what the check found as a JSON array. */
  readonly json?: boolean;
}

/** Rolls whatever is due and tells how far it is. A signal ends it after the month under way: the server goes on from there. */
export async function rollDue(db: Database, terminal: Terminal, signal?: AbortSignal): Promise<void> {
  const due = await brandsToRoll(db);
  for (const [index, brandId] of due.entries()) {
    const place = `${brandId} (${index + 1} of ${due.length})`;
    const onProgress = (left: number) => terminal.tell(`Rolling ${place}: ${left} quarter hours left\n`);
    await rollBrand(db, brandId, { onProgress, ...(signal ? { signal } : {}) });
  }
}

/** Rolls, and checks if asked to. Yields the exit status: 1 where a check found a wrong answer. */
export async function roll(db: Database, { all, check, json }: RollCommandOptions, terminal: Terminal): Promise<0 | 1> {
  const every = await db.prisma.brand.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const brandIds = every.map(({ id }) => id);
  if (all) for (const brandId of brandIds) await db.transaction((client) => markEverything(client, brandId));
  await rollDue(db, terminal);
  terminal.tell('Every run is in the tiles.\n');
  return check ? await (json ? checkAsJson : checkBrands)(db, brandIds, terminal) : 0;
}

async function checkBrands(db: Database, brandIds: readonly string[], terminal: Terminal): Promise<0 | 1> {
  let wrong = 0;
  for (const brandId of brandIds) {
    const report = await checkBrand(db, brandId);
    wrong += report.wrong.length;
    terminal.print(`${brandId}: ${report.checked} answers compared, ${report.wrong.length} wrong\n`);
    for (const question of report.wrong)
      terminal.print(`  wrong: ${JSON.stringify({ ...question, days: undefined })}\n`);
  }
  return wrong === 0 ? 0 : 1;
}

async function checkAsJson(db: Database, brandIds: readonly string[], terminal: Terminal): Promise<0 | 1> {
  const reports = [];
  for (const brandId of brandIds) {
    const { checked, wrong } = await checkBrand(db, brandId);
    reports.push({ brandId, checked, wrong: wrong.map((question) => ({ ...question, days: undefined })) });
  }
  terminal.print(`${JSON.stringify(reports)}\n`);
  return reports.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}
