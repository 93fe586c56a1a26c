// A tile's columns ↔ bytes. Every column is one sealed block, a list keyed by model, so that any number of
// models, companies, prompts and ids fits.

import { addPackedSums, noSums, packSums } from '../../domain/company-sums.js';
import { brandCompany, type DaySums } from '../../domain/summary.js';
import type { Column } from '../layout.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { type IdSet, skipSet } from './id-set.js';
import { dayLevel, hourLevel, quartersADay } from './levels.js';
import { skipSeries } from './series.js';
import { at, everyModel, newMap, newPromptSet, newSeries, newSet, noTotals, type Tile, type Totals } from './tile.js';

/** A stored column: the level and first quarter of its tile's period, and which models to take from it. */
export interface StoredColumn {
  readonly block: Buffer;
  readonly level: number;
  readonly start: number;
  readonly selects: (model: number) => boolean;
}

/** The block that stores `column` of `tile`; `null` where there is nothing to store. */
export function encodeColumn(tile: Tile, column: Column): Buffer | null {
  if (tile[column].size === 0) return null;
  const to = new ByteWriter();
  switch (column) {
    case 'sums':
      writeMap(to, tile.sums, (totals) => writeTotals(to, totals));
      break;
    case 'days':
    case 'quarters':
      writeMap(to, tile[column], (series) => series.write(to));
      break;
    case 'prompts':
      writeMap(to, tile.prompts, (sets) => {
        to.varint(sets.size);
        for (const [company, set] of sets) {
          to.varint(company + 1);
          set.write(to);
        }
      });
      break;
    default:
      writeMap(to, tile[column], (set) => set.write(to));
  }
  return to.seal();
}

/** Adds a stored column to `tile`. Throws `CorruptBlock`. */
export function uniteColumn(tile: Tile, column: Column, stored: StoredColumn): void {
  const { block, start, selects } = stored;
  const from = new ByteReader(block);
  switch (column) {
    case 'sums':
      uniteSums(tile, from, stored);
      break;
    case 'days':
    case 'quarters':
      eachKey(from, (model) => {
        if (selects(model)) at(tile[column], model, newSeries).unite(from, placesOf(tile, column, start));
        else skipSeries(from);
      });
      break;
    case 'prompts':
      eachKey(from, (model) =>
        unitePrompts(from, selects(model) ? at(tile.prompts, model, newMap<number, IdSet>) : null),
      );
      break;
    default: {
      const whole = wholeInstead(tile, column);
      eachKey(from, (model) => {
        if (model !== everyModel && !selects(model)) skipSet(from);
        else if (whole) at(tile[whole], everyModel, newSet).unite(from);
        else at(tile[column], model, newSet).unite(from);
      });
    }
  }
}

/** Whether `tile` has a use for a stored column: sets by model make one of all models where only that is kept. */
export function takes(tile: Tile, column: Column): boolean {
  return tile.keeps(column) || wholeInstead(tile, column) !== null;
}

function wholeInstead(tile: Tile, column: Column): 'urls' | 'domains' | null {
  if (column === 'modelUrls' && !tile.keeps(column) && tile.keeps('urls')) return 'urls';
  if (column === 'modelDomains' && !tile.keeps(column) && tile.keeps('domains')) return 'domains';
  return null;
}

/** Adds the sums; those of an hour or a day are a place of the answer's series as well. */
function uniteSums(tile: Tile, from: ByteReader, { level, start, selects }: StoredColumn): void {
  const days = level <= dayLevel && tile.keeps('days') ? tile.places.day(start) : null;
  const quarters = level <= hourLevel && tile.keeps('quarters') ? tile.places.quarter(start) : null;
  eachKey(from, (model) => {
    const isSelected = selects(model);
    const own = uniteTotals(from, isSelected && tile.keeps('sums') ? at(tile.sums, model, noTotals) : noTotals());
    if (!isSelected) return;
    if (days !== null) at(tile.days, model, newSeries).add(days, own.runs, own.allMentions, own.brand);
    if (quarters !== null) at(tile.quarters, model, newSeries).add(quarters, own.runs, own.allMentions, own.brand);
  });
}

/** Where the places of a stored series, whose period begins at the quarter `start`, lie in that of `tile`. */
function placesOf({ places }: Tile, column: 'days' | 'quarters', start: number): (place: number) => number {
  if (column === 'quarters') return (place) => places.quarter(start + place);
  return (place) => places.day(start + place * quartersADay);
}

/** The runs of one prompt by model and day place, as a block of their own. */
export function encodeRuns(models: ReadonlyMap<number, ReadonlyMap<number, number>>): Buffer {
  const to = new ByteWriter();
  writeRuns(to, models);
  return to.seal();
}

/** Visits every model, day place and number of runs of `encodeRuns`. Throws `CorruptBlock`. */
export function decodeRuns(block: Buffer, visit: (model: number, day: number, runs: number) => void): void {
  uniteRuns(new ByteReader(block), visit);
}

function writeMap<T>(to: ByteWriter, map: ReadonlyMap<number, T>, write: (value: T) => void): void {
  to.varint(map.size);
  for (const [key, value] of map) {
    to.varint(key);
    write(value);
  }
}

function eachKey(from: ByteReader, visit: (key: number) => void): void {
  for (let left = from.varint(); left > 0; left--) visit(from.varint());
}

function writeTotals(to: ByteWriter, { runs, citations, companies }: Totals): void {
  to.varint(runs);
  to.varint(citations);
  writeMap(to, companies, (sums) => packSums(sums, to));
}

/** Adds stored totals to `into`, and returns them by themselves. */
function uniteTotals(from: ByteReader, into: Totals): DaySums {
  const [runs, citations] = [from.varint(), from.varint()];
  into.runs += runs;
  into.citations += citations;
  const brand = noSums();
  let allMentions = 0;
  eachKey(from, (company) => {
    const sums = at(into.companies, company, noSums);
    const [start, before] = [from.at, sums.mentions];
    addPackedSums(sums, from);
    allMentions += sums.mentions - before;
    if (company !== brandCompany) return;
    from.at = start;
    addPackedSums(brand, from);
  });
  return { runs, allMentions, brand };
}

function unitePrompts(from: ByteReader, into: Map<number, IdSet> | null): void {
  eachKey(from, (company) => {
    if (into) at(into, company - 1, newPromptSet).unite(from);
    else skipSet(from);
  });
}

function writeRuns(to: ByteWriter, models: ReadonlyMap<number, ReadonlyMap<number, number>>): void {
  writeMap(to, models, (days) => writeMap(to, days, (runs) => to.varint(runs)));
}

function uniteRuns(from: ByteReader, visit: (model: number, day: number, runs: number) => void): void {
  eachKey(from, (model) => eachKey(from, (day) => visit(model, day, from.varint())));
}
