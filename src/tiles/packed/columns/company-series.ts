// How often each company is mentioned, by channel and place in time (the days of a month, or the quarter hours of a day), in all runs and in
// those of a gap.

import { CountsByPlace } from '../../../domain/counts/counts-by-place.js';
import { at, made } from '../../../domain/counts/maps.js';
import { outcomeClasses } from '../../../domain/outcome.js';
import { allRunsKey, type MentionSeries } from '../../../domain/summary.js';
import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { quartersADay } from '../levels.js';
import { NumberReader, skipNumbers, writeNumbers } from '../numbers.js';
import {
  type ChannelSlots,
  type ColumnFigures,
  DecodedBlock,
  type DecodedColumn,
  eachKey,
  writeMap,
} from './column.js';

const gap = outcomeClasses.indexOf('gap');

const newSeries = (): MentionSeries => ({ runs: new CountsByPlace(), companies: new Map() });

export class CompanySeriesColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  readonly channels = new Map<number, MentionSeries>();

  constructor(private readonly placeOf: (quarter: number) => number) {}

  addCell({ channel, outcome, runs, companies }: Cell, quarter: number): void {
    const place = this.placeOf(quarter);
    const series = at(this.channels, channel, newSeries);
    const isGap = outcome === gap;
    series.runs.add(place, runs, isGap ? runs : 0);
    for (let index = 0; index < companies.length; index++) {
      const mentions = companies.sums[index]?.mentions ?? 0;
      if (mentions > 0)
        this.countsIn(series, companies.companies[index] ?? 0).add(place, mentions, isGap ? mentions : 0);
    }
  }

  write(to: ByteWriter): void {
    writeMap(to, this.channels, (series) => writeSeries(to, series));
  }

  /** Its places are quarter hours where it is the series of a day. */
  add({ column, decoded, start, slotOf }: DecodedColumn): void {
    if (!(decoded instanceof DecodedBlock)) return;
    const from = decoded.read();
    const step = column === 'companyQuarters' ? 1 : quartersADay;
    eachKey(from, (channel) => {
      const slot = slotOf(channel);
      const into = slot === null ? null : at(this.channels, slot, newSeries);
      const countsOf = (company: number) => into && this.countsIn(into, company);
      readSeries(from, countsOf, (place) => this.placeOf(start + place * step));
    });
  }

  private countsIn({ runs, companies }: MentionSeries, company: number): TakesCounts {
    return company === allRunsKey ? runs : made(companies, company, CountsByPlace);
  }
}

/** What takes counts of a place. */
type TakesCounts = Pick<CountsByPlace, 'add'>;

/** Adds the counts of a column at their stored places: of some channels, and of the companies for which there is something to add to. */
export function addStoredCounts(
  from: ByteReader,
  slotOf: ChannelSlots,
  countsOf: (company: number) => TakesCounts | null,
): void {
  eachKey(from, (channel) => readSeries(from, slotOf(channel) === null ? () => null : countsOf, (place) => place));
}

/**
 * Only places with a run are stored. Where all runs of a place are of a gap, or none is, so are its mentions: the others alone say how many
 * of theirs are.
 */
function writeSeries(to: ByteWriter, { runs, companies }: MentionSeries): void {
  const listed = runs.list();
  const { length } = listed;
  const write = (numbers: readonly number[]) => writeNumbers(to, numbers, length);
  to.varint(length);
  write(listed.map(([place], index) => place - (listed[index - 1]?.[0] ?? 0)));
  write(listed.map(([, all]) => all));
  write(listed.map(([, , gaps]) => gaps));
  const indexOf = new Map(listed.map(([place], index) => [place, index]));
  const isMixed = listed.map(([, all, gaps]) => gaps !== 0 && gaps !== all);
  const [mentions, ofGaps] = [new Float64Array(length), new Float64Array(length)];
  writeMap(to, companies, (counts) => {
    mentions.fill(0);
    ofGaps.fill(0);
    counts.each((place, all, gaps) => {
      const index = indexOf.get(place) ?? 0;
      mentions[index] = all;
      if (isMixed[index]) ofGaps[index] = gaps;
    });
    writeNumbers(to, mentions, length);
    writeNumbers(to, ofGaps, length);
  });
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
  const ofRuns = countsOf(allRunsKey);
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
