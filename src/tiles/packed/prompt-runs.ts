// The runs of one prompt in a month by model and day, as a block.

import { ByteReader, ByteWriter } from './bytes.js';
import { eachKey, writeMap } from './columns/column.js';

type RunsByModel = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** The runs of one prompt by model and day place. */
export function encodeRuns(models: RunsByModel): Buffer {
  const to = new ByteWriter();
  writeMap(to, models, (days) => writeMap(to, days, (runs) => to.varint(runs)));
  return to.seal();
}

/** Visits every model, day place and number of runs of `encodeRuns`. Throws `CorruptBlock`. */
export function decodeRuns(block: Buffer, visit: (model: number, day: number, runs: number) => void): void {
  const from = new ByteReader(block);
  eachKey(from, (model) => eachKey(from, (day) => visit(model, day, from.varint())));
}
