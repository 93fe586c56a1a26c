// Tiles and items of whole periods into the database: in place of what was there, or as a further part of it.

import { createPause, mapInTurns } from '../../domain/pause.js';
import type { CellsByQuarter } from '../cells/raw-cells.js';
import type { UrlDomains } from '../cells/url-domains.js';
import { columns } from '../layout.js';
import { dayLevel, monthLevel, periodsOf, quartersOf } from '../packed/levels.js';
import type { MonthPrompts } from '../packed/prompt-days.js';
import type { OfBrand } from '../stored/of-brand.js';
import { deletePostings, insertPostings } from '../stored/postings.js';
import { allScopesOf, type Scopes } from '../stored/scopes.js';
import * as store from '../stored/store.js';
import type { DayMaker } from './day-maker.js';
import { mergeItems } from './items.js';
import { Periods } from './period.js';

/** A brand that is rolled. */
export interface Rolling extends OfBrand {
  readonly scopes: Scopes;
  readonly domains: UrlDomains;
  /** The tiles of prompts that are made meanwhile. */
  readonly prompts: MonthPrompts;
  readonly maker: DayMaker;
}

/** Makes a month from its days, and stores it in place of what was there. */
export async function makeMonth(rolling: Rolling, month: number): Promise<void> {
  const { client, brandId, scopes } = rolling;
  const made = new Periods(monthLevel, scopes);
  const all = allScopesOf(scopes);
  const days = { scopes: all, periods: periodsOf(quartersOf(month, monthLevel), dayLevel), columns };
  // A recorder rolls beside what it records, and PostgreSQL ends a transaction that idles for a minute.
  await mapInTurns(await store.readTileRows(rolling, dayLevel, days), createPause(), (row) => made.merge(row));
  const items = await mergeItems(rolling, month);
  await store.deleteTiles(rolling, monthLevel, { scopes: all, periods: [month] });
  await deletePostings(rolling, monthLevel, [month]);
  const place = { brandId, level: monthLevel, partOf: () => 0 };
  await store.insertTiles(client, place, made.placed());
  await insertPostings(client, place, items);
}

/** Stores cells as further parts of the tiles of `level`. */
export async function appendTiles(rolling: Rolling, level: number, late: CellsByQuarter): Promise<void> {
  const { client, brandId, scopes } = rolling;
  const made = new Periods(level, scopes);
  for (const [quarter, cells] of late) for (const cell of cells) made.add(cell, quarter);
  const placed = made.placed();
  const parts = await store.countParts(rolling, level, [...new Set(placed.map(({ period }) => period))]);
  const place = { brandId, level, partOf: (period: number) => parts.get(period) ?? 0 };
  await store.insertTiles(client, place, placed);
  await insertPostings(client, place, made.items.rows());
}
