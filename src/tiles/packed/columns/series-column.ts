// The runs and the brand's sums of each model by place in time: the days of a month, or the quarter hours of a day.

import type { ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { at } from '../maps.js';
import { allMentionsOf, brandOf } from '../mentions.js';
import { Series, skipSeries } from '../series.js';
import {
  type ColumnFigures,
  eachKey,
  type KeptColumn,
  type KeptPlace,
  objectBytes,
  type StoredColumn,
  writeMap,
} from './column.js';
import { eachModelSums, KeptSums } from './sums.js';

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

  add({ model, runs, companies }: Cell, quarter: number): void {
    const place = this.places.placeOf(quarter);
    at(this.models, model, newSeries).add(place, runs, allMentionsOf(companies), brandOf(companies));
  }

  write(to: ByteWriter): void {
    writeMap(to, this.models, (series) => series.write(to));
  }

  /** Adds a stored series, or the sums of a period that is one place of it. */
  unite({ column, from, start, selects }: StoredColumn): void {
    const { placeOf, quarters } = this.places;
    if (column === 'sums') {
      const place = placeOf(start);
      eachModelSums(from, (model, { runs, allMentions, brand }) => {
        if (selects(model)) at(this.models, model, newSeries).add(place, runs, allMentions, brand);
      });
      return;
    }
    eachKey(from, (model) => {
      if (selects(model)) at(this.models, model, newSeries).unite(from, (place) => placeOf(start + place * quarters));
      else skipSeries(from);
    });
  }

  keep(): KeptColumn {
    return new KeptSeries([...this.models].map(([model, series]) => [model, series.trimmed()]));
  }

  /** Adds a kept series, or the sums of a period that is one place of it. */
  include({ kept, start, selects }: KeptPlace): void {
    const { placeOf, quarters } = this.places;
    if (kept instanceof KeptSums) {
      const place = placeOf(start);
      for (const { model, runs, allMentions, brand } of kept.models)
        if (selects(model)) at(this.models, model, newSeries).add(place, runs, allMentions, brand);
    } else if (kept instanceof KeptSeries) {
      for (const [model, series] of kept.models)
        if (selects(model))
          at(this.models, model, newSeries).addAll(series, (place) => placeOf(start + place * quarters));
    }
  }
}

class KeptSeries implements KeptColumn {
  readonly bytes: number;

  constructor(readonly models: readonly (readonly [number, Series])[]) {
    this.bytes = models.reduce((bytes, [, series]) => bytes + series.bytes + 3 * objectBytes, objectBytes);
  }
}

const newSeries = () => new Series();
