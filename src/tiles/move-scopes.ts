// A prompt whose tags changed moves to another combination: the two combinations are made anew from the quarter tiles, which know
// nothing of tags. All prompts that moved go at once, in one pass over the quarters.

import type pg from 'pg';
import { CorruptBlock } from './bytes.js';
import { type Cell, decodeCells } from './cell.js';
import { leaveMarks } from './marks.js';
import { Periods, periodOf, type ScopeOf, startOf } from './period.js';
import { movedPrompts, promptScopes, writePromptScopes } from './scopes.js';
import { dayLevel, deleteScopes, monthLevel, readQuarterTiles, spanOfQuarterTiles, writeTiles } from './store.js';

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

/** Makes the day and month tiles of some combinations anew, a month of quarters at a time. */
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
  const isMember = (prompt: number) => scopes.has(scopeOf.get(prompt) ?? noCombination);
  for (let month = periodOf(span.first, monthLevel); month <= periodOf(span.last, monthLevel); month++) {
    const quarters = { first: startOf(month, monthLevel), last: startOf(month + 1, monthLevel) - 1 };
    const [days, months] = [new Periods(dayLevel, scopeOf, scopes), new Periods(monthLevel, scopeOf, scopes)];
    for (const { quarter, cells } of await readQuarterTiles(client, brandId, quarters)) {
      for (const cell of await membersOf(client, { brandId, quarter, cells, isMember })) {
        days.add(cell, quarter);
        months.add(cell, quarter);
      }
    }
    await writeTiles(client, brandId, dayLevel, days.placed());
    await writeTiles(client, brandId, monthLevel, months.placed());
  }
}

interface StoredQuarter {
  readonly brandId: string;
  readonly quarter: number;
  readonly cells: Buffer;
  readonly isMember: (prompt: number) => boolean;
}

/** The wanted cells of a quarter tile; none of a corrupt one, which is marked to be made anew with its day and month. */
async function membersOf(
  client: pg.ClientBase,
  { brandId, quarter, cells, isMember }: StoredQuarter,
): Promise<readonly Cell[]> {
  try {
    return [...decodeCells(cells, isMember)];
  } catch (error) {
    if (!(error instanceof CorruptBlock)) throw error;
    await leaveMarks(client, [{ brandId, quarter, added: null }]);
    return [];
  }
}
