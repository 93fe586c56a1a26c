// How scans are read: on which connection, with which memory, and what is known of their brands.

import type pg from 'pg';
import { bindings } from '../../database/bindings.js';
import { createPause, type Pause } from '../../domain/pause.js';
import type { TileCache } from '../kept/tile-cache.js';
import type { BrandDamage } from '../packed/cover.js';
import { everyLevel } from '../packed/levels.js';
import { proofSql } from '../stored/stamps.js';
import { type BrandState, type BrandStates, readBrandStates, type StateAsk } from './brand-state.js';
import type { ScanPlan } from './plan.js';
import type { Accumulator, Scan } from './scan.js';

/** How scans are read, all in one snapshot or without one. */
export interface ReadingOptions {
  /** What is kept of tiles; `null`: everything is read. */
  readonly cache: TileCache | null;
  /** Whether all statements see what the states were read from. */
  readonly isOneInstant: boolean;
  /** Tiles of other levels are not read, but for those of quarters. */
  readonly levels: readonly number[];
  /** Called with each corrupt block. */
  readonly onDamage: (damage: BrandDamage) => void;
  /** Taken between pieces of work. */
  readonly pause: Pause;
}

export interface Reading extends ReadingOptions, BrandStates {
  readonly client: pg.ClientBase;
}

const defaults = { cache: null, isOneInstant: true, levels: everyLevel, onDamage: () => {} };

/** Reads what scans of some sets need to know before, in one statement. */
export async function openReading(
  client: pg.ClientBase,
  asks: readonly StateAsk[],
  options: Partial<ReadingOptions>,
): Promise<Reading> {
  return { client, ...defaults, pause: createPause(), ...options, ...(await readBrandStates(client, asks)) };
}

/** Whether nothing has changed since the states were read. */
export async function isStillProven({ client, proven, proof }: Reading): Promise<boolean> {
  const { values, bind } = bindings();
  const { rows } = await client.query<{ proof: string }>(`select ${proofSql(proven, bind)} as proof`, values);
  return rows[0]?.proof === proof;
}

/** A scan under way. */
export interface Running<Into extends Accumulator = Accumulator> {
  readonly scan: Scan<Into>;
  readonly state: BrandState;
  readonly plan: ScanPlan;
  readonly into: Into;
}
