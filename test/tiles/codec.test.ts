import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columns } from '../../src/tiles/layout.js';
import { appendCells, type Cell, decodeCells, encodeCells } from '../../src/tiles/packed/cell.js';
import { encodeColumn, uniteColumn } from '../../src/tiles/packed/codec.js';
import { gatherCells } from '../../src/tiles/packed/gather-cells.js';
import { dayLevel, hourLevel, weekLevel } from '../../src/tiles/packed/levels.js';
import { Tile } from '../../src/tiles/packed/tile.js';

const count = fc.nat(5_000_000_000);
/** What one run says, or nearly so. */
const small = fc.nat(2);
const sumsOfOne = fc.record({
  mentions: small,
  positive: small,
  neutral: small,
  negative: small,
  mixed: small,
  positionSum: fc.nat(40),
  positions: small,
});
const sums = fc.record({
  mentions: count,
  positive: count,
  neutral: count,
  negative: count,
  mixed: count,
  positionSum: count,
  positions: count,
});
const cited = fc
  .uniqueArray(fc.tuple(fc.nat(70_000), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5_000_000_000 }))), {
    selector: ([id]) => id,
    maxLength: 30,
  })
  .map((list) => list.sort(([a], [b]) => a - b))
  .map((list) => ({ ids: list.map(([id]) => id), times: list.map(([, times]) => times) }));
const cell: fc.Arbitrary<Cell> = fc.record({
  prompt: fc.integer({ min: 1, max: 40 }),
  model: fc.integer({ min: 1, max: 4 }),
  runs: fc.integer({ min: 1, max: 1_000 }),
  citations: count,
  companies: fc
    .uniqueArray(fc.tuple(fc.nat(12), fc.oneof(sums, sumsOfOne)), { selector: ([company]) => company, maxLength: 8 })
    .map((entries) => new Map(entries)),
  urls: cited,
  domains: cited,
});
const placed = fc.array(fc.tuple(cell, fc.nat(95)), { maxLength: 25 });

const everything = new Set(columns);
const places = { day: (quarter: number) => Math.floor(quarter / 96), quarter: (quarter: number) => quarter };

function tileOf(cells: readonly (readonly [Cell, number])[]): Tile {
  const tile = new Tile(places, everything);
  for (const [each, quarter] of cells) tile.add(each, quarter);
  return tile;
}

/** All that a tile holds, as plain values. */
function contents(tile: Tile, days: number) {
  const series = (map: Tile['days'], length: number) =>
    [...map].map(([model, each]) => [model, Array.from({ length }, (_, at) => each.at(at))]).sort();
  const sets = (map: Tile['urls']) => [...map].map(([key, set]) => [key, [...set]]).sort();
  return {
    sums: new Map(tile.sums),
    days: series(tile.days, days),
    quarters: series(tile.quarters, days * 96),
    prompts: new Map([...tile.prompts].map(([model, each]) => [model, new Map(sets(each) as [number, number[]][])])),
    urls: sets(tile.urls),
    domains: sets(tile.domains),
    modelUrls: sets(tile.modelUrls),
    modelDomains: sets(tile.modelDomains),
  };
}

function uniteAll(into: Tile, tile: Tile, start: number, wanted: (model: number) => boolean): void {
  for (const column of columns) {
    const block = encodeColumn(tile, column);
    if (block) uniteColumn(into, column, { block, level: weekLevel, start, selects: wanted });
  }
}

describe('quarter tiles', () => {
  it('give back their cells', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 20 }), (cells) => {
        expect([...decodeCells(encodeCells(cells))]).toEqual(cells);
      }),
    );
  });

  it('take further cells behind their own', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 20 }), fc.array(cell, { maxLength: 20 }), (cells, late) => {
        expect([...decodeCells(appendCells(encodeCells(cells), late))]).toEqual([...cells, ...late]);
      }),
    );
  });

  it('are gathered as their cells are, those of each tile that wants some', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 20 }), fc.nat(95), fc.nat(40), (cells, quarter, prompt) => {
        const [low, high] = [tileOf([]), tileOf([])];
        const tileOfPrompt = (ofPrompt: number) => (ofPrompt === prompt ? null : ofPrompt < prompt ? low : high);
        gatherCells(encodeCells(cells), quarter, tileOfPrompt);
        for (const gathered of [low, high]) {
          const own = cells.filter((each) => tileOfPrompt(each.prompt) === gathered);
          const expected = tileOf(own.map((each) => [each, quarter] as const));
          expect(contents(gathered, 1)).toEqual(contents(expected, 1));
        }
      }),
    );
  });
});

describe('tiles', () => {
  it('unite from their stored columns to what their cells make together', () => {
    fc.assert(
      fc.property(placed, placed, (first, second) => {
        const united = tileOf([]);
        uniteAll(united, tileOf(first), 0, () => true);
        uniteAll(united, tileOf(second), 96, () => true);
        const together = tileOf([...first, ...second.map(([each, quarter]) => [each, quarter + 96] as const)]);
        expect(contents(united, 2)).toEqual(contents(together, 2));
      }),
    );
  });

  it('take only the wanted models from a stored tile', () => {
    fc.assert(
      fc.property(placed, fc.nat(4), (cells, model) => {
        const byModel = columns.filter((column) => !['urls', 'domains'].includes(column));
        const united = new Tile(places, new Set(byModel));
        const expected = new Tile(places, new Set(byModel));
        for (const column of byModel) {
          const block = encodeColumn(tileOf(cells), column);
          if (block)
            uniteColumn(united, column, { block, level: weekLevel, start: 0, selects: (each) => each === model });
        }
        for (const [each, quarter] of cells) if (each.model === model) expected.add(each, quarter);
        expect(contents(united, 1)).toEqual(contents(expected, 1));
      }),
    );
  });

  it('take sets by model for one of all models where only that is wanted', () => {
    fc.assert(
      fc.property(placed, (cells) => {
        const [united, expected] = [new Tile(places, new Set(['urls'])), new Tile(places, new Set(['urls']))];
        const block = encodeColumn(tileOf(cells), 'modelUrls');
        if (block) uniteColumn(united, 'modelUrls', { block, level: weekLevel, start: 0, selects: () => true });
        for (const [each, quarter] of cells) expected.add(each, quarter);
        expect([...(united.urls.get(0) ?? [])]).toEqual([...(expected.urls.get(0) ?? [])]);
      }),
    );
  });

  it('find the series of days in the sums of a day, and those of both series in the sums of an hour', () => {
    const noSeries = new Set(columns.filter((column) => column !== 'days' && column !== 'quarters'));
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 20 }), fc.nat(23), (cells, hour) => {
        const stored = new Tile(places, noSeries);
        for (const each of cells) stored.add(each, hour * 4);
        const block = encodeColumn(stored, 'sums');
        const expected = tileOf(cells.map((each) => [each, hour * 4] as const));
        const [day, ofHour] = [tileOf([]), tileOf([])];
        if (block) uniteColumn(day, 'sums', { block, level: dayLevel, start: 0, selects: () => true });
        if (block) uniteColumn(ofHour, 'sums', { block, level: hourLevel, start: hour * 4, selects: () => true });
        for (const each of [day, ofHour]) expect(contents(each, 1).days).toEqual(contents(expected, 1).days);
        expect(contents(ofHour, 1).quarters).toEqual(contents(expected, 1).quarters);
        expect(contents(day, 1).quarters).toEqual([]);
        expect(contents(day, 1).sums).toEqual(contents(expected, 1).sums);
      }),
    );
  });
});
