// The URLs, or the domains, that runs cite: by model, or of all models together.

import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { type DecodedSet, IdSet, readSet } from '../id-set.js';
import { at } from '../maps.js';
import {
  type ColumnFigures,
  type Decoded,
  type DecodedColumn,
  everyModel,
  objectBytes,
  readMap,
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

  addCell(cell: Cell): void {
    const { length, ids } = cell[this.cited];
    const set = this.setOf(cell.model);
    for (let place = 0; place < length; place++) set.add(ids[place] ?? 0);
  }

  write(to: ByteWriter): void {
    writeMap(to, this.models, (set) => set.write(to));
  }

  /** Those of each model make one of all models. */
  add({ decoded, selects }: DecodedColumn): void {
    if (!(decoded instanceof DecodedSets)) return;
    for (const [model, set] of decoded.models)
      if (model === everyModel || selects(model)) this.setOf(model).uniteDecoded(set);
  }

  private setOf(model: number): IdSet {
    return at(this.models, this.isByModel ? model : everyModel, newSet);
  }
}

const newSet = () => new IdSet();

export class DecodedSets implements Decoded {
  readonly bytes: number;
  readonly models: readonly (readonly [number, DecodedSet])[];

  constructor(from: ByteReader) {
    this.models = readMap(from, () => readSet(from));
    this.bytes = bytesOfSets(this.models);
  }
}

export function bytesOfSets(sets: readonly (readonly [number, DecodedSet])[]): number {
  return sets.reduce((bytes, [, { numbers }]) => bytes + numbers.byteLength + 2 * objectBytes, objectBytes);
}
