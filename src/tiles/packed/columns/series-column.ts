// The runs and the brand's sums of each model by place in time: the days of a month, or the quarter hours of a day.

import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { at } from '../maps.js';
import { allMentionsOf, brandOf } from '../mentions.js';
import { type PlacedSums, readSeries, Series } from '../series.js';
import { type ColumnFigures, type Decoded, type DecodedColumn, objectBytes, readMap, writeMap } from './column.js';
import { DecodedSums } from './sums.js';

/** Where quarter hours fall in a series. */
interface SeriesPlaces {
  readonly placeOf: (quarter: number) => number;
  /** The quarter hours of a stored place. */
  readonly quarters: number;
}

export class SeriesColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  readonly models = new Map<number, Series>();

  constructor(private readonly places: SeriesPlaces) {}

  get isEmpty(): boolean {
    return this.models.size === 0;
  }

  addCell({ model, runs, companies }: Cell, quarter: number): void {
    const place = this.places.placeOf(quarter);
    at(this.models, model, newSeries).add(place, runs, allMentionsOf(companies), brandOf(companies));
  }

  write(to: ByteWriter): void {
    writeMap(to, this.models, (series) => series.write(to));
  }

  /** Adds a series, or the sums of a period that is one place of it. */
  add({ decoded, start, selects }: DecodedColumn): void {
    const { placeOf, quarters } = this.places;
    if (decoded instanceof DecodedSums) {
      const place = placeOf(start);
      for (const { model, runs, allMentions, brand } of decoded.models)
        if (selects(model)) at(this.models, model, newSeries).add(place, runs, allMentions, brand);
    } else if (decoded instanceof DecodedSeries) {
      for (const [model, series] of decoded.models)
        if (selects(model))
          at(this.models, model, newSeries).addAll(series, (place) => placeOf(start + place * quarters));
    }
  }
}

export class DecodedSeries implements Decoded {
  readonly bytes: number;
  readonly models: readonly (readonly [number, PlacedSums])[];

  constructor(from: ByteReader) {
    this.models = readMap(from, () => readSeries(from));
    this.bytes = this.models.reduce(
      (bytes, [, { values }]) => bytes + values.byteLength + 4 * objectBytes,
      objectBytes,
    );
  }
}

const newSeries = () => new Series();
