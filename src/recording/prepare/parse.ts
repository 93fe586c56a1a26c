// Parses one line into a typed record, or into the list of its faults. Pure.

import { isUtf8 } from 'node:buffer';
import type { Fault } from '../../errors.js';
import { faultsOfAnnotation } from './annotation.js';
import { contradictionsOf } from './contradictions.js';
import {
  type AnyRecord,
  type CountedType,
  type Deletion,
  deletionSchemas,
  type RecordType,
  recordTypes,
  schemas,
} from './records.js';

/** A record, or every fault of the line; `type` is `null` if the line has no known type. */
export type Parsed =
  | { readonly record: AnyRecord | Deletion }
  | { readonly type: CountedType | null; readonly faults: readonly Fault[] };

/** Parses one line, without its line end. */
export function parseLine(line: Buffer): Parsed {
  if (!isUtf8(line)) return { type: null, faults: [{ field: null, message: 'The line is not valid UTF-8.' }] };
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { type: null, faults: [{ field: null, message: `The line is not valid JSON: ${reason}.` }] };
  }
  return parseValue(value);
}

/** Validates one record of parsed JSON. */
export function parseValue(value: unknown): Parsed {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { type: null, faults: [{ field: null, message: 'The line is not a JSON object.' }] };
  }
  const given = 'type' in value ? value.type : undefined;
  const type = recordTypes.find((known) => known === given);
  if (!type) {
    const what = given === undefined ? 'is missing' : `is ${shown(given)}`;
    return {
      type: null,
      faults: [{ field: 'type', message: `type ${what}: it must be one of ${recordTypes.join(', ')}.` }],
    };
  }
  const crowded = crowdedFieldOf(value);
  if (crowded !== null) {
    const most = maxElements.toLocaleString('en-US');
    return { type, faults: [{ field: crowded, message: `${crowded} has more than ${most} elements.` }] };
  }
  const isDeleted = 'deleted' in value && value.deleted !== false && value.deleted !== null;
  if (isDeleted && type !== 'annotation') return parseDeletion(type, value);
  const { data, error } = schemas[type].safeParse(value);
  if (!data) return { type, faults: faultsOf(error.issues) };
  const faults =
    data.type === 'run' ? contradictionsOf(data) : data.type === 'annotation' ? faultsOfAnnotation(data) : [];
  return faults.length > 0 ? { type, faults: faults.slice(0, maxFaults) } : { record: data };
}

/** Of one list, or of one object: the faults of each are found, and no answer has so many of anything. */
const maxElements = 50_000;

/** The path of a list or an object with too many elements; `null`: there is none. Looks as deep as a record has any. */
function crowdedFieldOf(value: object, path: readonly string[] = []): string | null {
  const names = Array.isArray(value) ? value : Object.keys(value);
  if (names.length > maxElements) return path.join('.') || 'The record';
  if (Array.isArray(value) || path.length > 3) return null;
  for (const [name, each] of Object.entries(value)) {
    const found = typeof each === 'object' && each !== null ? crowdedFieldOf(each, [...path, name]) : null;
    if (found !== null) return found;
  }
  return null;
}

function parseDeletion(type: RecordType, value: object): Parsed {
  if (type !== 'brand' && type !== 'prompt' && type !== 'run') {
    const message = `deleted is not possible for the type ${type}: only a run, a prompt, a brand or an annotation can be deleted.`;
    return { type: 'deletion', faults: [{ field: 'deleted', message }] };
  }
  const { data, error } = deletionSchemas[type].safeParse(value);
  if (!data) return { type: 'deletion', faults: faultsOf(error.issues) };
  const { deleted: _, ...of } = data;
  return { record: { type: 'deletion', of } };
}

/** A list or an object is not shown in full: it may be nested too deeply to be serialized. */
function shown(given: unknown): string {
  if (Array.isArray(given)) return 'a list';
  if (typeof given === 'object' && given !== null) return 'an object';
  return JSON.stringify(given).slice(0, 100);
}

/** Of one line: nobody reads more, and a line may have a fault every few bytes. */
const maxFaults = 1_000;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function faultsOf(issues: readonly Issue[]): readonly Fault[] {
  const byMessage = new Map<string, Fault>();
  for (const { path, message } of issues) {
    if (byMessage.size === maxFaults) break;
    const field = path.reduce<string>(
      (whole, step) =>
        typeof step === 'number' ? `${whole}[${step}]` : whole === '' ? String(step) : `${whole}.${String(step)}`,
      '',
    );
    byMessage.set(`${field} ${message}`, { field, message: `${field} ${message}` });
  }
  return [...byMessage.values()];
}
