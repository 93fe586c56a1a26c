// `sightline roll`: updates the tiles manually, rebuilds them, or compares them with the raw rows.

import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import type { Question } from '../domain/summary.js';
import { recountChannels } from '../recording/write/channels.js';
import { lockBrands, transactLocked } from '../recording/write/locks.js';
import { checkBrand } from '../tiles/check.js';
import { brandsToRoll } from '../tiles/roll/due.js';
import { rollBrand } from '../tiles/roll/roll.js';
import { markEverything } from '../tiles/stored/marks.js';
import { renewVersions } from '../tiles/stored/version.js';
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
  /** The brands to roll; by default all of them. */
  readonly among?: ReadonlySet<string>;
  /** Aborting stops it after the current month; the next update continues. */
  readonly signal?: AbortSignal | undefined;
  /** Where progress is displayed; default: standard error. */
  readonly stream?: NodeJS.WriteStream;
}

/** Updates the tiles that are due, with one line of progress. Brands on nodes that cannot be reached are skipped; then it rejects at the end. */
export async function rollDue(
  db: Database,
  { among, signal, stream = process.stderr }: RollDueOptions = {},
): Promise<void> {
  const unreachable: unknown[] = [];
  const all = await brandsToRoll(db, { onUnreachable: (error) => unreachable.push(error) });
  const due = among ? all.filter((brandId) => among.has(brandId)) : all;
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

/** Leaves nothing that follows from the runs as it is. */
async function startAfresh(db: Database, brandId: string): Promise<void> {
  await transactLocked(db, async (client) => {
    await lockBrands(client, [brandId]);
    await recountChannels(client, brandId);
    await renewVersions(client, [brandId]);
    await markEverything(client, brandId);
  });
}

/** Updates the tiles, and checks them if `check` is set. Returns the exit status: 1 if the check found a difference. */
export async function roll(db: Database, { all, check, json }: RollCommandOptions, terminal: Terminal): Promise<0 | 1> {
  const brands = await db.prisma.brand.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const brandIds = brands.map(({ id }) => id);
  if (all) for (const brandId of brandIds) await startAfresh(db, brandId);
  if (db.isReadOnly) terminal.writeErr('The database is read-only: its tiles are checked as they are.\n');
  else {
    await rollDue(db);
    terminal.writeErr('The tiles are up to date.\n');
  }
  if (!check) return 0;
  const reports = await checkBrands(db, brandIds);
  terminal.writeOut(json ? `${JSON.stringify(reports)}\n` : textOf(reports));
  return reports.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}

interface BrandReport {
  readonly brandId: string;
  readonly checked: number;
  readonly wrong: readonly Question[];
}

interface CheckState {
  readonly brandId: string;
  /** Brands whose figures are compared. */
  readonly done: number;
  /** Figures of the brand, and how many of them are compared. */
  readonly compared: number;
  readonly total: number;
}

/** Compares the figures of all brands, with one line of progress. */
export async function checkBrands(
  db: Database,
  brandIds: readonly string[],
  stream: NodeJS.WriteStream = process.stderr,
): Promise<readonly BrandReport[]> {
  const progress = showLine<CheckState>(stream, {
    total: brandIds.length,
    at: ({ done, compared, total }) => done + (total === 0 ? 0 : compared / total),
    describe: ({ brandId, done, compared, total }) =>
      `comparing ${brandId} (${done + 1} of ${brandIds.length}), ${compared.toLocaleString('en')} of ${total.toLocaleString('en')} figures`,
  });
  const reports: BrandReport[] = [];
  try {
    for (const [done, brandId] of brandIds.entries()) {
      const onProgress = (compared: number, total: number) => progress.update({ brandId, done, compared, total });
      reports.push({ brandId, ...(await checkBrand(db, brandId, onProgress)) });
    }
  } finally {
    progress.stop();
  }
  return reports;
}

function textOf(reports: readonly BrandReport[]): string {
  const lines = reports.flatMap(({ brandId, checked, wrong }) => [
    `${brandId}: ${checked} figures compared, ${wrong.length} wrong`,
    ...wrong.map((question) => `  wrong: ${JSON.stringify(question)}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}
