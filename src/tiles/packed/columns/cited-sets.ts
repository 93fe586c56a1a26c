// The URLs, or the domains, that runs cite: by channel, or of all channels together.

import { made } from '../../../domain/counts/maps.js';
import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { type DecodedSet, IdSet, readSet } from '../id-set.js';
import {
  type ColumnFigures,
  type Decoded,
  type DecodedColumn,
  everyChannel,
  objectBytes,
  readMap,
  writeMap,
} from './column.js';

export class CitedSetsColumn implements ColumnFigures {
  readonly sections: readonly ['urls' | 'domains'];
  readonly channels = new Map<number, IdSet>();

  constructor(
    private readonly cited: 'urls' | 'domains',
    private readonly isByChannel: boolean,
  ) {
    this.sections = [cited];
  }

  addCell(cell: Cell): void {
    const { length, ids } = cell[this.cited];
    const set = this.setOf(cell.channel);
    for (let place = 0; place < length; place++) set.add(ids[place] ?? 0);
  }

  write(to: ByteWriter): void {
    writeMap(to, this.channels, (set) => set.write(to));
  }

  /** Those of each channel make one of all channels. */
  add({ decoded, slotOf }: DecodedColumn): void {
    if (!(decoded instanceof DecodedSets)) return;
    for (const [channel, set] of decoded.channels) {
      const slot = channel === everyChannel ? channel : slotOf(channel);
      if (slot !== null) this.setOf(slot).mergeDecoded(set);
    }
  }

  private setOf(channel: number): IdSet {
    return made(this.channels, this.isByChannel ? channel : everyChannel, IdSet);
  }
}

export class DecodedSets implements Decoded {
  readonly bytes: number;
  readonly channels: readonly (readonly [number, DecodedSet])[];

  constructor(from: ByteReader) {
    this.channels = readMap(from, () => readSet(from));
    this.bytes = bytesOfSets(this.channels);
  }
}

export function bytesOfSets(sets: readonly (readonly [number, DecodedSet])[]): number {
  return sets.reduce((bytes, [, { numbers }]) => bytes + numbers.byteLength + 2 * objectBytes, objectBytes);
}
