// Columns of the tiles of several periods as those of one, for what does not say when: the days at the edge of a window are added at once.

import type { Cached } from '../kept/tile-cache.js';
import type { Column } from '../layout.js';
import { type ChannelSlots, type Decoded, eachChannel, objectBytes } from '../packed/columns/column.js';
import { isOfTotals, nowhere, Tile } from '../packed/tile.js';
import type { RunSelection } from '../scan/run-selection.js';
import type { Merging, Source } from '../scan/scan.js';

/** What is written takes as long as it is large, and nobody has a turn meanwhile. */
const mostBytes = 4_000_000;

interface MergedColumn {
  readonly column: Column;
  readonly decoded: Decoded;
  /** Where its channels go; `null`: where those of the selection do. */
  readonly slots: ChannelSlots | null;
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
  { slotOf, key }: Pick<RunSelection, 'slotOf' | 'key'>,
): Merging | null {
  const merged = columns.flatMap((column, index) => {
    const as = into.mergedAs(column, key === '');
    return as ? [{ column, index, as }] : [];
  });
  if (merged.length === 0) return null;
  return {
    name: `merged ${merged.map(({ column, as }) => `${column} as ${as}`)}`,
    columns: new Set(merged.map(({ index }) => index)),
    merge(periods) {
      const bytes = periods.reduce((sum, period) => {
        return merged.reduce((ofPeriod, { index }) => ofPeriod + (period[index]?.bytes ?? 0), sum);
      }, 0);
      if (bytes > mostBytes) return null;
      const found = merged.flatMap(({ column, index, as }): readonly MergedColumn[] => {
        const tile = new Tile(nowhere, new Set([as]));
        for (const period of periods) {
          const decoded = period[index];
          if (decoded) tile.add(level, { column, decoded, start: 0, slotOf: eachChannel });
        }
        const decoded = tile.decoded(as);
        return decoded ? [{ column, decoded, slots: isOfTotals(as) ? eachChannel : null }] : [];
      });
      return new Merged(found);
    },
    add(merged) {
      if (!(merged instanceof Merged)) return;
      for (const { column, decoded, slots } of merged.columns)
        into.add(level, { column, decoded, start: 0, slotOf: slots ?? slotOf });
    },
  };
}
