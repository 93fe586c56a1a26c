// Lines become what is to be written of them, as far as that can be told without the database. Pure, and made to be handed between threads.

import type { Line } from '../input/lines.js';
import { type Draft, Drafts, type Rows } from './draft.js';
import { type Parsed, parseLine } from './parse.js';
import type { AnyRecord } from './records.js';

/** A record that is no run, or a run's draft. */
export type Writable = Exclude<AnyRecord, { readonly type: 'run' }> | Draft;

/** What a line says, or every fault of it. */
export type Entry = { readonly record: Writable } | Exclude<Parsed, { readonly record: AnyRecord }>;

/** What the lines of a batch say. */
export interface Prepared {
  /** Parallel to the lines. */
  readonly entries: readonly Entry[];
  readonly rows: Rows;
}

/** Reads lines; those longer than `mostBytes` were cut and are faults. */
export function prepare(lines: readonly Pick<Line, 'bytes' | 'length'>[], mostBytes: number): Prepared {
  const drafts = new Drafts();
  const entries = lines.map((line) => entryOf(parse(line, mostBytes), drafts));
  return { entries, rows: drafts.finish() };
}

function entryOf(parsed: Parsed, drafts: Drafts): Entry {
  if (!('record' in parsed)) return parsed;
  const { record } = parsed;
  return { record: record.type === 'run' ? drafts.add(record) : record };
}

function parse({ bytes, length }: Pick<Line, 'bytes' | 'length'>, mostBytes: number): Parsed {
  if (length === bytes.length) return parseLine(bytes);
  const message = `The line is ${length} bytes long; at most ${mostBytes} are read. Only its first ${bytes.length} bytes are kept here.`;
  return { type: null, faults: [{ field: null, message }] };
}
