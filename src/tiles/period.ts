// The tiles of one level while they are made: for each period, one for all prompts and one for each tag combination.

import type pg from 'pg';
import type { Cell } from './cell.js';
import { uniteColumn } from './codec.js';
import { dayOf, firstDayOfMonth, firstQuarterOfDay, monthOfDay } from './cover.js';
import { dayLevel, everyPrompt, type PlacedTile, readTileRows, type TileRow } from './store.js';
import { at, type Column, columns, newMap, Tile } from './tile.js';

/** Which combination a prompt (by number) belongs to; 0 or none: to no combination. */
export type ScopeOf = ReadonlyMap<number, number>;

const ofEveryPrompt = new Set<Column>(columns);
const ofCombination = new Set<Column>([
  'sums',
  'days',
  'quarters',
  'modelUrls',
  'modelDomains',
  'urlCitations',
  'domainCitations',
]);

/** What a tile stores: months leave the quarter series to their days, and their runs by prompt to `prompt_month`. */
function storedColumns(scope: number, level: number): ReadonlySet<Column> {
  const stored = new Set(scope === everyPrompt ? ofEveryPrompt : ofCombination);
  if (level !== dayLevel) stored.delete('quarters');
  return stored;
}

/** The period of `level` in which a quarter lies. */
export function periodOf(quarter: number, level: number): number {
  return level === dayLevel ? dayOf(quarter) : monthOfDay(dayOf(quarter));
}

/** The first quarter of a period. */
export function startOf(period: number, level: number): number {
  return firstQuarterOfDay(level === dayLevel ? period : firstDayOfMonth(period));
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
    const scope = this.scopeOf.get(cell.prompt);
    if (!this.only) this.tile(everyPrompt, period).add(cell, quarter);
    if (scope && (this.only?.has(scope) ?? true)) this.tile(scope, period).add(cell, quarter);
  }

  /** Adds a stored tile of level `level` to the tile of its scope in `period`. */
  unite(row: TileRow, level: number, period: number): void {
    const tile = this.tile(row.scope, period);
    for (const [index, column] of columns.entries()) {
      const block = row.blocks[index];
      if (block && tile.wants(column))
        uniteColumn(tile, column, { block, start: startOf(row.period, level), wanted: () => true });
    }
  }

  /** Adds what is stored of the periods and scopes that were touched so far. */
  async uniteStored(client: pg.ClientBase, brandId: string): Promise<void> {
    const scopes = new Set(this.placed().map(({ scope }) => scope));
    const touched = [...this.tiles.keys()];
    for (const row of await readTileRows(client, brandId, this.level, [...scopes], touched)) {
      if (this.tiles.get(row.period)?.has(row.scope)) this.unite(row, this.level, row.period);
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
