// A prompt whose tags changed moves to another combination: the two combinations are rebuilt from the quarter tiles, which know
// nothing of tags, and the tags that it lost or got from the days of their combinations. All prompts that moved go at once, in one pass.

import type pg from 'pg';
import { type Column, columns, partColumns, partsOf } from '../layout.js';
import { CorruptBlock } from '../packed/bytes.js';
import { eachCell } from '../packed/cell.js';
import { dayLevel, monthLevel, periodOf, periodsOf, quartersOf, weekLevel } from '../packed/levels.js';
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
  const insert = (periods: Periods) =>
    store.insertTiles(client, { brandId, level: periods.level, partOf: () => 0 }, periods.placed());
  await gatherMonth(rebuild, month, days);
  await insert(days);
  for (const row of await daysOfMonth(rebuild, month)) {
    weeks.unite(row);
    months.unite(row);
  }
  for (const { scope, period, tile } of weeks.placed()) {
    const blocks = columns.map((column) => tile.encode(column));
    if (partsOf(scopes.kindOf(scope), monthLevel)?.level === weekLevel)
      months.unite({ scope, period, level: weekLevel, columns, blocks });
  }
  await insert(weeks);
  await insert(months);
}

/** The days that weeks and months are made of: of the combinations themselves, and the sets of those that share a tag. */
async function daysOfMonth(
  { client, brandId, all, touched }: ScopeRebuild,
  month: number,
): Promise<readonly store.TileRow[]> {
  const periods = periodsOf(quartersOf(month, monthLevel), dayLevel);
  const own = [...touched].filter((scope) => scope > scopes.everyPrompt);
  const sharing = [...all.tagsOf].filter(
    ([scope, tags]) => !touched.has(scope) && tags.some((tag) => touched.has(tag)),
  );
  const read = (ofScopes: readonly number[], selected: readonly Column[]) =>
    store.readTileRows(client, brandId, dayLevel, { scopes: ofScopes, periods, columns: selected });
  return [
    ...(await read(own, columns)),
    ...(await read(
      sharing.map(([scope]) => scope),
      partColumns('tag', weekLevel),
    )),
  ];
}

/** Gathers a month's cells in `days`. A corrupt quarter is passed over, and marked to be rebuilt with every tile that holds it. */
async function gatherMonth(
  { client, brandId, all, touched }: ScopeRebuild,
  month: number,
  days: Periods,
): Promise<void> {
  const corrupt: number[] = [];
  const members = new Set([...all.ofPrompt].flatMap(([prompt, scope]) => (touched.has(scope) ? [prompt] : [])));
  for await (const { quarter, cells } of store.streamQuarterTiles(client, brandId, quartersOf(month, monthLevel))) {
    const day = periodOf(quarter, dayLevel);
    try {
      eachCell(cells, (cell) => days.combined(cell.prompt, day)?.add(cell, quarter), {
        selects: (prompt) => members.has(prompt),
        sections: days.sectionsOf('combination'),
      });
    } catch (error) {
      if (!(error instanceof CorruptBlock)) throw error;
      corrupt.push(quarter);
    }
  }
  const marks = corrupt.map((quarter) => ({ brandId, quarter, added: null }));
  if (marks.length > 0) await leaveMarks(client, marks);
}
