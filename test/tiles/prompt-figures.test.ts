// What is read of the figures of prompts without the rest of them is the same as with it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTables, onlyMentions } from '../../src/domain/lists/prompt-table.js';
import type { Column } from '../../src/tiles/layout.js';
import { type ChannelSlots, eachChannel } from '../../src/tiles/packed/columns/column.js';
import { dayLevel } from '../../src/tiles/packed/levels.js';
import { decode, type Tile } from '../../src/tiles/packed/tile.js';
import { cell, tileOf } from '../support/cells.js';

const stored = new Set<Column>(['promptFigures']);
const partial = new Set<Column>(['promptMentions', 'promptTotals']);
const placed = fc.array(fc.tuple(cell, fc.nat(95)), { minLength: 1, maxLength: 25 });

function merge(kept: ReadonlySet<Column>, block: Buffer | null, slotOf: ChannelSlots = eachChannel): Tile {
  const tile = tileOf([], kept);
  const column = 'promptFigures';
  if (block) tile.add(dayLevel, { column, decoded: decode(column, block), start: 0, slotOf });
  return tile;
}

/** The mentions by channel and the figures of all channels together that a tile has for itself, and those that follow from its figures. */
function seen({ figures }: Tile) {
  const mentions = [...figures.promptMentions.channels].map(([channel, rows]) => [channel, rows.mentionsTable(null)]);
  return [mentions, [...figures.promptTotals.channels.values()].map((rows) => rows.table(null))];
}

async function derived({ figures }: Tile) {
  const tables = [...figures.promptFigures.channels].map(([channel, rows]) => [channel, rows.table(null)] as const);
  const mentions = tables.map(([channel, table]) => [channel, onlyMentions(table)]);
  return [mentions, tables.length === 0 ? [] : [await mergeTables(tables.map(([, table]) => table))]];
}

describe('parts of the figures of prompts', () => {
  it('are read from stored figures as cells fill them', async () => {
    await fc.assert(
      fc.asyncProperty(placed, fc.nat(4), async (cells, wanted) => {
        const whole = tileOf(cells, stored);
        expect(seen(tileOf(cells, partial))).toEqual(await derived(whole));
        const block = whole.encode('promptFigures');
        expect(seen(merge(partial, block))).toEqual(await derived(whole));
        const slotOf = (channel: number) => (channel === wanted ? channel : null);
        expect(seen(merge(partial, block, slotOf))).toEqual(await derived(merge(stored, block, slotOf)));
      }),
    );
  });
});
