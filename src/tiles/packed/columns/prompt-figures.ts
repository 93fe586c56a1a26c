// The figures of each prompt, by channel: its runs, when they were created, and how often they mention whom. Stored column by column; what ratios
// are made of comes first and is read without the rest.

import { pick } from '../../../domain/counts/arrays.js';
import { at } from '../../../domain/counts/maps.js';
import { firstInstant, quarterMs } from '../../../domain/limits.js';
import { outcomeClasses } from '../../../domain/outcome.js';
import { brandCompany } from '../../../domain/summary.js';
import { type ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { allMentionsOf, brandOf } from '../mentions.js';
import { NumberReader, skipNumbers, writeNumbers } from '../numbers.js';
import { type ColumnFigures, DecodedBlock, type DecodedColumn, eachKey, everyChannel, writeMap } from './column.js';
import { type Held, mentionSums, PromptRows, width } from './prompt-rows.js';

const gap = outcomeClasses.indexOf('gap');
const newColumn = (length: number) => new Float64Array(length);

export class PromptFiguresColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  readonly channels = new Map<number, PromptRows>();

  /** `isByChannel`: or else of all channels together. */
  constructor(private readonly holds: Held & { readonly isByChannel: boolean }) {}

  addCell(cell: Cell, quarter: number): void {
    const { runs, citations, searched, companies } = cell;
    const rows = this.rowsOf(cell.channel);
    const row = rows.rowOf(cell.prompt);
    const brand = brandOf(companies);
    rows.addRow(row, [runs, brand?.mentions ?? 0, allMentionsOf(companies)]);
    if (rows.isWhole) rows.addTimes(row, quarter * quarterMs + cell.first, quarter * quarterMs + cell.last);
    if (rows.held.sums) {
      rows.addRow(row, [citations, searched, cell.outcome === gap ? runs : 0], mentionSums);
      if (brand) rows.addBrand(row, brand);
    }
    if (!rows.held.companies) return;
    for (let place = 0; place < companies.length; place++) {
      const [company, sums] = [companies.companies[place] ?? 0, companies.sums[place]];
      if (sums && company !== brandCompany) rows.addMentions(company, row, sums.mentions);
    }
  }

  write(to: ByteWriter): void {
    writeMap(to, this.channels, (rows) => {
      const body = new ByteWriter();
      writeRows(body, rows);
      const bytes = body.bare();
      to.varint(bytes.length);
      to.bytes(bytes);
    });
  }

  add({ decoded, slotOf }: DecodedColumn): void {
    if (!(decoded instanceof DecodedBlock)) return;
    const from = decoded.read();
    eachKey(from, (channel) => {
      const next = from.varint() + from.at;
      const slot = slotOf(channel);
      if (slot !== null) mergeRows(from, this.rowsOf(slot));
      from.at = next;
    });
  }

  private rowsOf(channel: number): PromptRows {
    return at(this.channels, this.holds.isByChannel ? channel : everyChannel, () => new PromptRows(this.holds));
  }
}

/** Prompts as the steps between them, instants as those from the first possible one on: small numbers take few bits, and what is not held hardly any. */
function writeRows(to: ByteWriter, rows: PromptRows): void {
  const order = rows.ordered();
  const { length } = order;
  const steps = newColumn(length);
  const [first, duration] = [newColumn(length), newColumn(length)];
  for (let place = 0, previous = -1; place < length; place++) {
    const row = order[place] ?? 0;
    const prompt = rows.prompts[row] ?? 0;
    steps[place] = prompt - previous - 1;
    previous = prompt;
    first[place] = (rows.first[row] ?? 0) - firstInstant;
    duration[place] = (rows.last[row] ?? 0) - (rows.first[row] ?? 0);
  }
  const sums = Array.from({ length: width }, (_, at) => pick(rows.sums[at] ?? newColumn(0), order));
  to.varint(length);
  for (const column of [steps, ...sums.slice(0, mentionSums), first, duration, ...sums.slice(mentionSums)])
    writeNumbers(to, column, length);
  writeMap(to, rows.mentions, (counts) => writeNumbers(to, counts.column(order), length));
}

const numbers = new NumberReader();
const instants = new NumberReader();
let places = new Int32Array(0);

function mergeRows(from: ByteReader, into: PromptRows): void {
  const { held, isWhole, sums } = into;
  const rows = readPrompts(from, into);
  for (const column of sums.slice(0, mentionSums)) numbers.add(from, column, rows);
  if (!held.sums && !held.companies) return;
  if (isWhole) addTimes(from, into, rows);
  else for (const _ of ['first', 'duration']) skipNumbers(from, rows.length);
  for (let at = mentionSums; at < width; at++) {
    const column = sums[at];
    if (column) numbers.add(from, column, rows);
    else skipNumbers(from, rows.length);
  }
  if (!held.companies) return;
  eachKey(from, (company) => {
    const counts = into.countsOf(company);
    const whole = counts.whole(into.room);
    if (whole) numbers.add(from, whole, rows);
    else counts.addAll(numbers.read(from, rows.length), rows, into.room);
  });
}

/** The rows of the stored prompts, of which the steps between them are stored. */
function readPrompts(from: ByteReader, into: PromptRows): Int32Array {
  const length = from.varint();
  into.reserve(length);
  const steps = numbers.read(from, length);
  if (length > places.length) places = new Int32Array(length * 2);
  const rows = places.subarray(0, length);
  for (let place = 0, prompt = -1; place < length; place++) {
    prompt += (steps[place] ?? 0) + 1;
    rows[place] = into.rowOf(prompt);
  }
  return rows;
}

function addTimes(from: ByteReader, into: PromptRows, rows: Int32Array): void {
  const first = instants.read(from, rows.length);
  const duration = numbers.read(from, rows.length);
  for (let place = 0; place < rows.length; place++) {
    const start = (first[place] ?? 0) + firstInstant;
    into.addTimes(rows[place] ?? 0, start, start + (duration[place] ?? 0));
  }
}
