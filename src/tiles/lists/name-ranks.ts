// The order of all names of a list, by number: what many rows with equal keys are ordered by, without naming them. A name never changes, so an
// order that was read once holds; rows that came later have no rank, and are named. Bounded, as `url-domains`.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { copyRows, int, ints, literal } from '../../database/copy/copy-rows.js';
import type { ListKind } from '../../domain/lists/lists.js';
import { type NameAsk, namings } from './names.js';
import { stretchOf } from './ranking/ranking.js';

/** About 32 MB. */
const maxNames = 8_000_000;
/** So many rows are named sooner than all names of a list are ordered. */
const fewRows = 2_000;

/** By number: from 1 on in the order of the names, or 0. */
type Ranks = Int32Array;

/** Knows the orders that it was asked for. One serves all requests to a database. */
export class NameRankCache {
  private readonly ranks = new LRUCache<string, Ranks>({
    maxSize: maxNames,
    sizeCalculation: (ranks) => Math.max(1, ranks.length),
  });

  /** Up to `few` rows are named; 0 in their place orders every list. */
  constructor(private readonly few = fewRows) {}

  /** The asks, each with no more rows to name than its page has and few others: what is left out comes before or after the page. */
  async narrow(client: pg.ClientBase, asks: readonly NameAsk[]): Promise<readonly NameAsk[]> {
    const long = asks.filter(({ ids }) => ids.length > this.few);
    const ranks = await this.load(client, long);
    return asks.map((ask) => narrowed(ask, long.includes(ask) ? ranks.get(keyOf(ask)) : undefined));
  }

  /** The orders that the asks need, in one statement for those that are not known, or of which too many rows are not. */
  private async load(client: pg.ClientBase, asks: readonly NameAsk[]): Promise<ReadonlyMap<string, Ranks>> {
    const needed = new Map(asks.map((ask) => [keyOf(ask), ask]));
    const known = new Map<string, Ranks>();
    for (const ask of asks) {
      const ranks = this.ranks.get(keyOf(ask));
      if (ranks) known.set(keyOf(ask), ranks);
      if (ranks && countUnranked(ask.ids, ranks) <= this.few / 2) needed.delete(keyOf(ask));
    }
    const missing = [...needed];
    if (missing.length === 0) return known;
    const selects = missing.map(([, ask], index) => orderOf(ask, index));
    for (const [index, ids] of await copyRows(client, selects.join('\nunion all\n'))) {
      const key = missing[int(index)]?.[0] ?? '';
      const ranks = ranksOf(ints(ids));
      this.ranks.set(key, ranks);
      known.set(key, ranks);
    }
    return known;
  }
}

function keyOf({ kind, brandId }: { readonly kind: ListKind; readonly brandId: string }): string {
  return `${kind} ${brandId}`;
}

/** A SELECT of the numbers of all rows of a list in the order of their names. */
function orderOf({ kind, brandId }: NameAsk, index: number): string {
  const { table, number, name } = namings[kind];
  return `select ${literal(index)}::integer, array_agg(row.${number} order by (${name}) collate "C")
    from ${table} as row where brand_id = ${literal(brandId)}`;
}

function ranksOf(ids: readonly number[]): Ranks {
  const ranks = new Int32Array(ids.reduce((last, id) => Math.max(last, id), 0) + 1);
  for (const [place, id] of ids.entries()) ranks[id] = place + 1;
  return ranks;
}

/** How many of the numbers have no rank. */
function countUnranked(ids: Int32Array, ranks: Ranks): number {
  let count = 0;
  for (const id of ids) if (!ranks[id]) count++;
  return count;
}

/** Among all rows a ranked one stands at most so many places further on than among the ranked ones as there are others. */
function narrowed(ask: NameAsk, ranks: Ranks | undefined): NameAsk {
  const { ids, tiers, skip, limit } = ask;
  if (!ranks) return ask;
  const left = Math.max(0, skip - countUnranked(ids, ranks));
  const keys = new Float64Array(ids.length);
  for (let place = 0; place < keys.length; place++) {
    const rank = ranks[ids[place] ?? 0] ?? 0;
    // Both are whole numbers below 2 ** 31, so the sum is exact.
    keys[place] = rank === 0 ? Number.NaN : (tiers[place] ?? 0) * 2 ** 31 + rank;
  }
  const page = stretchOf(keys, { direction: 'asc', skip: left, limit: skip + limit - left });
  const places = new Set(page.places);
  for (let place = 0; place < keys.length; place++) if (Number.isNaN(keys[place])) places.add(place);
  const kept = Int32Array.from(places);
  return { ...ask, ids: kept.map((at) => ids[at] ?? 0), tiers: kept.map((at) => tiers[at] ?? 0), skip: skip - left };
}
