// Lines put together to what the recorder reads: line ends of both kinds, blank lines, a byte order mark, gzip, and chunks of any length.

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Limits, limits as usual } from '../../../src/recording/input/batches.js';
import type { Choices } from './choices.js';
import { type FuzzedLine, lineOf } from './records.js';

export interface FuzzedInput {
  readonly chunks: readonly Buffer[];
  /** The lines that are not blank, by their number. */
  readonly lines: ReadonlyMap<number, FuzzedLine>;
  readonly limits: Limits;
  /** How a failure shows it. */
  readonly [fc.toStringMethod]: () => string;
}

const isBlank = ({ bytes }: FuzzedLine) => bytes.every((byte) => byte === 0x20 || byte === 0x09);

/** Up to fifty lines. */
export function inputOf(choices: Choices): FuzzedInput {
  const parts: Buffer[] = choices.rarely(6) ? [Buffer.from([0xef, 0xbb, 0xbf])] : [];
  const lines = new Map<number, FuzzedLine>();
  const limits = { ...usual, records: choices.of([500, 7, 500, 1, 40]), bytes: choices.of([4_000_000, 2_000]) };
  const isGzip = choices.rarely(4);
  const size = choices.of([65_536, 1_048_576, 1_000, 17]);
  let number = 0;
  for (let left = 1 + choices.below(50); left > 0; left--) {
    number++;
    const line = lineOf(choices);
    if (!isBlank(line)) lines.set(number, line);
    const isLast = left === 1 && choices.rarely(3);
    parts.push(line.bytes, Buffer.from(isLast ? '' : choices.rarely(6) ? '\r\n' : '\n'));
    if (!choices.rarely(8) || isLast) continue;
    parts.push(Buffer.from(choices.of(['\n', '\r\n', ' \t\n', '   \r\n'])));
    number++;
  }
  const bytes = Buffer.concat(parts);
  const shown = () => JSON.stringify({ text: bytes.toString().slice(0, 2_000), isGzip, size, limits });
  return { chunks: chunksOf(isGzip ? gzipSync(bytes) : bytes, size), lines, limits, [fc.toStringMethod]: shown };
}

/** `bytes` in pieces that end anywhere; few of them where there are many bytes. */
export function chunksOf(bytes: Buffer, size: number): readonly Buffer[] {
  const step = Math.max(size, Math.ceil(bytes.length / 2_000));
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += step) chunks.push(bytes.subarray(at, at + step));
  return chunks;
}
