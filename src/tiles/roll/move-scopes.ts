// A prompt whose tags changed moves to another combination: the two combinations are rebuilt from the quarter tiles, which know
// nothing of tags. All prompts that moved go at once, in one pass, and with them those that are deleted.

import { parseRows } from '../../database/copy/copy-rows.js';
import { at } from '../../domain/counts/maps.js';
import { type Column, columns } from '../layout.js';
import { isWhole } from '../packed/bytes.js';
import { eachCell } from '../packed/cell.js';
import { dayLevel, monthLevel, periodsOf, quartersOf, startOf } from '../packed/levels.js';
import { leaveMarks } from '../stored/marks.js';
import type { OfBrand } from '../stored/of-brand.js';
import * as scopes from '../stored/scopes.js';
import { readRolledMonths, renewStamp, scopesMonth } from '../stored/stamps.js';
import * as store from '../stored/store.js';
import { Periods } from './period.js';

/** Puts every prompt under the combination of its tags. Resolves to the scopes of the brand afterwards. */
export async function moveScopes(brand: OfBrand): Promise<scopes.Scopes> {
  const left = await scopes.forgetDeletedPrompts(brand);
  const all = await scopes.readScopes(brand);
  let moved = await scopes.movedPrompts(brand);
  if (moved.length + left.length === 0) return all;
  await renewStamp(brand, scopesMonth);
  const known = await scopes.combinationsOf(brand);
  const next = unusedNumbers(new Set(known.values()));
  const touched = new Set(left);
  for (; moved.length > 0; moved = await scopes.movedPrompts(brand)) {
    const rows = moved.map(({ prompt, tags, combination, scope: before }) => {
      const scope = combination === null ? scopes.noCombination : at(known, combination, next);
      // A prompt that was in no tile yet leaves nothing behind and brings nothing along.
      if (before !== null && before !== scope) touched.add(before).add(scope);
      all.set(prompt, scope);
      return { prompt, scope, tags };
    });
    await scopes.writePromptScopes(brand, rows);
  }
  await rebuildScopes(brand, all, new Set([...touched].filter(scopes.hasTiles)));
  return all;
}

/** The smallest numbers first, so that those of tags that nobody has any more are used again. */
function unusedNumbers(used: ReadonlySet<number>): () => number {
  let last = scopes.noCombination;
  return () => {
    do last += 1;
    while (used.has(last));
    return last;
  };
}

/** Rebuilds the tiles of some combinations, a month of quarters at a time. */
async function rebuildScopes(brand: OfBrand, all: scopes.Scopes, touched: ReadonlySet<number>): Promise<void> {
  if (touched.size === 0) return;
  await store.deleteScopes(brand, [...touched]);
  const members = new Map([...all].filter(([, scope]) => touched.has(scope)));
  const months = members.size === 0 ? [] : await readRolledMonths(brand);
  for (const month of months) await rebuildMonth(brand, month, members);
}

/** Rebuilds a month of some combinations, of which `members` are the prompts. */
async function rebuildMonth(brand: OfBrand, month: number, members: scopes.Scopes): Promise<void> {
  const [days, months] = [new Periods(dayLevel, members), new Periods(monthLevel, members)];
  await gatherMonth(brand, month, members, days);
  const encoded = days.placed().map(encodedOnce);
  for (const day of encoded) months.merge(rowOf(day));
  const insert = (level: number, tiles: readonly store.PlacedTile[]) =>
    store.insertTiles(brand.client, { brandId: brand.brandId, level, partOf: () => 0 }, tiles);
  await insert(dayLevel, encoded);
  await insert(monthLevel, months.placed());
}

/** A tile that is both stored and merged with others encodes each column once. */
function encodedOnce({ scope, period, tile }: store.PlacedTile): store.PlacedTile {
  const blocks = new Map<(typeof columns)[number], Buffer | null>();
  return { scope, period, tile: { encode: (column) => at(blocks, column, () => tile.encode(column)) } };
}

function rowOf({ scope, period, tile }: store.PlacedTile): store.TileRow<Column> {
  return { scope, period, level: dayLevel, columns, blocks: columns.map((column) => tile.encode(column)) };
}

/** As many days at a time: rows that arrive one by one cost more than what they hold, and a month may be more than memory should hold. */
const daysAtOnce = 7;

/** Gathers a month's cells in `days`. A corrupt quarter is passed over, and marked to be rebuilt with every tile that holds it. */
async function gatherMonth(brand: OfBrand, month: number, members: scopes.Scopes, days: Periods): Promise<void> {
  const corrupt: number[] = [];
  const selection = { selects: (prompt: number) => members.has(prompt), sections: days.sectionsOf('combination') };
  const ofMonth = periodsOf(quartersOf(month, monthLevel), dayLevel);
  for (let place = 0; place < ofMonth.length; place += daysAtOnce) {
    const some = ofMonth.slice(place, place + daysAtOnce);
    const [first, last] = [some[0] ?? 0, some.at(-1) ?? 0];
    const range = { first: startOf(first, dayLevel), last: quartersOf(last, dayLevel).last };
    const rows = parseRows(await store.readQuarterTiles(brand, range, []));
    for (const { quarter, cells } of rows.map(store.toQuarterRow)) {
      if (!isWhole(() => eachCell(cells, (cell) => days.addCombined(cell, quarter), selection))) corrupt.push(quarter);
    }
  }
  const marks = corrupt.map((quarter) => ({ brandId: brand.brandId, quarter, added: null }));
  await leaveMarks(brand.client, marks);
}
