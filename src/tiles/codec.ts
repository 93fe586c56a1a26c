// A tile's columns ↔ bytes. Every column is one sealed block, a list keyed by model (promptRuns: by prompt), so that any number of
// models, companies, prompts and ids fits.

import { noSums } from '../domain/summary.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { addStoredSums, writeCompanies } from './cell.js';
import { type Counts, skipCited } from './counts.js';
import { quartersADay } from './cover.js';
import { type IdSet, skipSet } from './id-set.js';
import { skipSeries } from './series.js';
import {
  at,
  type Column,
  everyModel,
  newCounts,
  newMap,
  newPromptSet,
  newSeries,
  newSet,
  noTotals,
  type Tile,
  type Totals,
} from './tile.js';

/** A stored column: the first quarter of its tile's period, and which models to take from it. */
export interface Stored {
  readonly block: Buffer;
  readonly start: number;
  readonly wanted: (model: number) => boolean;
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
    case 'urlCitations':
    case 'domainCitations':
      writeMap(to, tile[column], (counts) => counts.writeRepeats(to));
      break;
    case 'promptRuns':
      writeMap(to, tile.promptRuns, (models) => writeRuns(to, models));
      break;
    default:
      writeMap(to, tile[column], (set) => set.write(to));
  }
  return to.seal();
}

/** Adds a stored column to `tile`. Throws `CorruptBlock`. */
export function uniteColumn(tile: Tile, column: Column, { block, start, wanted }: Stored): void {
  const from = new ByteReader(block);
  switch (column) {
    case 'sums':
      eachKey(from, (model) => uniteTotals(from, wanted(model) ? at(tile.sums, model, noTotals) : noTotals()));
      break;
    case 'days':
    case 'quarters':
      eachKey(from, (model) => {
        if (wanted(model)) at(tile[column], model, newSeries).unite(from, placesOf(tile, column, start));
        else skipSeries(from);
      });
      break;
    case 'prompts':
      eachKey(from, (model) =>
        unitePrompts(from, wanted(model) ? at(tile.prompts, model, newMap<number, IdSet>) : null),
      );
      break;
    case 'urlCitations':
    case 'domainCitations':
      eachKey(from, (model) => {
        if (wanted(model)) at(tile[column], model, newCounts).unite(from);
        else skipCited(from);
      });
      break;
    case 'promptRuns':
      eachKey(from, (prompt) =>
        uniteRuns(from, (model, day, runs) => {
          tile.addPromptRuns(prompt, model, tile.places.day(start + day * quartersADay), runs);
        }),
      );
      break;
    default: {
      const counts = countsBeside(tile, column);
      eachKey(from, (model) => {
        if (model !== everyModel && !wanted(model)) skipSet(from);
        else if (counts) uniteCounted(from, at(tile[column], model, newSet), at(counts, model, newCounts));
        else at(tile[column], model, newSet).unite(from);
      });
    }
  }
}

/** The counts that a stored set begins: beside it only repeated citations are stored, because most ids are cited once. */
function countsBeside(tile: Tile, column: Column): Map<number, Counts> | null {
  if (column === 'modelUrls' && tile.wants('urlCitations')) return tile.urlCitations;
  if (column === 'modelDomains' && tile.wants('domainCitations')) return tile.domainCitations;
  return null;
}

function uniteCounted(from: ByteReader, into: IdSet, counts: Counts): void {
  const set = newSet();
  set.unite(from);
  into.uniteSet(set);
  set.forEach((id) => {
    counts.add(id, 1);
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
  writeCompanies(to, companies);
}

function uniteTotals(from: ByteReader, into: Totals): void {
  into.runs += from.varint();
  into.citations += from.varint();
  eachKey(from, (company) => addStoredSums(from, at(into.companies, company, noSums)));
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
