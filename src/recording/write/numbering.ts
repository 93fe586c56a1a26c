// Assigns numbers to names: dense within a brand and permanent. Requires the locks of the brands concerned.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AdmittedRun } from '../admit/changes.js';
import type { Draft } from '../prepare/draft.js';
import { lastNumbers, type NumberedTable, type Numbers } from './number-rows.js';

export interface Numbered {
  readonly brandId: string;
  readonly name: string;
  readonly number: number;
}

/** Recently used numbers by name. */
export type NumberCache<Entry extends Numbered = Numbered> = LRUCache<string, readonly Entry[]>;

/** An empty cache of up to `max` numbers. It is bounded by size, because for a number of entries room is taken at once, which most recordings never fill. */
export function emptyNumberCache<Entry extends Numbered>(max: number): NumberCache<Entry> {
  return new LRUCache({ maxSize: max, sizeCalculation: ({ length }) => length });
}

/** Adds numbers to a cache; only those of a transaction that is committed. */
export function cacheNumbers<Entry extends Numbered>(known: NumberCache<Entry>, found: readonly Entry[]): void {
  for (const each of found) known.set(each.name, [...(known.get(each.name) ?? []), each]);
}

export function cachedEntry<Entry extends Numbered>(
  known: NumberCache<Entry>,
  brandId: string,
  name: string,
): Entry | undefined {
  return known.get(name)?.find((each) => each.brandId === brandId);
}

/** A table that assigns numbers to names within a brand. */
interface Numbering<Row> {
  readonly table: NumberedTable;
  readonly find: (client: pg.ClientBase, rows: readonly Row[]) => Promise<Numbers>;
}

/** The items that the runs of a batch have, such as the pages they cite. */
interface BatchItems<Item> {
  readonly runs: readonly AdmittedRun[];
  /** By row: the index of an item in the batch. */
  readonly indexes: Uint32Array;
  /** The first row of a run, and the row after its last one. */
  readonly rowsOf: (draft: Draft) => readonly [from: number, to: number];
  /** By index: what items are cached by. */
  readonly names: readonly string[];
  readonly itemAt: (index: number) => Item;
}

/** The numbers of items, by row. */
export type RowNumbers = Int32Array;

interface ItemNumbers<Item> {
  readonly numbers: RowNumbers;
  /** Those that were not cached; valid only once the transaction is committed. */
  readonly found: readonly Numbered[];
  /** Items without a row: the caller inserts them under the numbers that they were assigned. */
  readonly fresh: readonly (BrandItem<Item> & { readonly id: number })[];
}

export type BrandItem<Item> = Item & { readonly brandId: string };

/** The runs of a brand, in order, and what is cached of an item that they have. */
type VisitBrand<Entry> = (runs: readonly AdmittedRun[], entryAt: (index: number) => Entry | undefined) => void;

/** Numbers all items of a batch; `known` saves looking up recently used numbers. `visit` is called with each brand. */
export async function numberItems<Item extends { readonly name: string }, Entry extends Numbered>(
  client: pg.ClientBase,
  { runs, indexes, rowsOf, names, itemAt }: BatchItems<Item>,
  { known, visit, ...numbering }: Numbering<BrandItem<Item>> & { known: NumberCache<Entry>; visit?: VisitBrand<Entry> },
): Promise<ItemNumbers<Item>> {
  const numbers = new Int32Array(indexes.length);
  const wanted: BrandItem<Item>[] = [];
  // By index, for the brand whose turn it was last: its number, or, where it has to be looked up, minus its place among the wanted.
  const [turns, slots, entries] = [
    new Int32Array(names.length),
    new Int32Array(names.length),
    [] as (Entry | undefined)[],
  ];
  let turn = 0;
  for (const [brandId, ofBrand] of byBrand(runs)) {
    turn++;
    for (const { draft } of ofBrand) {
      const [from, to] = rowsOf(draft);
      for (let row = from; row < to; row++) {
        const index = indexes[row] ?? 0;
        if (turns[index] !== turn) {
          turns[index] = turn;
          entries[index] = cachedEntry(known, brandId, names[index] ?? '');
          slots[index] = entries[index]?.number ?? -wanted.push({ ...itemAt(index), brandId });
        }
        numbers[row] = slots[index] ?? 0;
      }
    }
    visit?.(ofBrand, (index) => entries[index]);
  }
  const { numbers: given, fresh } = await numberRows(client, wanted, numbering);
  for (let row = 0; row < numbers.length; row++) {
    const slot = numbers[row] ?? 0;
    if (slot < 0) numbers[row] = given[-slot - 1] ?? 0;
  }
  const found = wanted.map(({ brandId, name }, at) => ({ brandId, name, number: given[at] ?? 0 }));
  return { numbers, found, fresh };
}

/** Numbers are dense within a brand, so that brands may have their turns in any order. */
function byBrand(runs: readonly AdmittedRun[]): ReadonlyMap<string, readonly AdmittedRun[]> {
  const brands = new Map<string, AdmittedRun[]>();
  for (const run of runs) {
    const ofBrand = brands.get(run.brandId);
    if (ofBrand) ofBrand.push(run);
    else brands.set(run.brandId, [run]);
  }
  return brands;
}

/** The numbers of distinct rows, in order. Rows without a number are assigned the next ones and returned as `fresh`, to be inserted. */
export async function numberRows<Row extends { readonly brandId: string }>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { table, find }: Numbering<Row>,
): Promise<{ readonly numbers: readonly number[]; readonly fresh: readonly (Row & { readonly id: number })[] }> {
  const fresh: (Row & { readonly id: number })[] = [];
  if (rows.length === 0) return { numbers: [], fresh };
  const given = await find(client, rows);
  const brandIds = new Set(rows.filter((_, index) => given[index] === null).map((row) => row.brandId));
  const highest = new Map(brandIds.size > 0 ? await lastNumbers(client, table, [...brandIds]) : []);
  const numbers = rows.map((row, index) => {
    const number = given[index];
    if (typeof number === 'number') return number;
    const id = (highest.get(row.brandId) ?? 0) + 1;
    highest.set(row.brandId, id);
    fresh.push({ ...row, id });
    return id;
  });
  return { numbers, fresh };
}
