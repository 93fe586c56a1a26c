// The tiles of one level while they are made: for each period, one for all prompts, one for each tag combination, one for each tag.

import type { Cell } from '../packed/cell.js';
import { takes, uniteColumn } from '../packed/codec.js';
import { dayLevel, dayOf, hourLevel, periodOf, startOf, weekLevel } from '../packed/levels.js';
import { at, type Column, newMap, Tile } from '../packed/tile.js';
import { everyPrompt, type Scopes } from '../stored/scopes.js';
import type { PlacedTile, TileRow } from '../stored/store.js';

const sets: readonly Column[] = ['urls', 'domains'];
const setsByModel: readonly Column[] = ['modelUrls', 'modelDomains', 'urlCitations', 'domainCitations'];

/**
 * What a tile stores. Hours and days need no series of days: their sums are one place of it. Combinations keep no sets for weeks, where the
 * tags' own serve all filters but those by model.
 */
function storedColumns(scope: number, level: number): ReadonlySet<Column> {
  if (level === hourLevel) return new Set(['sums', 'prompts', ...sets]);
  if (scope < everyPrompt) return new Set(sets);
  const series = level === dayLevel ? 'quarters' : 'days';
  if (scope === everyPrompt) return new Set(['sums', series, 'prompts', ...sets, ...setsByModel]);
  return new Set(['sums', series, ...(level === weekLevel ? [] : setsByModel)]);
}

export class Periods {
  private readonly tiles = new Map<number, Map<number, Tile>>();

  /** `only` limits the scopes that are made; without it all are. */
  constructor(
    readonly level: number,
    private readonly scopes: Scopes,
    private readonly only?: ReadonlySet<number>,
  ) {}

  add(cell: Cell, quarter: number): void {
    const period = periodOf(quarter, this.level);
    this.tile(everyPrompt, period)?.add(cell, quarter);
    const combination = this.scopes.ofPrompt.get(cell.prompt);
    if (!combination) return;
    this.tile(combination, period)?.add(cell, quarter);
    for (const tag of this.tagsOf(combination)) this.tile(tag, period)?.add(cell, quarter);
  }

  /** The tile of the combination that a prompt belongs to; `null` where none is made. */
  combined(prompt: number, period: number): Tile | null {
    const combination = this.scopes.ofPrompt.get(prompt);
    return combination ? this.tile(combination, period) : null;
  }

  /** Adds a tile of a lower level. Weeks of a tag are made of the days of its combinations, months of its weeks. */
  unite(row: TileRow): void {
    this.uniteInto(row.scope, row);
    if (this.level === weekLevel) for (const tag of this.tagsOf(row.scope)) this.uniteInto(tag, row);
  }

  private uniteInto(scope: number, { period, level, columns, blocks }: TileRow): void {
    const start = startOf(period, level);
    const tile = this.tile(scope, periodOf(start, this.level));
    if (!tile) return;
    for (const [index, column] of columns.entries()) {
      const block = blocks[index];
      if (block && takes(tile, column)) uniteColumn(tile, column, { block, level, start, wanted: () => true });
    }
  }

  private tagsOf(combination: number): readonly number[] {
    return this.level < weekLevel ? [] : (this.scopes.tagsOf.get(combination) ?? []);
  }

  placed(): readonly PlacedTile[] {
    return [...this.tiles].flatMap(([period, scopes]) => [...scopes].map(([scope, tile]) => ({ scope, period, tile })));
  }

  private tile(scope: number, period: number): Tile | null {
    if (this.only?.has(scope) === false || (this.level === hourLevel && scope !== everyPrompt)) return null;
    return at(at(this.tiles, period, newMap<number, Tile>), scope, () => {
      const start = startOf(period, this.level);
      const places = {
        day: (quarter: number) => dayOf(quarter - start),
        quarter: (quarter: number) => quarter - start,
      };
      return new Tile(places, storedColumns(scope, this.level));
    });
  }
}
