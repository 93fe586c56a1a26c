import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, columns, partialColumns } from '../../src/tiles/layout.js';
import { appendCells, encodeCells, sections } from '../../src/tiles/packed/cell.js';
import { type ChannelSlots, eachChannel } from '../../src/tiles/packed/columns/column.js';
import { dayLevel, hourLevel, monthLevel } from '../../src/tiles/packed/levels.js';
import { decode, type Tile } from '../../src/tiles/packed/tile.js';
import { cell, cellsOf, contents, tileOf } from '../support/cells.js';

/** Those that are stored, and those that are read out of them. */
const readable = [...columns, ...partialColumns];
const placed = fc.array(fc.tuple(cell, fc.nat(95)), { maxLength: 25 });
const cells = fc.array(cell, { maxLength: 20 });

/** Adds what is stored of a column, if anything. */
function addStored(into: Tile, column: Column, { block, level, start, slotOf }: Stored): void {
  if (block) into.add(level, { column, decoded: decode(column, block), start, slotOf });
}

interface Stored {
  readonly block: Buffer | null;
  readonly level: number;
  readonly start: number;
  readonly slotOf: ChannelSlots;
}

function mergeAll(into: Tile, tile: Tile, start: number, slotOf: ChannelSlots = eachChannel): void {
  for (const column of columns)
    addStored(into, column, { block: tile.encode(column), level: monthLevel, start, slotOf });
}

describe('quarter tiles', () => {
  it('give back their cells', () => {
    fc.assert(
      fc.property(cells, (all) => {
        expect(cellsOf(encodeCells(all))).toEqual(all);
      }),
    );
  });

  it('take further cells behind their own', () => {
    fc.assert(
      fc.property(cells, cells, (all, late) => {
        expect(cellsOf(appendCells(encodeCells(all), late))).toEqual([...all, ...late]);
      }),
    );
  });

  it('give back the selected cells alone, and of these the wanted lists alone', () => {
    const nothing = { length: 0, ids: [], runs: [], citations: [], companies: [], sums: [] };
    fc.assert(
      fc.property(cells, fc.nat(40), fc.subarray([...sections]), (all, prompt, wanted) => {
        const selection = { selects: (of: number) => of < prompt, sections: new Set(wanted) };
        const expected = all
          .filter((each) => each.prompt < prompt)
          .map((each) => {
            const lists = sections.map((section) => [section, wanted.includes(section) ? each[section] : nothing]);
            return { ...each, ...Object.fromEntries(lists) };
          });
        const found = cellsOf(encodeCells(all), selection);
        expect(found).toHaveLength(expected.length);
        for (const [at, each] of found.entries()) expect(expected[at]).toMatchObject(each);
      }),
    );
  });

  it('fill a tile as their cells do, whichever columns it keeps', async () => {
    await fc.assert(
      fc.asyncProperty(cells, fc.nat(95), fc.subarray([...columns]), async (all, quarter, some) => {
        const kept = new Set(some);
        const filled = tileOf([], kept);
        const block = encodeCells(all);
        for (const each of cellsOf(block, { sections: filled.sections })) filled.addCell(each, quarter);
        const expected = tileOf(
          all.map((each) => [each, quarter] as const),
          kept,
        );
        expect(await contents(filled, 1)).toEqual(await contents(expected, 1));
      }),
    );
  });
});

describe('tiles, from their stored columns,', () => {
  it('merge to what their cells make together', async () => {
    await fc.assert(
      fc.asyncProperty(placed, placed, async (first, second) => {
        const merged = tileOf([], new Set(readable));
        const next = second.map(([each, quarter]) => [each, quarter + 96] as const);
        mergeAll(merged, tileOf(first), 0);
        mergeAll(merged, tileOf(next, new Set(columns), 96), 96);
        const together = tileOf([...first, ...next], new Set(readable));
        expect(await contents(merged, 2)).toEqual(await contents(together, 2));
      }),
    );
  });

  it('take only the wanted channels from a stored tile, and add those of a model up', async () => {
    await fc.assert(
      fc.asyncProperty(placed, fc.array(fc.option(fc.nat(4)), { minLength: 5, maxLength: 5 }), async (all, slots) => {
        const byChannel = new Set(readable.filter((column) => !['urls', 'domains'].includes(column)));
        const merged = tileOf([], byChannel);
        const slotOf = (channel: number) => slots[channel] ?? null;
        mergeAll(merged, tileOf(all, byChannel), 0, slotOf);
        const expected = tileOf(
          all.flatMap(([each, quarter]) => {
            const channel = slotOf(each.channel);
            return channel === null ? [] : [[{ ...each, channel }, quarter] as const];
          }),
          byChannel,
        );
        expect(await contents(merged, 1)).toEqual(await contents(expected, 1));
      }),
    );
  });
});

describe('tiles', () => {
  it('take sets by channel for one of all channels where only that is wanted', async () => {
    await fc.assert(
      fc.asyncProperty(placed, async (all) => {
        const kept = new Set(['urls'] as const);
        const merged = tileOf([], kept);
        const block = tileOf(all).encode('channelUrls');
        expect([merged.takes('channelUrls'), tileOf([]).takes('channelUrls')]).toEqual([true, true]);
        addStored(merged, 'channelUrls', { block, level: monthLevel, start: 0, slotOf: eachChannel });
        expect(await contents(merged, 1)).toEqual(await contents(tileOf(all, kept), 1));
      }),
    );
  });

  it('find the series of days in the sums of a day, and those of both series in the sums of an hour', async () => {
    const noSeries = new Set(columns.filter((column) => column !== 'days' && column !== 'quarters'));
    await fc.assert(
      fc.asyncProperty(cells, fc.nat(23), async (all, hour) => {
        const inHour = all.map((each) => [each, hour * 4] as const);
        const block = tileOf(inHour, noSeries).encode('sums');
        const expected = await contents(tileOf(inHour), 1);
        const [day, ofHour] = [tileOf([]), tileOf([])];
        addStored(day, 'sums', { block, level: dayLevel, start: 0, slotOf: eachChannel });
        addStored(ofHour, 'sums', { block, level: hourLevel, start: hour * 4, slotOf: eachChannel });
        for (const each of [day, ofHour]) expect((await contents(each, 1)).days).toEqual(expected.days);
        expect((await contents(ofHour, 1)).quarters).toEqual(expected.quarters);
        expect((await contents(day, 1)).quarters.size).toBe(0);
        expect((await contents(day, 1)).sums).toEqual(expected.sums);
      }),
    );
  });
});
