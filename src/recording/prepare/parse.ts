// One line of bytes becomes a typed record, or all that is wrong with it. Pure.

import { isUtf8 } from 'node:buffer';
import type { Fault } from '../../errors.js';
import { contradictionsOf } from './contradictions.js';
import { type AnyRecord, type RecordType, recordTypes, schemas } from './records.js';

/** A record, or every fault of the line at once; `type` is `null` where the line does not get as far as naming a known one. */
export type Parsed =
  | { readonly record: AnyRecord }
  | { readonly type: RecordType | null; readonly faults: readonly Fault[] };

/** Reads one line, without its line end. */
export function parseLine(line: Buffer): Parsed {
  if (!isUtf8(line)) return { type: null, faults: [{ field: null, message: 'The line is not valid UTF-8.' }] };
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: null, faults: [{ field: null, message: `The line is not JSON: ${why}.` }] };
  }
  return parseValue(value);
}

/** Reads one record that is parsed JSON already. */
export function parseValue(value: unknown): Parsed {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { type: null, faults: [{ field: null, message: 'The line is JSON, but not an object.' }] };
  }
  const given = 'type' in value ? value.type : undefined;
  const type = recordTypes.find((each) => each === given);
  if (!type) {
    const what = given === undefined ? 'is missing' : `is ${shown(given)}`;
    return {
      type: null,
      faults: [{ field: 'type', message: `type ${what}: it must be one of ${recordTypes.join(', ')}.` }],
    };
  }
  const { data, error } = schemas[type].safeParse(value);
  if (!data) return { type, faults: faultsOf(error.issues) };
  const faults = data.type === 'run' ? contradictionsOf(data) : [];
  return faults.length > 0 ? { type, faults } : { record: data };
}

/** Not the whole of a list or an object: it may be nested deeper than anything can be written. */
function shown(given: unknown): string {
  if (Array.isArray(given)) return 'a list';
  if (typeof given === 'object' && given !== null) return 'an object';
  return JSON.stringify(given).slice(0, 100);
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function faultsOf(issues: readonly Issue[]): readonly Fault[] {
  const byMessage = new Map<string, Fault>();
  for (const { path, message } of issues) {
    const field = path.reduce<string>(
      (whole, step) =>
        typeof step === 'number' ? `${whole}[${step}]` : whole === '' ? String(step) : `${whole}.${String(step)}`,
      '',
    );
    byMessage.set(`${field} ${message}`, { field, message: `${field} ${message}` });
  }
  return [...byMessage.values()];
}
