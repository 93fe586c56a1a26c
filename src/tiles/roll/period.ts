// The tiles of one level while they are made: for each period, one for all prompts, one for each tag combination, one for each tag.

import { type Column, partsOf, type ScopeKind, storedColumns } from '../layout.js';
import type { Cell, Section } from '../packed/cell.js';
import { dayOf, periodOf, startOf } from '../packed/levels.js';
import { at, newMap } from '../packed/maps.js';
import { Tile } from '../packed/tile.js';
import { everyPrompt, kindOf, type Scopes } from '../stored/scopes.js';
import type { PlacedTile, TileRow } from '../stored/store.js';
import { PeriodItems } from './items.js';

export class Periods {
  /** Of what is added from cells; items are not kept apart by scope. */
  readonly items: PeriodItems;
  private readonly tiles = new Map<number, Map<number, Tile>>();
  private readonly columns: Readonly<Record<ScopeKind, ReadonlySet<Column>>>;
  /** Whether the tiles of a tag are made of those of its combinations. */
  private readonly tagsUniteCombinations: boolean;

  /** `only` limits the scopes that are made; without it all are. */
  constructor(
    readonly level: number,
    private readonly scopes: Scopes,
    private readonly only?: ReadonlySet<number>,
  ) {
    this.items = new PeriodItems(level);
    const ofKind = (kind: ScopeKind) => storedColumns(kind, level);
    this.columns = { all: ofKind('all'), combination: ofKind('combination'), tag: ofKind('tag') };
    this.tagsUniteCombinations = partsOf('tag', level)?.kind === 'combination';
  }

  add(cell: Cell, quarter: number): void {
    const period = periodOf(quarter, this.level);
    this.items.add(cell, quarter);
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

  /** The lists of cells that the tiles of a kind of scope are filled from. */
  sectionsOf(kind: ScopeKind): ReadonlySet<Section> {
    return new Tile(noPlaces, this.columns[kind]).sections;
  }

  /** Adds a tile of a lower level. */
  unite(row: TileRow): void {
    this.uniteInto(row.scope, row);
    if (this.tagsUniteCombinations) for (const tag of this.tagsOf(row.scope)) this.uniteInto(tag, row);
  }

  private uniteInto(scope: number, { period, level, columns, blocks }: TileRow): void {
    const start = startOf(period, level);
    const tile = this.tile(scope, periodOf(start, this.level));
    if (!tile) return;
    for (const [index, column] of columns.entries()) {
      const block = blocks[index];
      if (block && tile.takes(column)) tile.unite(column, { block, level, start, selects: () => true });
    }
  }

  private tagsOf(combination: number): readonly number[] {
    return this.columns.tag.size === 0 ? [] : (this.scopes.tagsOf.get(combination) ?? []);
  }

  placed(): readonly PlacedTile[] {
    return [...this.tiles].flatMap(([period, scopes]) => [...scopes].map(([scope, tile]) => ({ scope, period, tile })));
  }

  private tile(scope: number, period: number): Tile | null {
    const columns = this.columns[kindOf(scope)];
    if (this.only?.has(scope) === false || columns.size === 0) return null;
    return at(at(this.tiles, period, newMap<number, Tile>), scope, () => {
      const start = startOf(period, this.level);
      const places = {
        day: (quarter: number) => dayOf(quarter - start),
        quarter: (quarter: number) => quarter - start,
      };
      return new Tile(places, columns);
    });
  }
}

const noPlaces = { day: () => 0, quarter: () => 0 };
