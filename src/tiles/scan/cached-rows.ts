// Blocks that are kept as they are stored, because those who read them look at different parts.

import type { Cached } from '../kept/tile-cache.js';
import { eachCell } from '../packed/cell.js';
import type { Accumulator, StoredRow } from './scan.js';

/** The first block of rows. */
export class CachedRows implements Cached {
  readonly bytes: number;

  constructor(readonly rows: readonly { readonly period: number; readonly block: Buffer }[]) {
    this.bytes = rows.reduce((bytes, { block }) => bytes + block.length + rowBytes, 0);
  }

  /** Adds the cells of quarter tiles. Throws `CorruptBlock`. */
  eachCell(into: Pick<Accumulator, 'sections' | 'selects' | 'addCell'>): void {
    for (const { period, block } of this.rows) eachCell(block, (cell) => into.addCell(cell, period), into);
  }
}

const rowBytes = 100;

/** `null` where there are none. The blocks are copied: those that arrive are parts of what arrived with them. */
export function cachedRows(rows: readonly StoredRow[]): CachedRows | null {
  const kept = rows.flatMap(({ period, blocks: [block] }) => (block ? [{ period, block: Buffer.from(block) }] : []));
  return kept.length > 0 ? new CachedRows(kept) : null;
}
