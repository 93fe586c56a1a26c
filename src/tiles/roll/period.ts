// The tiles of one level while they are made: for each period, one for all prompts and one for each tag combination.

import { at, made } from '../../domain/counts/maps.js';
import { type Column, type ScopeKind, storedColumns } from '../layout.js';
import type { Cell, Section } from '../packed/cell.js';
import { eachChannel } from '../packed/columns/column.js';
import { periodOf, startOf } from '../packed/levels.js';
import { decode, nowhere, placesFrom, Tile } from '../packed/tile.js';
import { everyPrompt, hasTiles, kindOf, noCombination, type Scopes } from '../stored/scopes.js';
import type { PlacedTile, TileRow } from '../stored/store.js';
import { PeriodItems } from './items.js';

export class Periods {
  /** Of what is added from cells; items are not kept apart by scope. */
  readonly items: PeriodItems;
  private readonly tiles = new Map<number, Map<number, Tile>>();
  private readonly columns: Readonly<Record<ScopeKind, ReadonlySet<Column>>>;

  constructor(
    readonly level: number,
    private readonly scopes: Scopes,
  ) {
    this.items = new PeriodItems(level);
    this.columns = { all: storedColumns('all', level), combination: storedColumns('combination', level) };
  }

  add(cell: Cell, quarter: number): void {
    this.items.add(cell, quarter);
    this.tile(everyPrompt, quarter).addCell(cell, quarter);
    this.addCombined(cell, quarter);
  }

  /** Adds a cell to the combination of its prompt alone. */
  addCombined(cell: Cell, quarter: number): void {
    const combination = this.scopes.get(cell.prompt) ?? noCombination;
    if (hasTiles(combination)) this.tile(combination, quarter).addCell(cell, quarter);
  }

  /** The lists of cells that the tiles of a kind of scope are filled from. */
  sectionsOf(kind: ScopeKind): ReadonlySet<Section> {
    return new Tile(nowhere, this.columns[kind]).sections;
  }

  /** Adds a tile of a lower level. */
  merge({ scope, period, level, columns, blocks }: TileRow<Column>): void {
    const start = startOf(period, level);
    const tile = this.tile(scope, start);
    for (const [index, column] of columns.entries()) {
      const block = blocks[index];
      if (block && tile.takes(column))
        tile.add(level, { column, decoded: decode(column, block), start, slotOf: eachChannel });
    }
  }

  placed(): readonly PlacedTile[] {
    return [...this.tiles].flatMap(([period, scopes]) => [...scopes].map(([scope, tile]) => ({ scope, period, tile })));
  }

  private tile(scope: number, quarter: number): Tile {
    const period = periodOf(quarter, this.level);
    return at(made(this.tiles, period, Map), scope, () => {
      return new Tile(placesFrom(startOf(period, this.level)), this.columns[kindOf(scope)]);
    });
  }
}
