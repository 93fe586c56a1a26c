// The order of a list by its numeric keys, without sorting all of them: which rows can be on a page, and the tiers of equal keys among them,
// which names then order. Pure; typed arrays, because lists have 500,000 rows.

import type { Direction } from '../../../domain/lists/lists.js';
import { ascending, select, smallestOf } from './select.js';

/** Rows in order of tiers: rows with equal keys are of one tier, and a row without a key (NaN) is of the last. */
interface Ranked {
  /** The places of rows among the keys, ascending. */
  readonly places: Int32Array;
  /** Parallel to `places`: the number of the row's tier, from 0 on in the order of the list. */
  readonly tiers: Int32Array;
}

/** All rows that can be on a page, with whole tiers at both ends. */
interface Stretch extends Ranked {
  /** Rows of the page's first tier that come before the page. */
  readonly skip: number;
}

interface Page {
  readonly direction: Direction;
  /** Rows before the page. */
  readonly skip: number;
  /** Rows on the page. */
  readonly limit: number;
}

/** The stretch of a list from which a page is cut once its tiers are ordered by name. Linear in the number of keys. */
export function stretchOf(keys: Float64Array, { direction, skip, limit }: Page): Stretch {
  const end = Math.min(skip + limit, keys.length);
  if (skip >= end) return { places: new Int32Array(0), tiers: new Int32Array(0), skip: 0 };
  const sign = signOf(direction);
  const { before, ...ranked } = rankBetween(keys, sign, limitsOf(keys, sign, { skip, end }));
  return { ...ranked, skip: skip - before };
}

/** Every row with its tier. */
export function rankAll(keys: Float64Array, direction: Direction): Ranked {
  return rankBetween(keys, signOf(direction), { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY });
}

function signOf(direction: Direction): number {
  return direction === 'asc' ? 1 : -1;
}

/** Keys from `first` to `last`, both included. */
interface Limits {
  readonly first: number;
  readonly last: number;
}

/** The rows whose keys are within limits, with their tiers, and how many rows come before them. */
function rankBetween(keys: Float64Array, sign: number, { first, last }: Limits): Ranked & { readonly before: number } {
  let [before, size] = [0, 0];
  for (let place = 0; place < keys.length; place++) {
    const key = ascending(keys[place], sign);
    if (key < first) before++;
    else if (key <= last) size++;
  }
  const places = new Int32Array(size);
  for (let place = 0, index = 0; index < size; place++) {
    const key = ascending(keys[place], sign);
    if (key >= first && key <= last) places[index++] = place;
  }
  return { places, tiers: tiersOf(keys, sign, places), before };
}

/** The tier of each place. Most neighbours have equal keys, which are looked up once. */
function tiersOf(keys: Float64Array, sign: number, places: Int32Array): Int32Array {
  const tierOf = new Map<number, number>();
  let previous = Number.NaN;
  for (const place of places) {
    const key = ascending(keys[place], sign);
    if (key !== previous) tierOf.set(key, 0);
    previous = key;
  }
  for (const [tier, key] of Float64Array.from(tierOf.keys()).sort().entries()) tierOf.set(key, tier);
  previous = Number.NaN;
  let tier = 0;
  return places.map((place) => {
    const key = ascending(keys[place], sign);
    if (key !== previous) tier = tierOf.get(key) ?? 0;
    previous = key;
    return tier;
  });
}

/** Up to here the first rows of a list are kept in order while the others pass by. */
const shortPageEnd = 1_000;

/** The keys of the rows at `skip` and before `end` in the order of the list. */
function limitsOf(
  keys: Float64Array,
  sign: number,
  { skip, end }: { readonly skip: number; readonly end: number },
): Limits {
  const smallest = end <= shortPageEnd ? smallestOf(keys, end, sign) : keys.map((key) => ascending(key, sign));
  const last = select(smallest, end - 1, { from: 0, to: smallest.length });
  return { first: select(smallest, skip, { from: 0, to: end }), last };
}
