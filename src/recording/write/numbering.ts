// Assigns numbers to names: dense within a brand and permanent. Requires the locks of the brands concerned.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { at, made } from '../../domain/counts/maps.js';
import type { AdmittedRun } from '../admit/changes.js';
import type { Draft } from '../prepare/draft.js';
import { lastNumbers, type NumberedTable, type Numbers, type Title } from './number-rows.js';

/** What has a number within its brand by its name. */
export interface Named {
  readonly brandId: string;
  readonly name: string;
}

interface Numbered extends Named {
  readonly number: number;
  /** Of a URL: what is known to be its title, or to be older than that. */
  title?: Title;
}

/** Recently used numbers by name. */
export type NumberCache = LRUCache<string, readonly Numbered[]>;

/** An empty cache of up to `max` numbers. It is bounded by size, because for a number of entries room is taken at once, which most recordings never fill. */
export function emptyNumberCache(max: number): NumberCache {
  return new LRUCache({ maxSize: max, sizeCalculation: ({ length }) => length });
}

export function cachedEntry(known: NumberCache, { brandId, name }: Named): Numbered | undefined {
  return known.get(name)?.find((each) => each.brandId === brandId);
}

/** A table that assigns numbers to names within a brand. */
interface Numbering<Row> {
  readonly table: NumberedTable;
  /** Saves looking up recently used numbers, and is told of those that were looked up or assigned. */
  readonly known: NumberCache;
  readonly find: (client: pg.ClientBase, rows: readonly Row[]) => Promise<Numbers>;
}

/** Rows with their numbers, and which of them are new and to be inserted. */
interface NumberedRows<Row> {
  readonly numbers: readonly number[];
  readonly fresh: readonly (Row & { readonly id: number })[];
}

/** The numbers of distinct rows, in order. Rows without a number are assigned the next ones. */
export async function numberRows<Row extends Named>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { table, known, find }: Numbering<Row>,
): Promise<NumberedRows<Row>> {
  const cached = rows.map((row) => cachedEntry(known, row)?.number);
  const wanted = rows.filter((_, place) => cached[place] === undefined);
  const fresh: (Row & { readonly id: number })[] = [];
  if (wanted.length === 0) return { numbers: cached.map((number) => number ?? 0), fresh };
  const found = await find(client, wanted);
  const brandIds = new Set(wanted.filter((_, place) => found[place] === null).map(({ brandId }) => brandId));
  const highest = new Map(brandIds.size > 0 ? await lastNumbers(client, table, [...brandIds]) : []);
  const given = wanted.map((row, place) => {
    const { brandId, name } = row;
    const id = found[place] ?? (highest.get(brandId) ?? 0) + 1;
    if (found[place] === null) {
      highest.set(brandId, id);
      fresh.push({ ...row, id });
    }
    known.set(name, [...(known.get(name) ?? []), { brandId, name, number: id }]);
    return id;
  });
  let next = 0;
  return { numbers: cached.map((number) => number ?? given[next++] ?? 0), fresh };
}

/** The items that the runs of a batch have, such as the pages they cite. */
interface BatchItems<Item> {
  readonly runs: readonly AdmittedRun[];
  /** By row: the index of an item in the batch. */
  readonly indexes: Uint32Array;
  /** The first row of a run, and the row after its last one. */
  readonly rowsOf: (draft: Draft) => readonly [from: number, to: number];
  readonly itemAt: (brandId: string, index: number) => Item;
}

/** The numbers of items, by row. */
export type RowNumbers = Int32Array;

/** Numbers all items of a batch. */
export async function numberItems<Item extends Named>(
  client: pg.ClientBase,
  { runs, indexes, rowsOf, itemAt }: BatchItems<Item>,
  numbering: Numbering<Item>,
): Promise<{ readonly numbers: RowNumbers; readonly fresh: NumberedRows<Item>['fresh'] }> {
  const items: Item[] = [];
  /** By brand and index: the place of an item among `items`, counted from 1. */
  const places = new Map<string, Map<number, number>>();
  const numbers = new Int32Array(indexes.length);
  for (const { brandId, draft } of runs) {
    const ofBrand = made(places, brandId, Map<number, number>);
    const [from, to] = rowsOf(draft);
    for (let row = from; row < to; row++) {
      const index = indexes[row] ?? 0;
      numbers[row] = at(ofBrand, index, () => items.push(itemAt(brandId, index)));
    }
  }
  const { numbers: given, fresh } = await numberRows(client, items, numbering);
  return { numbers: numbers.map((place) => given[place - 1] ?? 0), fresh };
}
