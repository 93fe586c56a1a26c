// The tiles of one level while they are made: for each period, one for all prompts and one for each tag combination.

import type { Cell } from './cell.js';
import { uniteColumn } from './codec.js';
import { dayLevel, dayOf, hourLevel, periodOf, startOf } from './levels.js';
import { everyPrompt, type PlacedTile, type TileRow } from './store.js';
import { at, type Column, newMap, Tile } from './tile.js';

/** Which combination a prompt (by number) belongs to; 0 or none: to no combination. */
export type ScopeOf = ReadonlyMap<number, number>;

/** What every combination stores. */
const ofCombination: readonly Column[] = ['sums', 'modelUrls', 'modelDomains', 'urlCitations', 'domainCitations'];
/** What an hour stores, which has no combinations. */
const ofHour: readonly Column[] = ['sums', 'prompts', 'urls', 'domains'];

/** What a tile stores. Days and hours need no series of days: their sums are one place of it. */
function storedColumns(scope: number, level: number): ReadonlySet<Column> {
  if (level === hourLevel) return new Set(ofHour);
  const series = level === dayLevel ? 'quarters' : 'days';
  return new Set([...ofCombination, series, ...(scope === everyPrompt ? [...ofHour, 'promptRuns' as const] : [])]);
}

export class Periods {
  private readonly tiles = new Map<number, Map<number, Tile>>();

  /** `only` limits the combinations that are made; without it all are, and the tile of all prompts. */
  constructor(
    readonly level: number,
    private readonly scopeOf: ScopeOf,
    private readonly only?: ReadonlySet<number>,
  ) {}

  add(cell: Cell, quarter: number): void {
    const period = periodOf(quarter, this.level);
    if (!this.only) this.tile(everyPrompt, period).add(cell, quarter);
    this.combined(cell.prompt, period)?.add(cell, quarter);
  }

  /** The tile of the combination that a prompt belongs to; `null` where none is made. */
  combined(prompt: number, period: number): Tile | null {
    const scope = this.scopeOf.get(prompt);
    if (!scope || this.level === hourLevel || this.only?.has(scope) === false) return null;
    return this.tile(scope, period);
  }

  /** Adds a tile of a lower level. */
  unite({ scope, period, level, columns, blocks }: TileRow): void {
    const start = startOf(period, level);
    const tile = this.tile(scope, periodOf(start, this.level));
    for (const [index, column] of columns.entries()) {
      const block = blocks[index];
      if (block && tile.wants(column)) uniteColumn(tile, column, { block, level, start, wanted: () => true });
    }
  }

  placed(): readonly PlacedTile[] {
    return [...this.tiles].flatMap(([period, scopes]) => [...scopes].map(([scope, tile]) => ({ scope, period, tile })));
  }

  get(period: number, scope: number): Tile | undefined {
    return this.tiles.get(period)?.get(scope);
  }

  private tile(scope: number, period: number): Tile {
    const start = startOf(period, this.level);
    const places = { day: (quarter: number) => dayOf(quarter - start), quarter: (quarter: number) => quarter - start };
    return at(
      at(this.tiles, period, newMap<number, Tile>),
      scope,
      () => new Tile(places, storedColumns(scope, this.level)),
    );
  }
}
