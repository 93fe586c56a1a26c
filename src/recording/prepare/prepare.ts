// Prepares lines for writing, as far as possible without the database. Pure; the result can be transferred between threads.

import type { Line } from '../input/lines.js';
import { type Draft, Drafts, type Rows } from './draft.js';
import { type Parsed, parseLine } from './parse.js';
import type { AnyRecord, Deletion } from './records.js';

/** A record to write; a run as its draft. */
export type Writable = Exclude<AnyRecord, { readonly type: 'run' }> | Draft;

/** What is to be done about a line. */
export type Step = Writable | Deletion;

/** The record of a line, or its faults. */
type Entry = { readonly record: Step } | Exclude<Parsed, { readonly record: unknown }>;

/** The prepared lines of a batch. */
export interface Prepared {
  /** Parallel to the lines. */
  readonly entries: readonly Entry[];
  readonly rows: Rows;
}

/** Parses lines; those longer than `maxBytes` were truncated and are faults. */
export function prepare(lines: readonly Pick<Line, 'bytes' | 'length'>[], maxBytes: number): Prepared {
  const drafts = new Drafts();
  const entries = lines.map((line) => entryOf(parse(line, maxBytes), drafts));
  return { entries, rows: drafts.finish() };
}

function entryOf(parsed: Parsed, drafts: Drafts): Entry {
  if (!('record' in parsed)) return parsed;
  const { record } = parsed;
  return { record: record.type === 'run' ? drafts.add(record) : record };
}

function parse({ bytes, length }: Pick<Line, 'bytes' | 'length'>, maxBytes: number): Parsed {
  if (length === bytes.length) return parseLine(bytes);
  const message = `The line is ${length} bytes long; the maximum is ${maxBytes}. Only its first ${bytes.length} bytes are kept here.`;
  return { type: null, faults: [{ field: null, message }] };
}
