// All that plans are about: what is kept of their tiles, what is left to be read of them, and what marks say is in no tile.

import type pg from 'pg';
import type { Pause } from '../../domain/pause.js';
import type { TileCache } from '../kept/tile-cache.js';
import type { Cell } from '../packed/cell.js';
import type { BrandState } from './brand-state.js';
import { type CorruptPlans, gatherKept, gatherMissing, gatherRows } from './gather.js';
import { type MarkedLacking, readUnrolledKept } from './kept-unrolled.js';
import type { Plan } from './plan.js';
import { type PlannedRead, readStored, type StoredRow } from './stored-rows.js';
import { readUnrolled, type Unrolled } from './unrolled.js';

interface Gathering {
  readonly cache: TileCache | null;
  readonly state: BrandState;
  readonly pause: Pause;
  /** Whether all statements see what the state was read from: they are in one snapshot. */
  readonly isOneInstant: boolean;
}

interface Gathered {
  /** The plans without a corrupt block. */
  readonly whole: readonly Plan[];
  readonly corrupt: CorruptPlans;
}

/**
 * Gathers all that plans are about; `null` where statements without a common snapshot saw
 * different data: then nothing was kept, and the plans are of no more use.
 */
export async function gatherPlans(
  client: pg.ClientBase,
  plans: readonly Plan[],
  gathering: Gathering,
): Promise<Gathered | null> {
  const { cache, state, pause, isOneInstant } = gathering;
  const kept = cache && { cache, stamps: state.stamps };
  const isKept = ({ plan }: Pick<PlannedRead, 'plan'>) => kept !== null && plan.isKept;
  const reads = plans.flatMap((plan) => plan.reads.map((read) => ({ plan, read })));
  const passing = reads.filter((read) => !isKept(read));
  const lacking = kept
    ? await gatherKept(
        plans.filter((plan) => isKept({ plan })),
        kept,
        pause,
      )
    : [];
  const missing = [...passing, ...lacking];
  const found = isOneInstant
    ? await readInSnapshot(client, { plans, missing, cache })
    : await readProven(client, { plans, missing, cache }, state);
  if (!found) return null;
  found.keep();
  const rows = found.rows.filter((row) => !isKept(row));
  const corrupt = new Map([
    ...(await gatherRows(rows, pause)),
    ...(kept ? await gatherMissing(lacking, found.rows.filter(isKept), { kept, pause }) : []),
  ]);
  const whole = plans.filter((plan) => !corrupt.has(plan));
  await addUnrolled(whole, found.unrolled, pause);
  return { whole, corrupt };
}

interface ToRead {
  readonly plans: readonly Plan[];
  readonly missing: readonly PlannedRead[];
  readonly cache: TileCache | null;
}

interface FoundRows {
  readonly rows: readonly StoredRow[];
  readonly unrolled: readonly Unrolled[];
  /** Keeps what was read of marked quarters. */
  readonly keep: () => void;
}

/** Both statements follow each other without waiting. */
async function readInSnapshot(client: pg.ClientBase, { plans, missing, cache }: ToRead): Promise<FoundRows> {
  const [{ unrolled, keep }, { rows }] = await Promise.all([
    readLacking(client, plans, cache),
    readStored(client, missing),
  ]);
  return { rows, unrolled, keep };
}

/** The last statement says whether anything has changed since the state was read; where there is none, there is nothing to ask. */
async function readProven(
  client: pg.ClientBase,
  { plans, missing, cache }: ToRead,
  { proven, proof }: BrandState,
): Promise<FoundRows | null> {
  const { unrolled, keep, isRead } = await readLacking(client, plans, cache);
  if (missing.length === 0 && !isRead) return { rows: [], unrolled, keep };
  const stored = await readStored(client, missing, proven);
  return stored.proof === proof ? { rows: stored.rows, unrolled, keep } : null;
}

async function readLacking(client: pg.ClientBase, plans: readonly Plan[], cache: TileCache | null) {
  const lacking = plans.filter(({ marks }) => marks.length > 0).map(lackingOf);
  if (cache) return readUnrolledKept(client, lacking, cache);
  return { unrolled: await readUnrolled(client, lacking), keep: () => {}, isRead: lacking.length > 0 };
}

function lackingOf({ group, raw, added, marks }: Plan): MarkedLacking {
  return { brandId: group.ask.question.brandId, raw, added, marks };
}

async function addUnrolled(plans: readonly Plan[], unrolled: readonly Unrolled[], pause: Pause): Promise<void> {
  for (const { brandId, cells } of unrolled) {
    const ofBrand = plans.filter((plan) => plan.group.ask.question.brandId === brandId);
    for (const [quarter, ofQuarter] of cells) {
      if (pause.isDue()) await pause.take();
      for (const plan of ofBrand) addCells(plan, quarter, ofQuarter);
    }
  }
}

function addCells(plan: Plan, quarter: number, cells: readonly Cell[]): void {
  if (quarter < plan.quarters.first || quarter > plan.quarters.last) return;
  const admitted = cells.filter(({ prompt, model }) => plan.admitsCell(prompt, model));
  for (const cell of admitted) plan.tile.add(cell, quarter);
}
