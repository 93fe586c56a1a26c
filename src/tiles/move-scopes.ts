// A prompt whose tags changed moves to another combination: the two combinations are made anew from the quarter tiles, which know
// nothing of tags. All prompts that moved go at once, in one pass over the quarters.

import type pg from 'pg';
import { CorruptBlock } from './bytes.js';
import { encodeColumn } from './codec.js';
import { gatherCells } from './gather-cells.js';
import { dayLevel, monthLevel, periodOf, periodsOf, quartersOf, weekLevel } from './levels.js';
import { leaveMarks } from './marks.js';
import { Periods, type ScopeOf } from './period.js';
import { movedPrompts, promptScopes, writePromptScopes } from './scopes.js';
import { deleteScopes, insertTiles, spanOfQuarterTiles, streamQuarterTiles } from './store.js';
import { columns } from './tile.js';

/** The combination of prompts without tags: no filter selects them, so no tiles are kept. */
const noCombination = 0;

/** Puts every prompt under the combination of its tags. Resolves to the combination of each prompt. */
export async function moveScopes(client: pg.ClientBase, brandId: string): Promise<ScopeOf> {
  const placed = await promptScopes(client, brandId);
  const scopeOf = new Map(placed.map(({ prompt, scope }) => [prompt, scope]));
  const moved = await movedPrompts(client, brandId);
  if (moved.length === 0) return scopeOf;
  const byTags = new Map(placed.map(({ scope, tags }) => [JSON.stringify(tags), scope]));
  let last = Math.max(noCombination, ...scopeOf.values());
  const rows = moved.map(({ prompt, tags: given }) => {
    const tags = [...new Set(given)].sort();
    const scope = tags.length === 0 ? noCombination : (byTags.get(JSON.stringify(tags)) ?? ++last);
    byTags.set(JSON.stringify(tags), scope);
    return { prompt, scope, tags };
  });
  await writePromptScopes(client, brandId, rows);
  for (const { prompt, scope } of rows) scopeOf.set(prompt, scope);
  // A prompt that was in no tile yet leaves nothing behind and brings nothing along.
  const touched = moved.flatMap(({ scope }, index) =>
    scope === null ? [] : [scope, rows[index]?.scope ?? noCombination],
  );
  await rebuildScopes(client, brandId, scopeOf, new Set(touched.filter((scope) => scope !== noCombination)));
  return scopeOf;
}

/** Makes the tiles of some combinations anew, a month of quarters at a time. */
async function rebuildScopes(
  client: pg.ClientBase,
  brandId: string,
  scopeOf: ScopeOf,
  scopes: ReadonlySet<number>,
): Promise<void> {
  if (scopes.size === 0) return;
  await deleteScopes(client, brandId, [...scopes]);
  const span = await spanOfQuarterTiles(client, brandId);
  if (!span) return;
  for (const month of periodsOf(span, monthLevel)) {
    const days = await daysOfMonth(client, brandId, month, new Periods(dayLevel, scopeOf, scopes));
    const weeks = unite(days, new Periods(weekLevel, scopeOf, scopes));
    const months = unite(weeks, new Periods(monthLevel, scopeOf, scopes));
    for (const made of [days, weeks, months])
      await insertTiles(client, { brandId, level: made.level, partOf: () => 0 }, made.placed());
  }
}

/** Gathers a month's cells in `days`. A corrupt quarter is passed over, and marked to be made anew with all that it is part of. */
async function daysOfMonth(client: pg.ClientBase, brandId: string, month: number, days: Periods): Promise<Periods> {
  const corrupt: number[] = [];
  for await (const { quarter, cells } of streamQuarterTiles(client, brandId, quartersOf(month, monthLevel))) {
    const day = periodOf(quarter, dayLevel);
    try {
      gatherCells(cells, quarter, (prompt) => days.combined(prompt, day));
    } catch (error) {
      if (!(error instanceof CorruptBlock)) throw error;
      corrupt.push(quarter);
    }
  }
  const marks = corrupt.map((quarter) => ({ brandId, quarter, added: null }));
  if (marks.length > 0) await leaveMarks(client, marks);
  return days;
}

/** Only days keep quarters. */
const ofLargerLevels = columns.filter((column) => column !== 'quarters');

/** Adds tiles to those of a larger level. */
function unite(smaller: Periods, larger: Periods): Periods {
  for (const { scope, period, tile } of smaller.placed()) {
    const blocks = ofLargerLevels.map((column) => encodeColumn(tile, column));
    larger.unite({ scope, period, level: smaller.level, columns: ofLargerLevels, blocks });
  }
  return larger;
}
