// Tiles and items of whole periods into the database: in place of what was there, or as a further part of it.

import type pg from 'pg';
import type { CellsByQuarter } from '../cells/raw-cells.js';
import type { UrlDomains } from '../cells/url-domains.js';
import { partsOf } from '../layout.js';
import { dayLevel, monthLevel, periodsOf, type Range, weekLevel } from '../packed/levels.js';
import { deletePostings, insertPostings, type PostingRow } from '../stored/postings.js';
import { allScopesOf, kindOf, type Scopes } from '../stored/scopes.js';
import * as store from '../stored/store.js';
import type { DayMaker } from './day-maker.js';
import { uniteItems } from './items.js';
import { Periods } from './period.js';
import type { MonthRuns } from './prompt-months.js';

/** A brand that is rolled. */
export interface Rolling {
  readonly client: pg.ClientBase;
  readonly brandId: string;
  readonly scopes: Scopes;
  readonly domains: UrlDomains;
  /** What is counted by prompt while the tiles are made. */
  readonly runs: MonthRuns;
  readonly maker: DayMaker;
}

/** Makes the one week or month over `quarters` from smaller tiles, and stores it in place of what was there. */
export async function uniteTiles(rolling: Rolling, quarters: Range, level: number): Promise<void> {
  const { client, brandId, scopes } = rolling;
  const larger = new Periods(level, scopes);
  const all = allScopesOf(scopes);
  for (const below of [weekLevel, dayLevel]) {
    const parts = all.filter((scope) => {
      const made = partsOf(kindOf(scope), level);
      return made?.level === below && made.kind === kindOf(scope);
    });
    const placed = { scopes: parts, periods: periodsOf(quarters, below) };
    for (const row of await store.readTileRows(client, brandId, below, placed)) larger.unite(row);
  }
  const periods = periodsOf(quarters, level);
  const items: PostingRow[] = [];
  if (level === monthLevel) for (const month of periods) items.push(...(await uniteItems(client, brandId, month)));
  await replaceTiles(rolling, { tiles: larger, items }, periods);
}

/** Stores cells as further parts of the tiles of `level`. */
export async function appendTiles(
  { client, brandId, scopes }: Rolling,
  level: number,
  late: CellsByQuarter,
): Promise<void> {
  const made = new Periods(level, scopes);
  for (const [quarter, cells] of late) for (const cell of cells) made.add(cell, quarter);
  const placed = made.placed();
  const parts = await store.countParts(client, brandId, level, [...new Set(placed.map(({ period }) => period))]);
  const place = { brandId, level, partOf: (period: number) => parts.get(period) ?? 0 };
  await store.insertTiles(client, place, placed);
  await insertPostings(client, place, made.items.rows());
}

/** What periods of one level hold. */
interface Made {
  readonly tiles: Periods;
  readonly items: readonly PostingRow[];
}

/** Stores tiles in place of all that the given periods had. */
async function replaceTiles(
  { client, brandId, scopes }: Rolling,
  { tiles, items }: Made,
  periods: readonly number[],
): Promise<void> {
  const { level } = tiles;
  if (periods.length > 0) await store.deleteTiles(client, brandId, level, { scopes: allScopesOf(scopes), periods });
  await deletePostings(client, brandId, { level, periods });
  const place = { brandId, level, partOf: () => 0 };
  await store.insertTiles(client, place, tiles.placed());
  await insertPostings(client, place, items);
}
