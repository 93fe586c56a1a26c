// Columns of the tiles of several periods as those of one, for what does not say when: the days at the edge of a window are added at once.

import type { Cached } from '../kept/tile-cache.js';
import type { Column } from '../layout.js';
import { type ChannelSlots, type Decoded, eachChannel, objectBytes } from '../packed/columns/column.js';
import { nowhere, Tile } from '../packed/tile.js';
import type { Merging, Source } from '../scan/scan.js';

/** What is written takes as long as it is large, and nobody has a turn meanwhile. */
const mostBytes = 4_000_000;

interface MergedColumn {
  readonly column: Column;
  readonly decoded: Decoded;
  /** Whether it is added to what the stored column is added to, or to this column alone. */
  readonly isStored: boolean;
}

class Merged implements Cached {
  readonly bytes: number;

  constructor(readonly columns: readonly MergedColumn[]) {
    this.bytes = columns.reduce((bytes, { decoded }) => bytes + decoded.bytes + objectBytes, 0);
  }
}

/** How the columns of a source that do not say when are merged for `into`; `null`: all do. */
export function mergingColumns(
  { level, columns }: Extract<Source, { readonly from: 'tiles' | 'quarters' }>,
  into: Tile,
  slotOf: ChannelSlots,
): Merging | null {
  const stored = columns.map((column, index) => ({ column, index, as: into.mergedAs(column) }));
  const merged = stored.filter(({ as }) => as.length > 0);
  if (merged.length === 0) return null;
  const own = merged.filter(({ column, as }) => as.length === 1 && as[0] === column);
  const others = merged.filter((each) => !own.includes(each));
  const held = new Set(others.flatMap(({ as }) => as));
  return {
    name: `merged ${own.map(({ column }) => column)} and ${[...held]} of ${others.map(({ column }) => column)}`,
    columns: new Set(merged.map(({ index }) => index)),
    merge(periods) {
      const bytes = periods.reduce((sum, period) => {
        return merged.reduce((ofPeriod, { index }) => ofPeriod + (period[index]?.bytes ?? 0), sum);
      }, 0);
      if (bytes > mostBytes) return null;
      const tile = new Tile(nowhere, held);
      const owns = own.map(({ column, index }) => ({ column, index, tile: new Tile(nowhere, new Set([column])) }));
      for (const period of periods) {
        for (const { column, index } of others) {
          const decoded = period[index];
          if (decoded) tile.add(level, { column, decoded, start: 0, slotOf: eachChannel });
        }
        for (const { column, index, tile } of owns) {
          const decoded = period[index];
          if (decoded) tile.addSame({ column, decoded, start: 0, slotOf: eachChannel });
        }
      }
      return new Merged([
        ...[...held].flatMap((column) => mergedIn(tile, column, false)),
        ...owns.flatMap(({ column, tile }) => mergedIn(tile, column, true)),
      ]);
    },
    add(merged) {
      if (!(merged instanceof Merged)) return;
      for (const { column, decoded, isStored } of merged.columns) {
        const added = { column, decoded, start: 0, slotOf };
        if (isStored) into.add(level, added);
        else into.addSame(added);
      }
    },
  };
}

function mergedIn(tile: Tile, column: Column, isStored: boolean): readonly MergedColumn[] {
  const decoded = tile.decoded(column);
  return decoded ? [{ column, decoded, isStored }] : [];
}
