// Columns of periods: those that are stored, and those that the cells of quarter hours say. Who needs them says what they
// are added to.

import { inTurns, type Pause } from '../../domain/pause.js';
import type { Cached } from '../kept/tile-cache.js';
import { type Column, columnsWithinHours } from '../layout.js';
import { type Cell, eachCell, type Section } from '../packed/cell.js';
import { type DecodedColumn, eachChannel } from '../packed/columns/column.js';
import { quarterLevel, startOf } from '../packed/levels.js';
import { decode, placesFrom, Tile } from '../packed/tile.js';
import { decodePromptMonth, nameOfPrompts } from '../scan/prompt-source.js';
import { QuarterCells, quarterCells } from '../scan/quarter-cells.js';
import type { RunSelection } from '../scan/run-selection.js';
import type { Accumulator, Source, StoredRow } from '../scan/scan.js';

/** Whether its periods are kept as cells. */
export function isSingle({ from, level }: Source): boolean {
  return from === 'quarters' && level === quarterLevel;
}

type ColumnSource = Exclude<Source, { readonly from: 'chunks' | 'prompt' }>;

/** Columns of a period of a level that begins with a quarter. */
interface PeriodColumns {
  readonly level: number;
  readonly start: number;
  readonly columns: readonly Column[];
  readonly decoded: readonly (Cached | null)[];
}

/** The columns of one quarter hour. */
class QuarterColumns implements Cached {
  readonly bytes: number;

  constructor(readonly columns: readonly (Cached | null)[]) {
    this.bytes = columns.reduce((bytes, column) => bytes + (column?.bytes ?? 0), 0);
  }
}

export abstract class Columns implements Accumulator {
  abstract readonly sections: ReadonlySet<Section>;
  /** So much is added within some milliseconds. */
  protected readonly bytesATurn: number = 200_000;
  /** What quarter hours say of the columns. */
  private readonly ofQuarters: readonly Column[];

  constructor(
    columns: ReadonlySet<Column>,
    readonly runs: RunSelection,
  ) {
    this.ofQuarters = columnsWithinHours(columns);
  }

  get selects() {
    return this.runs.admits;
  }

  namesOf(source: Source): readonly string[] {
    if (source.from === 'chunks') return [];
    if (isSingle(source)) return ['cells'];
    const whose = source.from === 'prompt' ? nameOfPrompts(source) : this.scopesOf(source);
    return source.columns.map((column) => `${column} ${whose}`);
  }

  protected scopesOf(source: ColumnSource): string {
    return source.from === 'tiles' ? source.scopes.join() : `of ${this.runs.promptsKey}`;
  }

  /** All channels of all rows as one tile; a single quarter hour as its cells, which are fewer than columns. */
  decode(source: Source, period: number, rows: readonly StoredRow[], pause: Pause): ReturnType<Accumulator['decode']> {
    if (source.from === 'chunks') return [];
    if (source.from === 'prompt')
      return inTurns(decodePromptMonth(source, rows, placesFrom(startOf(period, source.level))), pause);
    return isSingle(source) ? [quarterCells(rows)] : this.decodeRows(source, period, rows);
  }

  private decodeRows(source: ColumnSource, period: number, rows: readonly StoredRow[]): readonly (Cached | null)[] {
    const { level, columns } = source;
    const start = startOf(period, level);
    const [only, ...others] = rows;
    if (source.from === 'tiles' && only && others.length === 0)
      return columns.map((column, at) => decoded(column, only.blocks[at]));
    const tile = new Tile(placesFrom(start), new Set(columns));
    for (const row of rows) {
      if (source.from === 'quarters') this.fill(tile, row);
      else
        for (const [index, column] of columns.entries()) {
          const found = decoded(column, row.blocks[index]);
          if (found) tile.add(level, { column, decoded: found, start, slotOf: eachChannel });
        }
    }
    return columns.map((column) => tile.decoded(column));
  }

  private fill(tile: Tile, { period, blocks: [block] }: StoredRow): void {
    const { prompts } = this.runs;
    const selects = (prompt: number) => prompts?.has(prompt) ?? true;
    if (block) eachCell(block, (cell) => tile.addCell(cell, period), { selects, sections: tile.sections });
  }

  add(source: Source, period: number, cached: readonly (Cached | null)[], pause: Pause): void | Promise<void> {
    if (source.from === 'chunks') return;
    if (cached[0] instanceof QuarterCells) return this.addCells(cached[0], pause);
    const { level, columns } = source;
    return this.addColumns({ level, columns, start: startOf(period, level), decoded: cached }, pause);
  }

  /** Many cells as the columns that they are. */
  addCells(cells: QuarterCells, pause: Pause): void | Promise<void> {
    const { ofQuarters: columns } = this;
    const { quarter: start, block } = cells;
    const source = { from: 'quarters', level: quarterLevel, ranges: [], columns } as const;
    const whole = cells.whole(`${columns} ${this.scopesOf(source)}`, () => {
      return new QuarterColumns(this.decodeRows(source, start, [{ period: start, blocks: [block] }]));
    });
    if (whole) return this.addColumns({ level: quarterLevel, columns, start, decoded: whole.columns }, pause);
    cells.eachCell(this);
  }

  private async addColumns({ level, columns, start, decoded: all }: PeriodColumns, pause: Pause): Promise<void> {
    for (const [index, column] of columns.entries()) {
      const decoded = all[index];
      if (!decoded) continue;
      // A month of thousands of channels and companies is added some channels at a time.
      const turns = Math.max(1, Math.ceil(decoded.bytes / this.bytesATurn));
      const { slotOf } = this.runs;
      for (let turn = 0; turn < turns; turn++) {
        const slotInTurn = (channel: number) => (channel % turns === turn ? slotOf(channel) : null);
        this.addColumn(level, { column, decoded, start, slotOf: turns === 1 ? slotOf : slotInTurn });
        if (pause.isDue()) await pause.take();
      }
    }
  }

  /** Adds a column of a period of `level`. */
  protected abstract addColumn(level: number, column: DecodedColumn): void;

  abstract addCell(cell: Cell, quarter: number): void;
}

function decoded(column: Column, block: Buffer | null | undefined) {
  return block ? decode(column, block) : null;
}
