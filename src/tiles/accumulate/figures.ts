// Adds up columns of tiles as one tile.

import type { Column } from '../layout.js';
import type { Cell } from '../packed/cell.js';
import type { DecodedColumn } from '../packed/columns/column.js';
import { type Places, Tile, type TileFigures } from '../packed/tile.js';
import type { RunSelection } from '../scan/run-selection.js';
import type { Merging, Source } from '../scan/scan.js';
import { Columns, isSingle } from './columns.js';
import { mergingColumns } from './merged-periods.js';

interface FiguresOptions {
  readonly runs: RunSelection;
  /** Whether all that is asked counts the same models. */
  readonly areOfSameModels: boolean;
}

export class Figures extends Columns {
  private readonly tile: Tile;

  constructor(columns: ReadonlySet<Column>, places: Places, { runs, areOfSameModels }: FiguresOptions) {
    super(columns, runs);
    this.tile = new Tile(places, columns, !areOfSameModels);
  }

  get figures(): TileFigures {
    return this.tile.figures;
  }

  get sections() {
    return this.tile.sections;
  }

  protected addColumn(level: number, column: DecodedColumn): void {
    this.tile.add(level, column);
  }

  merging(source: Source): Merging | null {
    if (source.from !== 'tiles' && source.from !== 'quarters') return null;
    if (isSingle(source)) return null;
    const merging = mergingColumns(source, this.tile, this.runs);
    return merging && { ...merging, name: `${merging.name} ${this.scopesOf(source)}` };
  }

  addCell(cell: Cell, quarter: number): void {
    const { slotOf, admits } = this.runs;
    if (!admits(cell.prompt, cell.channel)) return;
    const slot = slotOf(cell.channel);
    this.tile.addCell(slot === null || slot === cell.channel ? cell : { ...cell, channel: slot }, quarter);
  }
}
