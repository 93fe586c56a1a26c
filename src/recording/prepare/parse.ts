// Parses one line into a typed record, or into the list of its faults. Pure.

import { isUtf8 } from 'node:buffer';
import { type Fault, messageOf } from '../../errors.js';
import { contradictionsOf, faultsOfAnnotation } from './contradictions.js';
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
  if (!isUtf8(line)) return unreadable('The line is not valid UTF-8.');
  if (isCrowded(line))
    return unreadable(`The line has more than ${maxParts.toLocaleString('en-US')} values, as no record has.`);
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch (error) {
    return unreadable(`The line is not valid JSON: ${messageOf(error)}.`);
  }
  return parseValue(value);
}

function unreadable(message: string, field: string | null = null): Parsed {
  return { type: null, faults: [{ field, message }] };
}

/** Of one line: lists, objects and what they hold. They are parsed up to a hundred times more slowly than a text of as many bytes. */
const maxParts = 1_000_000;
/** In so many bytes there are no more parts than can be parsed at once. */
const fewBytes = 4_000_000;
const [quote, backslash, comma, list, object] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Whether a line has too many parts to be parsed, texts not considered: nested without end, it would take the thread for half a minute. */
function isCrowded(line: Buffer): boolean {
  if (line.length < fewBytes) return false;
  let parts = 0;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (byte === quote) at = endOfText(line, at);
    else if ((byte === comma || byte === list || byte === object) && ++parts > maxParts) return true;
  }
  return false;
}

/** Where the text ends that begins at `from`. */
function endOfText(line: Buffer, from: number): number {
  let end = line.indexOf(quote, from + 1);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf(quote, end + 1);
  return end === -1 ? line.length : end;
}

function isEscaped(line: Buffer, at: number): boolean {
  let from = at;
  while (line[from - 1] === backslash) from--;
  return (at - from) % 2 === 1;
}

/** Validates one record of parsed JSON. */
export function parseValue(value: unknown): Parsed {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return unreadable('The line is not a JSON object.');
  const given = 'type' in value ? value.type : undefined;
  const type = recordTypes.find((known) => known === given);
  if (!type) {
    const what = given === undefined ? 'is missing' : `is ${shown(given)}`;
    return unreadable(`type ${what}: it must be one of ${recordTypes.join(', ')}.`, 'type');
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
