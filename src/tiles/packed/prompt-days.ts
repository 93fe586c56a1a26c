// What the runs of one prompt say on each day, for its tile of a month: the runs by channel, cells with the companies that they mention, and
// cells with what they cite. A column is a list of days as stretches of bytes, so that days are replaced and added without reading them; the
// stretches of a day add up.

import { addSums, type CompanySums, noSums } from '../../domain/company-sums.js';
import { at, made } from '../../domain/counts/maps.js';
import { firstInstant, quarterMs } from '../../domain/limits.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { type Cell, writeCell } from './cell.js';
import type { Cited } from './cited.js';
import { dayOf, firstQuarterOfDay } from './levels.js';

/** The columns of the tile of a prompt. */
export const promptColumns = ['dayRuns', 'dayCells', 'dayCitations'] as const;
export type PromptColumn = (typeof promptColumns)[number];

/** Adds up the cells of days by prompt. */
export class PromptDays {
  private readonly days = new Map<number, Map<number, Map<number, ChannelDay>>>();

  add(cell: Cell, quarter: number): void {
    const day = dayOf(quarter);
    const prompts = made(this.days, day, Map);
    const channels = made(prompts, cell.prompt, Map);
    const { prompt, channel } = cell;
    at(channels, channel, () => new ChannelDay({ prompt, channel })).add(
      cell,
      (quarter - firstQuarterOfDay(day)) * quarterMs,
    );
  }

  /** All of them, for `MonthPrompts`: each day and prompt with its stretches. */
  list(): Buffer {
    const to = new ByteWriter();
    for (const [day, prompts] of this.days) {
      for (const [prompt, channels] of prompts) {
        writeDay(to, day);
        to.varint(prompt);
        for (const column of promptColumns) {
          stretch.clear();
          for (const each of channels.values()) each.write(column, stretch);
          writeStretch(to, stretch.bare());
        }
      }
    }
    return to.seal();
  }
}

/** Overwritten by each stretch that is written. */
const stretch = new ByteWriter();

/** Days count from the first possible one: those before 1970 have negative numbers, which a varint cannot hold. */
const firstDay = dayOf(firstInstant / quarterMs);

function writeDay(to: ByteWriter, day: number): void {
  to.varint(day - firstDay);
}

function readDay(from: ByteReader): number {
  return from.varint() + firstDay;
}

function writeStretch(to: ByteWriter, bytes: Uint8Array): void {
  to.varint(bytes.length);
  to.bytes(bytes);
}

/** The cells of one prompt and channel on one day. */
class ChannelDay {
  private runs = 0;
  private readonly outcomes = new Map<number, DayCell>();
  private readonly urls: number[] = [];
  private readonly domains: number[] = [];

  constructor(private readonly key: Pick<Cell, 'prompt' | 'channel'>) {}

  add(cell: Cell, offset: number): void {
    const { runs, outcome, urls, domains } = cell;
    this.runs += runs;
    const { prompt, channel } = this.key;
    at(this.outcomes, outcome, () => new DayCell({ prompt, channel, outcome })).add(cell, offset);
    for (let place = 0; place < urls.length; place++) this.urls.push(urls.ids[place] ?? 0);
    for (let place = 0; place < domains.length; place++) this.domains.push(domains.ids[place] ?? 0);
  }

  write(column: PromptColumn, to: ByteWriter): void {
    const { runs, key, urls, domains } = this;
    if (column === 'dayRuns') {
      to.varint(key.channel);
      to.varint(runs);
    } else if (column === 'dayCells') for (const cell of this.outcomes.values()) cell.write(to);
    else writeCell(to, { ...nothing, ...key, urls: citedOnce(urls), domains: citedOnce(domains) });
  }
}

const none = { length: 0, companies: [], sums: [], ids: [], runs: [], citations: [] };
const counts = { outcome: 0, runs: 0, citations: 0, searched: 0, first: 0, last: 0 };
const nothing = { ...counts, companies: none, urls: none, domains: none, queries: none };

/** What the cells of one prompt, channel and outcome on one day say of companies. */
class DayCell {
  private runs = 0;
  private citations = 0;
  private searched = 0;
  private first = Number.POSITIVE_INFINITY;
  private last = 0;
  private readonly companies = new Map<number, CompanySums>();

  constructor(private readonly key: Pick<Cell, 'prompt' | 'channel' | 'outcome'>) {}

  add({ runs, citations, searched, first, last, companies }: Cell, offset: number): void {
    this.runs += runs;
    this.citations += citations;
    this.searched += searched;
    this.first = Math.min(this.first, offset + first);
    this.last = Math.max(this.last, offset + last);
    for (let place = 0; place < companies.length; place++)
      addSums(at(this.companies, companies.companies[place] ?? 0, noSums), companies.sums[place] ?? noSums());
  }

  /** As a cell of its day: its instants count from the start of the day. */
  write(to: ByteWriter): void {
    const { key, runs, citations, searched, first, last, companies } = this;
    const mentions = { length: companies.size, companies: [...companies.keys()], sums: [...companies.values()] };
    writeCell(to, { ...nothing, ...key, runs, citations, searched, first, last, companies: mentions });
  }
}

/** As many as needed; none is ever made for a few items. */
let ones: readonly number[] = [];

/** The items, each once. Sorts them. */
function citedOnce(items: number[]): Cited {
  items.sort((a, b) => a - b);
  let length = 0;
  for (const item of items) if (length === 0 || items[length - 1] !== item) items[length++] = item;
  if (length > ones.length) ones = new Array<number>(length * 2).fill(1);
  return { length, ids: items, runs: ones, citations: ones };
}

/** The days of a column of one prompt: stretches of bytes in any order. */
type Stretches = { readonly day: number; readonly bytes: Uint8Array }[];

/** The tiles of prompts of one month while they are made. */
export class MonthPrompts {
  private readonly prompts = new Map<number, Record<PromptColumn, Stretches>>();

  /** The prompts that have days. */
  get numbers(): readonly number[] {
    return [...this.prompts.keys()];
  }

  /** Adds what `PromptDays` lists. Throws `CorruptBlock`. */
  addList(list: Buffer): void {
    for (const from = new ByteReader(list); !from.done; ) {
      const [day, prompt] = [readDay(from), from.varint()];
      for (const column of promptColumns)
        this.stretchesOf(prompt, column).push({ day, bytes: from.bytes(from.varint()) });
    }
  }

  /** Adds the days of a stored column, but for some. Throws `CorruptBlock`. */
  addStored(prompt: number, column: PromptColumn, block: Buffer, except: ReadonlySet<number>): void {
    const into = this.stretchesOf(prompt, column);
    for (const { day, from, end } of daysOf(block))
      if (!except.has(day)) into.push({ day, bytes: from.block.subarray(from.at, end) });
  }

  /** The block of a column; `null` where there is none. */
  encode(prompt: number, column: PromptColumn): Buffer | null {
    const stretches = this.stretchesOf(prompt, column).sort((a, b) => a.day - b.day);
    if (stretches.length === 0) return null;
    const to = new ByteWriter();
    for (const { day, bytes } of stretches) {
      writeDay(to, day);
      writeStretch(to, bytes);
    }
    return to.seal();
  }

  private stretchesOf(prompt: number, column: PromptColumn): Stretches {
    return at(this.prompts, prompt, newStretches)[column];
  }
}

const newStretches = () => ({ dayRuns: [], dayCells: [], dayCitations: [] }) satisfies Record<PromptColumn, Stretches>;

/** A day of a column, to be read from `from` to `end` before the next one. */
interface StoredDay {
  readonly day: number;
  readonly from: ByteReader;
  readonly end: number;
}

/** The days of a column, whose cells, but those of `dayRuns`, `eachCellOf` reads. Throws `CorruptBlock`. */
export function* daysOf(block: Buffer): Generator<StoredDay> {
  for (const from = new ByteReader(block); !from.done; ) {
    const [day, length] = [readDay(from), from.varint()];
    const end = from.at + length;
    yield { day, from, end };
    from.at = end;
  }
}

/** Visits every day, channel and number of runs of `dayRuns`. Throws `CorruptBlock`. */
export function eachDayRuns(block: Buffer, visit: (day: number, channel: number, runs: number) => void): void {
  for (const { day, from, end } of daysOf(block)) while (from.at < end) visit(day, from.varint(), from.varint());
}
