// The sums of each channel: its runs, their citations, and the sums of each company.

import { addSumsAt, type CompanySums, companySums, noSums, packSums, sumsAt } from '../../../domain/company-sums.js';
import { bump, grown } from '../../../domain/counts/arrays.js';
import { made } from '../../../domain/counts/maps.js';
import { RowIndex } from '../../../domain/counts/row-index.js';
import { brandCompany, type DaySums, type SumsByCompany } from '../../../domain/summary.js';
import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { type ColumnFigures, type Decoded, type DecodedColumn, eachKey, objectBytes, writeMap } from './column.js';

const width = companySums.length;

/** The sums of one channel as flat numbers, which add up several times faster than objects, and take a third of their memory. */
class Totals implements SumsByCompany {
  runs = 0;
  citations = 0;
  /** Of companies. */
  private readonly rows = new RowIndex();
  /** By row. */
  private readonly numbers: number[] = [];
  private sums = new Float64Array(4 * width);

  /** Where the sums of a company begin. */
  placeOf(company: number): number {
    const row = this.rows.rowOf(company);
    if (row < this.numbers.length) return row * width;
    this.numbers.push(company);
    if (this.numbers.length * width > this.sums.length) this.sums = grown(this.sums, this.sums.length * 2);
    return row * width;
  }

  add(company: number, sums: CompanySums): void {
    // Where they begin may be in longer sums than there were.
    const place = this.placeOf(company);
    addSumsAt(this.sums, place, sums);
  }

  /** Adds the sums of companies in turn. */
  addAll(companies: Int32Array, sums: Float64Array): void {
    for (let index = 0; index < companies.length; index++) {
      const [to, from] = [this.placeOf(companies[index] ?? 0), index * width];
      for (let sum = 0; sum < width; sum++) bump(this.sums, to + sum, sums[from + sum] ?? 0);
    }
  }

  get(company: number): CompanySums | undefined {
    const row = this.rows.find(company);
    return row < 0 ? undefined : sumsAt(this.sums, row * width);
  }

  *[Symbol.iterator](): Iterator<readonly [number, CompanySums]> {
    for (const [row, company] of this.numbers.entries()) yield [company, sumsAt(this.sums, row * width)];
  }
}

export class SumsColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  readonly channels = new Map<number, Totals>();

  addCell({ channel, runs, citations, companies }: Cell): void {
    const totals = made(this.channels, channel, Totals);
    totals.runs += runs;
    totals.citations += citations;
    for (let place = 0; place < companies.length; place++) {
      const sums = companies.sums[place];
      if (sums) totals.add(companies.companies[place] ?? 0, sums);
    }
  }

  write(to: ByteWriter): void {
    writeMap(to, this.channels, (totals) => {
      to.varint(totals.runs);
      to.varint(totals.citations);
      writeMap(to, new Map(totals), (sums) => packSums(sums, to));
    });
  }

  add({ decoded, slotOf }: DecodedColumn): void {
    if (!(decoded instanceof DecodedSums)) return;
    for (const { channel, runs, citations, companies, sums } of decoded.channels) {
      const slot = slotOf(channel);
      if (slot === null) continue;
      const totals = made(this.channels, slot, Totals);
      totals.runs += runs;
      totals.citations += citations;
      totals.addAll(companies, sums);
    }
  }
}

interface ChannelTotals extends DaySums {
  readonly channel: number;
  readonly citations: number;
  readonly companies: Int32Array;
  /** Of each company in turn, in the order of `companySums`. */
  readonly sums: Float64Array;
}

/** Decoded sums, which are also those of one place in time. */
export class DecodedSums implements Decoded {
  readonly bytes: number;
  readonly channels: readonly ChannelTotals[];

  constructor(from: ByteReader) {
    const channels: ChannelTotals[] = [];
    eachKey(from, (channel) => channels.push(readTotals(from, channel)));
    this.channels = channels;
    const ofChannel = ({ companies, sums }: ChannelTotals) => companies.byteLength + sums.byteLength + 6 * objectBytes;
    this.bytes = channels.reduce((bytes, each) => bytes + ofChannel(each), objectBytes);
  }
}

function readTotals(from: ByteReader, channel: number): ChannelTotals {
  const [runs, citations, length] = [from.varint(), from.varint(), from.varint()];
  const companies = new Int32Array(length);
  const sums = new Float64Array(length * width);
  let [allMentions, brand] = [0, noSums()];
  for (let index = 0; index < length; index++) {
    companies[index] = from.varint();
    const first = index * width;
    for (let sum = 0; sum < width; sum++) sums[first + sum] = from.varint();
    // Mentions are the first of the sums.
    allMentions += sums[first] ?? 0;
    if (companies[index] === brandCompany) brand = sumsAt(sums, first);
  }
  return { channel, runs, citations, companies, sums, allMentions, brand };
}
