// Columns of the tiles of several periods as those of one, for what does not say when: the days at the edge of a window are added at once.

import type { Cached } from '../kept/tile-cache.js';
import type { Column } from '../layout.js';
import { type ChannelSlots, type Decoded, eachChannel, objectBytes } from '../packed/columns/column.js';
import { Tile } from '../packed/tile.js';
import type { Merging, Source } from '../scan/scan.js';

/** What is written takes as long as it is large, and nobody has a turn meanwhile. */
const mostBytes = 4_000_000;
const nowhere = { day: () => 0, quarter: () => 0 };

class Merged implements Cached {
  readonly bytes: number;

  constructor(readonly columns: readonly (readonly [Column, Decoded])[]) {
    this.bytes = columns.reduce((bytes, [, { bytes: ofColumn }]) => bytes + ofColumn + objectBytes, 0);
  }
}

/** How the columns of a source are merged for `into`; `null` where they say when. */
export function mergingColumns(
  { level, columns }: Extract<Source, { readonly from: 'tiles' | 'quarters' }>,
  into: Tile,
  slotOf: ChannelSlots,
): Merging | null {
  const held = into.merging(columns);
  if (!held) return null;
  return {
    name: `merged ${held} of ${columns}`,
    merge(periods) {
      if (periods.flat().reduce((bytes, cached) => bytes + (cached?.bytes ?? 0), 0) > mostBytes) return null;
      const tile = new Tile(nowhere, new Set(held));
      for (const period of periods) {
        for (const [index, column] of columns.entries()) {
          const decoded = period[index];
          if (decoded) tile.add(level, { column, decoded, start: 0, slotOf: eachChannel });
        }
      }
      const merged = held.map((column) => [column, tile.decoded(column)] as const);
      return new Merged(merged.flatMap(([column, decoded]) => (decoded ? [[column, decoded] as const] : [])));
    },
    add(merged) {
      if (!(merged instanceof Merged)) return;
      for (const [column, decoded] of merged.columns) into.addSame({ column, decoded, start: 0, slotOf });
    },
  };
}
