// Assigns numbers to names: dense within a brand and permanent. Requires the locks of the brands concerned.

import type { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AdmittedRun } from '../admit/changes.js';
import type { Draft } from '../prepare/draft.js';

export interface Numbered {
  readonly brandId: string;
  readonly name: string;
  readonly number: number;
}

/** Recently used numbers by name. */
export type NumberCache = LRUCache<string, readonly Numbered[]>;

/** Adds numbers to a cache; only those of a transaction that is committed. */
export function cacheNumbers(known: NumberCache, found: readonly Numbered[]): void {
  for (const each of found) known.set(each.name, [...(known.get(each.name) ?? []), each]);
}

export function cachedNumber(known: NumberCache, brandId: string, name: string): number | undefined {
  return known.get(name)?.find((each) => each.brandId === brandId)?.number;
}

/** A table that assigns numbers to names within a brand. */
export interface Numbering<Row> {
  /** Parallel to `rows`; `null` if a row has no number yet. */
  readonly find: (client: pg.ClientBase, rows: readonly Row[]) => Promise<readonly (number | null)[]>;
  /** The highest number assigned in each brand; 0 if there is none. */
  readonly last: (client: pg.ClientBase, brandIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** The items that the runs of a batch have, such as the pages they cite, by the item's index in the batch. */
export interface BatchItems<Item> {
  readonly runs: readonly AdmittedRun[];
  readonly indexesOf: (draft: Draft) => Uint32Array;
  readonly itemAt: (index: number) => Item;
}

/** The numbers of a batch's items in each brand, by index. */
export type BatchNumbers = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface ItemNumbers<Item> {
  readonly numbers: BatchNumbers;
  /** Those that were not cached; valid only once the transaction is committed. */
  readonly found: readonly Numbered[];
  /** Items without a row: the caller inserts them under the numbers that they were assigned. */
  readonly fresh: readonly (BrandItem<Item> & { readonly id: number })[];
}

export type BrandItem<Item> = Item & { readonly brandId: string; readonly index: number };

/** Numbers all items of a batch; `known` saves looking up recently used numbers. */
export async function numberItems<Item extends { readonly name: string }>(
  client: pg.ClientBase,
  { runs, indexesOf, itemAt }: BatchItems<Item>,
  { known, ...table }: Numbering<BrandItem<Item>> & { readonly known: NumberCache },
): Promise<ItemNumbers<Item>> {
  const numbers = new Map<string, Map<number, number>>();
  const wanted: BrandItem<Item>[] = [];
  for (const { brandId, draft } of runs) {
    const inBrand = numbers.get(brandId) ?? new Map<number, number>();
    numbers.set(brandId, inBrand);
    for (const index of indexesOf(draft)) {
      if (inBrand.has(index)) continue;
      const item = itemAt(index);
      const number = cachedNumber(known, brandId, item.name);
      inBrand.set(index, number ?? 0);
      if (number === undefined) wanted.push({ ...item, brandId, index });
    }
  }
  const { numbers: given, fresh } = await numberRows(client, wanted, table);
  const found = wanted.map(({ brandId, index, name }, at) => {
    const number = given[at] ?? 0;
    numbers.get(brandId)?.set(index, number);
    return { brandId, name, number };
  });
  return { numbers, found, fresh };
}

/** The numbers of distinct rows, in order. Rows without a number are assigned the next ones and returned as `fresh`, to be inserted. */
export async function numberRows<Row extends { readonly brandId: string }>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { find, last }: Numbering<Row>,
): Promise<{ readonly numbers: readonly number[]; readonly fresh: readonly (Row & { readonly id: number })[] }> {
  const fresh: (Row & { readonly id: number })[] = [];
  if (rows.length === 0) return { numbers: [], fresh };
  const given = await find(client, rows);
  const brandIds = new Set(rows.filter((_, index) => given[index] === null).map((row) => row.brandId));
  const highest = new Map(brandIds.size > 0 ? await last(client, [...brandIds]) : []);
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
