// The runs and the brand's sums of each channel by place in time: the days of a month, or the quarter hours of a day.

import { made } from '../../../domain/counts/maps.js';
import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { allMentionsOf, brandOf } from '../mentions.js';
import { type PlacedSums, readSeries, Series } from '../series.js';
import {
  type ColumnFigures,
  type Decoded,
  type DecodedColumn,
  everyChannel,
  objectBytes,
  readMap,
  writeMap,
} from './column.js';
import { DecodedSums } from './sums.js';

/** Where quarter hours fall in a series. */
interface SeriesPlaces {
  readonly placeOf: (quarter: number) => number;
  /** The quarter hours of a stored place. */
  readonly quarters: number;
  /** False: channels are added as one. */
  readonly isByChannel: boolean;
}

export class SeriesColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  readonly channels = new Map<number, Series>();

  constructor(private readonly places: SeriesPlaces) {}

  addCell({ channel, runs, companies }: Cell, quarter: number): void {
    const place = this.places.placeOf(quarter);
    this.seriesOf(channel).add(place, runs, allMentionsOf(companies), brandOf(companies));
  }

  write(to: ByteWriter): void {
    writeMap(to, this.channels, (series) => series.write(to));
  }

  /** Adds a series, or the sums of a period that is one place of it. */
  add({ decoded, start, slotOf }: DecodedColumn): void {
    const { placeOf, quarters } = this.places;
    if (decoded instanceof DecodedSums) {
      const place = placeOf(start);
      for (const { channel, runs, allMentions, brand } of decoded.channels) {
        const slot = slotOf(channel);
        if (slot !== null) this.seriesOf(slot).add(place, runs, allMentions, brand);
      }
    } else if (decoded instanceof DecodedSeries) {
      for (const [channel, series] of decoded.channels) {
        const slot = slotOf(channel);
        if (slot !== null) this.seriesOf(slot).addAll(series, (place) => placeOf(start + place * quarters));
      }
    }
  }

  private seriesOf(slot: number): Series {
    return made(this.channels, this.places.isByChannel ? slot : everyChannel, Series);
  }
}

export class DecodedSeries implements Decoded {
  readonly bytes: number;
  readonly channels: readonly (readonly [number, PlacedSums])[];

  constructor(from: ByteReader) {
    this.channels = readMap(from, () => readSeries(from));
    this.bytes = this.channels.reduce(
      (bytes, [, { values }]) => bytes + values.byteLength + 4 * objectBytes,
      objectBytes,
    );
  }
}
