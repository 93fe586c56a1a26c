// The URLs, or the domains, that runs cite: by model, or of all models together.

import type { ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { IdSet, type KeptSet, skipSet } from '../id-set.js';
import { at } from '../maps.js';
import {
  type ColumnFigures,
  eachKey,
  everyModel,
  type KeptColumn,
  type KeptPlace,
  objectBytes,
  type StoredColumn,
  writeMap,
} from './column.js';

export class CitedSetsColumn implements ColumnFigures {
  readonly sections: readonly ['urls' | 'domains'];
  readonly models = new Map<number, IdSet>();

  constructor(
    private readonly cited: 'urls' | 'domains',
    private readonly isByModel: boolean,
  ) {
    this.sections = [cited];
  }

  get isEmpty(): boolean {
    return this.models.size === 0;
  }

  add(cell: Cell): void {
    const { length, ids } = cell[this.cited];
    const set = this.setOf(cell.model);
    for (let place = 0; place < length; place++) set.add(ids[place] ?? 0);
  }

  write(to: ByteWriter): void {
    writeMap(to, this.models, (set) => set.write(to));
  }

  /** Adds stored sets; those of each model make one of all models. */
  unite({ from, selects }: StoredColumn): void {
    eachKey(from, (model) => {
      if (model !== everyModel && !selects(model)) skipSet(from);
      else this.setOf(model).unite(from);
    });
  }

  keep(): KeptColumn {
    return new KeptSets([...this.models].map(([model, set]) => [model, set.keep()]));
  }

  include({ kept, selects }: KeptPlace): void {
    if (!(kept instanceof KeptSets)) return;
    for (const [model, set] of kept.models)
      if (model === everyModel || selects(model)) this.setOf(model).uniteKept(set);
  }

  private setOf(model: number): IdSet {
    return at(this.models, this.isByModel ? model : everyModel, newSet);
  }
}

const newSet = () => new IdSet();

class KeptSets implements KeptColumn {
  readonly bytes: number;

  constructor(readonly models: readonly (readonly [number, KeptSet])[]) {
    this.bytes = models.reduce((bytes, [, { numbers }]) => bytes + numbers.byteLength + 2 * objectBytes, objectBytes);
  }
}
