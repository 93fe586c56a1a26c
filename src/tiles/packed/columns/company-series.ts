// How often each company is mentioned, by model and place in time (the days of a month, or the quarter hours of a day), in all runs and in
// those of a gap.

import { outcomeClasses } from '../../../domain/outcome.js';
import { ByteReader, type ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { quartersADay } from '../levels.js';
import { at } from '../maps.js';
import { NumberReader, skipNumbers, writeNumbers } from '../numbers.js';
import { type ColumnFigures, DecodedBlock, type DecodedColumn, eachKey, type ModelFilter, writeMap } from './column.js';

const gap = outcomeClasses.indexOf('gap');
const fewPlaces = 32;

/** Counts by place: in all runs, and in those of a gap. */
export class PlaceCounts {
  all: Float64Array<ArrayBuffer>;
  gaps: Float64Array<ArrayBuffer>;

  /** With room for so many places; it grows where there are more. */
  constructor(places = fewPlaces) {
    this.all = new Float64Array(places);
    this.gaps = new Float64Array(places);
  }

  add(place: number, all: number, gaps: number): void {
    if (place >= this.all.length) this.grow(Math.max(this.all.length * 2, place + 1));
    this.all[place] = (this.all[place] ?? 0) + all;
    this.gaps[place] = (this.gaps[place] ?? 0) + gaps;
  }

  private grow(length: number): void {
    const { all, gaps } = this;
    this.all = new Float64Array(length);
    this.gaps = new Float64Array(length);
    this.all.set(all);
    this.gaps.set(gaps);
  }
}

/** The series of one model. */
export interface MentionPlaces {
  readonly runs: PlaceCounts;
  /** By company, 0 the brand. */
  readonly companies: Map<number, PlaceCounts>;
}

export class CompanySeriesColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  readonly models = new Map<number, MentionPlaces>();

  /** With room for so many places from the start: growing is what filling it would take most of. */
  constructor(
    private readonly placeOf: (quarter: number) => number,
    private readonly places = fewPlaces,
  ) {}

  private readonly newCounts = () => new PlaceCounts(this.places);
  private readonly newSeries = (): MentionPlaces => ({ runs: this.newCounts(), companies: new Map() });

  get isEmpty(): boolean {
    return this.models.size === 0;
  }

  addCell({ model, outcome, runs, companies }: Cell, quarter: number): void {
    const place = this.placeOf(quarter);
    const series = at(this.models, model, this.newSeries);
    const isGap = outcome === gap;
    series.runs.add(place, runs, isGap ? runs : 0);
    for (let index = 0; index < companies.length; index++) {
      const mentions = companies.sums[index]?.mentions ?? 0;
      at(series.companies, companies.companies[index] ?? 0, this.newCounts).add(place, mentions, isGap ? mentions : 0);
    }
  }

  write(to: ByteWriter): void {
    writeMap(to, this.models, (series) => writeSeries(to, series));
  }

  /** Its places are quarter hours where it is the series of a day. */
  add({ column, decoded, start, selects }: DecodedColumn): void {
    if (!(decoded instanceof DecodedBlock)) return;
    const from = decoded.read();
    const step = column === 'companyQuarters' ? 1 : quartersADay;
    eachKey(from, (model) => {
      const into = selects(model) ? at(this.models, model, this.newSeries) : null;
      const countsOf = (company: number) => into && this.countsIn(into, company);
      readSeries(from, countsOf, (place) => this.placeOf(start + place * step));
    });
  }

  private countsIn({ runs, companies }: MentionPlaces, company: number): TakesCounts {
    return company === everyRun ? runs : at(companies, company, this.newCounts);
  }
}

/** The number under which the runs themselves are counted beside the companies that they mention. */
export const everyRun = -1;

/** What takes counts of a place. */
type TakesCounts = Pick<PlaceCounts, 'add'>;

/** Adds the counts of a stored block at their stored places: of some models, and of the companies for which there is something to add to. */
export function addStoredCounts(
  block: Buffer,
  selects: ModelFilter,
  countsOf: (company: number) => TakesCounts | null,
): void {
  const from = new ByteReader(block);
  eachKey(from, (model) => readSeries(from, selects(model) ? countsOf : () => null, (place) => place));
}

/**
 * Only places with a run are stored. Where all runs of a place are of a gap, or none is, so are its mentions: the others alone say how many
 * of theirs are.
 */
function writeSeries(to: ByteWriter, { runs, companies }: MentionPlaces): void {
  const places = placesWithRuns(runs);
  const steps = places.map((place, index) => place - (places[index - 1] ?? 0));
  const mixed = places.map((place) => Number(runs.gaps[place] !== 0 && runs.gaps[place] !== runs.all[place]));
  const listed = new Float64Array(places.length);
  const write = (counts: Float64Array) => {
    for (let index = 0; index < places.length; index++) listed[index] = counts[places[index] ?? 0] ?? 0;
    writeNumbers(to, listed, places.length);
  };
  to.varint(places.length);
  writeNumbers(to, steps, places.length);
  write(runs.all);
  write(runs.gaps);
  writeMap(to, companies, ({ all, gaps }) => {
    write(all);
    for (let index = 0; index < places.length; index++)
      listed[index] = mixed[index] === 1 ? (gaps[places[index] ?? 0] ?? 0) : 0;
    writeNumbers(to, listed, places.length);
  });
}

function placesWithRuns({ all }: PlaceCounts): Int32Array {
  const places = new Int32Array(all.length);
  let length = 0;
  for (let place = 0; place < all.length; place++) if ((all[place] ?? 0) > 0) places[length++] = place;
  return places.subarray(0, length);
}

/** One for each list that is held while the next is read. */
const lists = { places: new NumberReader(), runs: new NumberReader(), gapRuns: new NumberReader() };
const mentionReader = new NumberReader();
const mixedReader = new NumberReader();

function readSeries(
  from: ByteReader,
  countsOf: (company: number) => TakesCounts | null,
  placeOf: (place: number) => number,
): void {
  const length = from.varint();
  const places = lists.places.read(from, length);
  for (let index = 0, place = 0; index < length; index++) {
    place += places[index] ?? 0;
    places[index] = placeOf(place);
  }
  const runs = lists.runs.read(from, length);
  const gapRuns = lists.gapRuns.read(from, length);
  const ofRuns = countsOf(everyRun);
  if (ofRuns)
    for (let index = 0; index < length; index++) ofRuns.add(places[index] ?? 0, runs[index] ?? 0, gapRuns[index] ?? 0);
  eachKey(from, (company) => {
    const counts = countsOf(company);
    if (!counts) {
      skipNumbers(from, length);
      skipNumbers(from, length);
      return;
    }
    const mentions = mentionReader.read(from, length);
    const mixed = mixedReader.read(from, length);
    for (let index = 0; index < length; index++) {
      const count = mentions[index] ?? 0;
      if (count === 0) continue;
      const gaps = gapRuns[index] === 0 ? 0 : gapRuns[index] === runs[index] ? count : (mixed[index] ?? 0);
      counts.add(places[index] ?? 0, count, gaps);
    }
  });
}
