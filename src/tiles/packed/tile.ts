// A tile: one brand (or the prompts of one tag combination) over one period, as sums that add and sets that merge.
// The same accumulator builds stored tiles from cells, merges tiles into larger ones, and adds up the answer to a question.

import { made } from '../../domain/counts/maps.js';
import { totalParts } from '../../domain/summary.js';
import { type Column, columns, partialColumns, sourcesOf } from '../layout.js';
import { ByteReader, ByteWriter } from './bytes.js';
import type { Cell, Section } from './cell.js';
import { CitedSetsColumn, DecodedSets } from './columns/cited-sets.js';
import { type ColumnFigures, type Decoded, DecodedBlock, type DecodedColumn } from './columns/column.js';
import { CompanySeriesColumn } from './columns/company-series.js';
import { PromptFiguresColumn } from './columns/prompt-figures.js';
import { DecodedPromptSets, PromptSetsColumn } from './columns/prompt-sets.js';
import { DecodedSeries, SeriesColumn } from './columns/series-column.js';
import { DecodedSums, SumsColumn } from './columns/sums.js';
import { dayOf, quartersADay } from './levels.js';

/** Where a quarter hour falls in the two series of a tile. */
export interface Places {
  readonly day: (quarter: number) => number;
  readonly quarter: (quarter: number) => number;
}

/** The places of a tile that begins with `start`. */
export function placesFrom(start: number): Places {
  return { day: (quarter) => dayOf(quarter - start), quarter: (quarter) => quarter - start };
}

/** Where all quarters are at one place: for what does not say when. */
export const nowhere: Places = { day: () => 0, quarter: () => 0 };

/** What is held of prompts. */
const whole = { sums: true, companies: true };
const ratios = { sums: false, companies: false };

function newFigures({ day, quarter }: Places, isByChannel: boolean) {
  const days = { placeOf: day, quarters: quartersADay, isByChannel };
  const quarters = { placeOf: quarter, quarters: 1, isByChannel };
  return {
    sums: new SumsColumn(),
    days: new SeriesColumn(days),
    quarters: new SeriesColumn(quarters),
    prompts: new PromptSetsColumn(true),
    allPrompts: new PromptSetsColumn(false),
    urls: new CitedSetsColumn('urls', false),
    domains: new CitedSetsColumn('domains', false),
    channelUrls: new CitedSetsColumn('urls', true),
    channelDomains: new CitedSetsColumn('domains', true),
    promptFigures: new PromptFiguresColumn({ ...whole, isByChannel: true }),
    promptMentions: new PromptFiguresColumn({ ...ratios, isByChannel: true }),
    promptSums: new PromptFiguresColumn({ ...ratios, sums: true, isByChannel: true }),
    promptCompanies: new PromptFiguresColumn({ ...ratios, companies: true, isByChannel: true }),
    promptTotals: new PromptFiguresColumn({ ...whole, isByChannel: false }),
    mentionTotals: new PromptFiguresColumn({ ...ratios, isByChannel: false }),
    sumTotals: new PromptFiguresColumn({ ...ratios, sums: true, isByChannel: false }),
    companyTotals: new PromptFiguresColumn({ ...ratios, companies: true, isByChannel: false }),
    companyDays: new CompanySeriesColumn(day),
    companyQuarters: new CompanySeriesColumn(quarter),
  } satisfies Record<Column, ColumnFigures>;
}

/** What several periods of a column that does not say when are kept as: what tells channels apart, so that they are one whatever is asked of them. */
const mergedColumns: Partial<Readonly<Record<Column, Column>>> = {
  ...{ prompts: 'prompts', channelUrls: 'channelUrls', channelDomains: 'channelDomains' },
  ...{ promptFigures: 'promptFigures', promptTotals: 'promptFigures' },
  ...{ promptMentions: 'promptMentions', mentionTotals: 'promptMentions' },
  ...{ promptSums: 'promptSums', sumTotals: 'promptSums' },
  ...{ promptCompanies: 'promptCompanies', companyTotals: 'promptCompanies' },
};

/** Whether a column does not tell channels apart. */
export function isOfTotals(column: Column): boolean {
  return totalParts.some((part) => part === column);
}

/** Those that say when. */
const dated: ReadonlySet<Column> = new Set(['days', 'quarters', 'companyDays', 'companyQuarters']);

type Decoder = new (from: ByteReader) => Decoded;

/** What each column is decoded to. */
const decoders: Readonly<Record<Column, Decoder>> = {
  sums: DecodedSums,
  days: DecodedSeries,
  quarters: DecodedSeries,
  prompts: DecodedPromptSets,
  allPrompts: DecodedPromptSets,
  urls: DecodedSets,
  domains: DecodedSets,
  channelUrls: DecodedSets,
  channelDomains: DecodedSets,
  promptFigures: DecodedBlock,
  ...{ promptMentions: DecodedBlock, promptSums: DecodedBlock, promptCompanies: DecodedBlock },
  ...{ promptTotals: DecodedBlock, mentionTotals: DecodedBlock, sumTotals: DecodedBlock, companyTotals: DecodedBlock },
  companyDays: DecodedBlock,
  companyQuarters: DecodedBlock,
};

/** What a tile holds, by column. */
export type TileFigures = Readonly<ReturnType<typeof newFigures>>;

export class Tile {
  readonly figures: TileFigures;
  /** The lists of cells that fill it. */
  readonly sections: ReadonlySet<Section>;
  private readonly kept: readonly ColumnFigures[];
  /** By stored column: what it is added to, and up to which level. */
  private readonly takers: ReadonlyMap<Column, readonly Taker[]>;

  /** The columns that are `kept`; the others stay empty. Only what is written, and answers about several models, need series by channel. */
  constructor(places: Places, kept: ReadonlySet<Column>, isByChannel = true) {
    this.figures = newFigures(places, isByChannel);
    const names = [...columns, ...partialColumns].filter((column) => kept.has(column));
    this.kept = names.map((column) => this.figures[column]);
    this.sections = new Set(this.kept.flatMap(({ sections }) => sections));
    this.takers = takersOf(names, this.figures);
  }

  /** Adds what a cell of `quarter` says. */
  addCell(cell: Cell, quarter: number): void {
    for (const figures of this.kept) figures.addCell(cell, quarter);
  }

  /** Whether it has a use for a stored column. */
  takes(column: Column): boolean {
    return this.takers.has(column);
  }

  /**
   * What several periods of a stored column are kept as, and added as if it was stored: no more than what the one column that it is added to needs, or
   * else itself; `null` where it says when, or is not added. `isOfAll`: all runs are asked about, so that what is said of all models together is enough.
   */
  mergedAs(stored: Column, isOfAll: boolean): Column | null {
    const [only, ...others] = (this.takers.get(stored) ?? []).map(({ column }) => column);
    if (!only || [only, ...others].some((column) => dated.has(column))) return null;
    if (others.length > 0) return stored;
    return isOfAll && isOfTotals(only) ? only : (mergedColumns[only] ?? stored);
  }

  /** Adds a column of a tile of `level`. */
  add(level: number, column: DecodedColumn): void {
    for (const { figures, upTo } of this.takers.get(column.column) ?? []) if (level <= upTo) figures.add(column);
  }

  /** What would be stored of a column, decoded; `null` where there is nothing to store. */
  decoded(column: Column): Decoded | null {
    const block = this.encode(column);
    return block && decode(column, block);
  }

  /** The block that stores a column; `null` where there is nothing to store. */
  encode(column: Column): Buffer | null {
    const figures: ColumnFigures = this.figures[column];
    if (figures.channels.size === 0) return null;
    const to = new ByteWriter();
    figures.write(to);
    return to.seal();
  }
}

/** What a block stores. Throws `CorruptBlock`. */
export function decode(column: Column, block: Buffer): Decoded {
  return new decoders[column](new ByteReader(block));
}

interface Taker {
  readonly column: Column;
  readonly figures: ColumnFigures;
  readonly upTo: number;
}

function takersOf(kept: readonly Column[], figures: TileFigures): ReadonlyMap<Column, readonly Taker[]> {
  const takers = new Map<Column, Taker[]>();
  for (const column of kept) {
    for (const { column: source, upTo } of sourcesOf(column, kept))
      made(takers, source, Array).push({ column, figures: figures[column], upTo });
  }
  return takers;
}
