// A tile: one brand (or the prompts of one tag combination) over one period, as sums that add and sets that unite.
// The same accumulator builds stored tiles from cells, unites tiles into larger ones, and adds up the answer to a question.

import { type Column, columns, partialColumns, sourcesOf } from '../layout.js';
import { ByteReader, ByteWriter } from './bytes.js';
import type { Cell, Section } from './cell.js';
import { CitedSetsColumn } from './columns/cited-sets.js';
import {
  type ColumnFigures,
  type KeptColumn,
  type KeptPlace,
  type ModelFilter,
  objectBytes,
} from './columns/column.js';
import { CompanySeriesColumn } from './columns/company-series.js';
import { PromptFiguresColumn } from './columns/prompt-figures.js';
import { PromptSetsColumn } from './columns/prompt-sets.js';
import { SeriesColumn } from './columns/series-column.js';
import { SumsColumn } from './columns/sums.js';
import { quartersADay } from './levels.js';

/** Where a quarter hour falls in the two series of a tile. */
export interface Places {
  readonly day: (quarter: number) => number;
  readonly quarter: (quarter: number) => number;
}

/** A stored block of a column: the level and first quarter of its tile's period, and which models to take from it. */
interface StoredBlock {
  readonly block: Buffer;
  readonly level: number;
  readonly start: number;
  readonly selects: ModelFilter;
}

function newFigures({ day, quarter }: Places) {
  const days = { placeOf: day, quarters: quartersADay };
  const quarters = { placeOf: quarter, quarters: 1 };
  return {
    sums: new SumsColumn(),
    days: new SeriesColumn(days),
    quarters: new SeriesColumn(quarters),
    prompts: new PromptSetsColumn(),
    urls: new CitedSetsColumn('urls', false),
    domains: new CitedSetsColumn('domains', false),
    modelUrls: new CitedSetsColumn('urls', true),
    modelDomains: new CitedSetsColumn('domains', true),
    promptFigures: new PromptFiguresColumn({ isWhole: true, isByModel: true }),
    promptMentions: new PromptFiguresColumn({ isWhole: false, isByModel: true }),
    promptTotals: new PromptFiguresColumn({ isWhole: true, isByModel: false }),
    companyDays: new CompanySeriesColumn(day),
    companyQuarters: new CompanySeriesColumn(quarter, quartersADay),
  } satisfies Record<Column, ColumnFigures>;
}

/** What a tile holds, by column. */
export type TileFigures = Readonly<ReturnType<typeof newFigures>>;

export class Tile {
  readonly figures: TileFigures;
  /** The lists of cells that fill it. */
  readonly sections: ReadonlySet<Section>;
  private readonly kept: readonly ColumnFigures[];
  /** By stored column: what it is added to, and up to which level. */
  private readonly takers: ReadonlyMap<Column, readonly Taker[]>;

  /** The columns that are `kept`; the others stay empty. */
  constructor(places: Places, kept: ReadonlySet<Column>) {
    this.figures = newFigures(places);
    const names = [...columns, ...partialColumns].filter((column) => kept.has(column));
    this.kept = names.map((column) => this.figures[column]);
    this.sections = new Set(this.kept.flatMap(({ sections }) => sections));
    this.takers = takersOf(names, this.figures);
  }

  /** Adds what a cell of `quarter` says. */
  add(cell: Cell, quarter: number): void {
    for (const figures of this.kept) figures.add(cell, quarter);
  }

  /** Whether it has a use for a stored column. */
  takes(column: Column): boolean {
    return this.takers.has(column);
  }

  /** Adds a stored column. Throws `CorruptBlock`. */
  unite(column: Column, { block, level, start, selects }: StoredBlock): void {
    const from = new ByteReader(block);
    for (const { figures, upTo } of this.takers.get(column) ?? []) {
      if (level > upTo) continue;
      from.rewind();
      figures.unite({ column, from, level, start, selects });
    }
  }

  /** What is kept of a column in memory; `null` where there is nothing to keep. The tile must not change afterwards. */
  keep(column: Column): KeptColumn | null {
    const figures: ColumnFigures = this.figures[column];
    if (figures.keep && !figures.isEmpty) return figures.keep();
    const block = this.encode(column);
    return block && new KeptBlock(block);
  }

  /** Adds a kept column of a tile of `level`. */
  include(column: Column, level: number, place: KeptPlace): void {
    const { kept, start, selects } = place;
    if (kept instanceof KeptBlock) {
      this.unite(column, { block: kept.block, level, start, selects });
      return;
    }
    for (const { figures, upTo } of this.takers.get(column) ?? []) if (level <= upTo) figures.include?.(place);
  }

  /** The block that stores a column; `null` where there is nothing to store. */
  encode(column: Column): Buffer | null {
    const figures: ColumnFigures = this.figures[column];
    if (figures.isEmpty) return null;
    const to = new ByteWriter();
    figures.write(to);
    return to.seal();
  }
}

/** A column that is kept as it is stored. */
class KeptBlock implements KeptColumn {
  readonly bytes: number;

  constructor(readonly block: Buffer) {
    this.bytes = block.length + objectBytes;
  }
}

interface Taker {
  readonly figures: ColumnFigures;
  readonly upTo: number;
}

function takersOf(kept: readonly Column[], figures: TileFigures): ReadonlyMap<Column, readonly Taker[]> {
  const takers = new Map<Column, Taker[]>();
  for (const column of kept) {
    for (const { column: source, upTo } of sourcesOf(column, kept))
      takers.set(source, [...(takers.get(source) ?? []), { figures: figures[column], upTo }]);
  }
  return takers;
}
