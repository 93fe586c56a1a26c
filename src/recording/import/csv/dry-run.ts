// What an import of a CSV file would record, without recording it.

import type { Fault } from '../../../errors.js';
import { parseValue } from '../../prepare/parse.js';
import type { TracedLine } from '../traced.js';

export interface DryRun {
  /** Records that would be written, by type. */
  readonly records: Readonly<Record<string, number>>;
  readonly rejectedRows: number;
  /** Of the first rows that would be rejected. */
  readonly faults: readonly { readonly line: number; readonly faults: readonly Fault[] }[];
  /** Of the runs: when the first and the last was created, by model, and how many say or show that the brand is mentioned. */
  readonly first: string | null;
  readonly last: string | null;
  readonly models: Readonly<Record<string, number>>;
  readonly citations: number;
  /** The first run, as it would be recorded. */
  readonly sample: Readonly<Record<string, unknown>> | null;
}

const shownFaults = 10;

/** Checks every line as the recorder does, but for references and contradictions between rows. */
export async function dryRun(lines: AsyncIterable<TracedLine>): Promise<DryRun> {
  const records: Record<string, number> = {};
  const models: Record<string, number> = {};
  const faulty: { line: number; faults: readonly Fault[] }[] = [];
  let [rejectedRows, citations] = [0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let sample: DryRun['sample'] = null;
  for await (const { record, origin } of lines) {
    const parsed = parseValue(record);
    const found = origin && origin.faults.length > 0 ? origin.faults : 'faults' in parsed ? parsed.faults : [];
    if (found.length > 0 || !('record' in parsed)) {
      if (record.type === 'run') rejectedRows += 1;
      if (faulty.length < shownFaults) faulty.push({ line: origin?.line ?? 0, faults: found });
      continue;
    }
    const { record: checked } = parsed;
    records[checked.type] = (records[checked.type] ?? 0) + 1;
    if (checked.type !== 'run') continue;
    sample ??= record;
    models[checked.model] = (models[checked.model] ?? 0) + 1;
    citations += checked.citations.length;
    [first, last] = [Math.min(first, checked.createdAt), Math.max(last, checked.createdAt)];
  }
  const instant = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);
  return {
    ...{ records, rejectedRows, faults: faulty, models, citations, sample },
    ...{ first: instant(first), last: instant(last) },
  };
}
