// A prompt whose tags changed moves to another combination: the two combinations are rebuilt from the quarter tiles, which know
// nothing of tags, and the tags that it lost or got from the days of their combinations. All prompts that moved go at once, in one pass.

import type pg from 'pg';
import { parseRows } from '../../database/copy/copy-rows.js';
import { type Column, columns, partColumns, partsOf } from '../layout.js';
import { isWhole } from '../packed/bytes.js';
import { type Cell, eachCell } from '../packed/cell.js';
import { dayLevel, monthLevel, periodOf, periodsOf, quartersOf, weekLevel } from '../packed/levels.js';
import { at } from '../packed/maps.js';
import { leaveMarks } from '../stored/marks.js';
import * as scopes from '../stored/scopes.js';
import { renewStamps, scopesMonth } from '../stored/stamps.js';
import * as store from '../stored/store.js';
import { Periods } from './period.js';

/** Puts every prompt under the combination of its tags. Resolves to the scopes of the brand afterwards. */
export async function moveScopes(client: pg.ClientBase, brandId: string): Promise<scopes.Scopes> {
  const placed = await scopes.promptScopes(client, brandId);
  const moved = await scopes.movedPrompts(client, brandId);
  const numbers = new Map(await scopes.tagScopes(client, brandId));
  const before = new Map(placed.map(({ scope, tags }) => [scope, tags]));
  if (moved.length === 0) return scopesOf(placed, numbers);
  await renewStamps(client, brandId, [scopesMonth]);
  const byTags = new Map(placed.map(({ scope, tags }) => [JSON.stringify(tags), scope]));
  let last = Math.max(scopes.noCombination, ...before.keys());
  const rows = moved.map(({ prompt, tags: given }) => {
    const tags = [...new Set(given)].sort();
    const scope = tags.length === 0 ? scopes.noCombination : (byTags.get(JSON.stringify(tags)) ?? ++last);
    byTags.set(JSON.stringify(tags), scope);
    return { prompt, scope, tags };
  });
  await scopes.writePromptScopes(client, brandId, rows);
  const known = numbers.size;
  for (const tag of rows.flatMap(({ tags }) => tags)) if (!numbers.has(tag)) numbers.set(tag, -numbers.size - 1);
  await scopes.writeTagScopes(client, brandId, [...numbers].slice(known));
  const after = scopesOf([...placed, ...rows], numbers);
  const touched = moved.flatMap(({ scope }, index) => {
    const row = rows[index];
    // A prompt that was in no tile yet leaves nothing behind and brings nothing along.
    if (scope === null || !row) return [];
    const tags = differenceOf(before.get(scope) ?? [], row.tags).map((tag) => numbers.get(tag) ?? scopes.everyPrompt);
    return [scope, row.scope, ...tags];
  });
  await rebuildScopes(client, brandId, after, new Set(touched.filter((scope) => scope !== scopes.noCombination)));
  return after;
}

interface PlacedPrompt {
  readonly prompt: number;
  readonly scope: number;
  readonly tags: readonly string[];
}

/** Later entries of `placed` count. */
function scopesOf(placed: readonly PlacedPrompt[], numbers: ReadonlyMap<string, number>): scopes.Scopes {
  const ofPrompt = new Map(placed.map(({ prompt, scope }) => [prompt, scope]));
  const used = new Set(ofPrompt.values());
  const combinations = placed.filter(({ scope }) => scope !== scopes.noCombination && used.has(scope));
  const toNumbers = (tags: readonly string[]) => tags.map((tag) => numbers.get(tag) ?? scopes.everyPrompt);
  return { ofPrompt, tagsOf: new Map(combinations.map(({ scope, tags }) => [scope, toNumbers(tags)])) };
}

function differenceOf(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...some.filter((tag) => !others.includes(tag)), ...others.filter((tag) => !some.includes(tag))];
}

/** The scopes to rebuild. */
interface ScopeRebuild {
  readonly client: pg.ClientBase;
  readonly brandId: string;
  readonly all: scopes.Scopes;
  readonly touched: ReadonlySet<number>;
}

/** Rebuilds the tiles of some combinations and tags, a month of quarters at a time. */
async function rebuildScopes(
  client: pg.ClientBase,
  brandId: string,
  all: scopes.Scopes,
  touched: ReadonlySet<number>,
): Promise<void> {
  if (touched.size === 0) return;
  await store.deleteScopes(client, brandId, [...touched]);
  const span = await store.spanOfQuarterTiles(client, brandId);
  if (!span) return;
  for (const month of periodsOf(span, monthLevel)) await rebuildMonth({ client, brandId, all, touched }, month);
}

async function rebuildMonth(rebuild: ScopeRebuild, month: number): Promise<void> {
  const { client, brandId, all, touched } = rebuild;
  const made = (level: number) => new Periods(level, all, touched);
  const [days, weeks, months] = [made(dayLevel), made(weekLevel), made(monthLevel)];
  const insert = (level: number, tiles: readonly store.PlacedTile[]) =>
    store.insertTiles(client, { brandId, level, partOf: () => 0 }, tiles);
  await gatherMonth(rebuild, month, days);
  const ownDays = days.placed().map(encodedOnce);
  for (const row of [...ownDays.map(rowOf(dayLevel)), ...(await sharingDays(rebuild, month))]) {
    weeks.unite(row);
    months.unite(row);
  }
  const ownWeeks = weeks.placed().map(encodedOnce);
  for (const week of ownWeeks)
    if (partsOf(scopes.kindOf(week.scope), monthLevel)?.level === weekLevel) months.unite(rowOf(weekLevel)(week));
  await insert(dayLevel, ownDays);
  await insert(weekLevel, ownWeeks);
  await insert(monthLevel, months.placed());
}

/** A tile that is both stored and united with others encodes each column once. */
function encodedOnce({ scope, period, tile }: store.PlacedTile): store.PlacedTile {
  const blocks = new Map<Column, Buffer | null>();
  return { scope, period, tile: { encode: (column) => at(blocks, column, () => tile.encode(column)) } };
}

function rowOf(level: number): (placed: store.PlacedTile) => store.TileRow {
  return ({ scope, period, tile }) => {
    return { scope, period, level, columns, blocks: columns.map((column) => tile.encode(column)) };
  };
}

/** Of the days of combinations that share a tag and stay as they are, the sets that its weeks and months are made of. */
async function sharingDays(
  { client, brandId, all, touched }: ScopeRebuild,
  month: number,
): Promise<readonly store.TileRow[]> {
  const sharing = [...all.tagsOf].filter(
    ([scope, tags]) => !touched.has(scope) && tags.some((tag) => touched.has(tag)),
  );
  if (sharing.length === 0) return [];
  return store.readTileRows(client, brandId, dayLevel, {
    scopes: sharing.map(([scope]) => scope),
    periods: periodsOf(quartersOf(month, monthLevel), dayLevel),
    columns: partColumns('tag', weekLevel),
  });
}

/** Gathers a month's cells in `days`. A corrupt quarter is passed over, and marked to be rebuilt with every tile that holds it. */
async function gatherMonth(
  { client, brandId, all, touched }: ScopeRebuild,
  month: number,
  days: Periods,
): Promise<void> {
  const corrupt: number[] = [];
  const sections = days.sectionsOf('combination');
  const members = new Set([...all.ofPrompt].flatMap(([prompt, scope]) => (touched.has(scope) ? [prompt] : [])));
  const selection = { selects: (prompt: number) => members.has(prompt), sections };
  // A week at a time: rows that arrive one by one cost more than what they hold, and a month may be more than memory should hold.
  for (const week of periodsOf(quartersOf(month, monthLevel), weekLevel)) {
    const rows = parseRows(await store.readQuarterTiles(client, brandId, quartersOf(week, weekLevel), []));
    for (const { quarter, cells } of rows.map(store.toQuarterRow)) {
      const day = periodOf(quarter, dayLevel);
      const add = (cell: Cell) => days.combined(cell.prompt, day)?.add(cell, quarter);
      if (!isWhole(() => eachCell(cells, add, selection))) corrupt.push(quarter);
    }
  }
  const marks = corrupt.map((quarter) => ({ brandId, quarter, added: null }));
  if (marks.length > 0) await leaveMarks(client, marks);
}
