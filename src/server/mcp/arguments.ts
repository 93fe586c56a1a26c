// Reads the arguments of a tool by its published schema: types and names here; values, which texts can express as well, are left to REST.

import type { Fault } from '../../errors.js';
import { ownValue } from '../../own-value.js';
import { unknownParameters } from '../context/parameter-names.js';
import type { JsonSchema } from '../openapi/openapi-schemas.js';
import type { GivenAsJson } from '../rest/query.js';

export interface ToolArguments extends Pick<GivenAsJson, 'lists' | 'faults'> {
  /** Arguments that are no lists, as REST reads them. */
  readonly texts: ReadonlyMap<string, string>;
}

interface ReadParts {
  readonly schema: JsonSchema;
  /** What REST does not miss. */
  readonly inPath: readonly string[];
  /** Messages for arguments that clients know from other tools. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** The arguments that have their type, and the faults of all others. */
export function readArguments(
  given: Readonly<Record<string, unknown>>,
  { schema, inPath, refused = {} }: ReadParts,
): ToolArguments {
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>; // safe because a tool takes an object
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const faults: Fault[] = [];
  for (const [name, { type, examples }] of Object.entries(properties)) {
    const value = ownValue(given, name);
    const isInPath = inPath.includes(name);
    const example = String(Array.isArray(examples) ? examples[0] : examples);
    // A faulty segment is read as the example, which is right: its fault is reported once, and nothing is looked up.
    if (isInPath) texts.set(name, example);
    if (value === undefined || (isInPath && value === '')) {
      if (isInPath) faults.push({ field: name, message: `${name} is required: give an id such as ${example}.` });
    } else if (type === 'string' && typeof value === 'string') texts.set(name, value);
    else if (type === 'boolean' && typeof value === 'boolean') texts.set(name, String(value));
    else if ((type === 'integer' || type === 'number') && typeof value === 'number') texts.set(name, digitsOf(value));
    else if (type === 'array' && isTexts(value)) lists.set(name, value);
    else faults.push({ field: name, message: `${name} must be ${wanted(type)}; given was ${described(value)}.` });
  }
  const unknown = unknownParameters(Object.keys(given), Object.keys(properties), {
    refused,
    what: 'argument',
    taker: 'tool',
  });
  return { texts, lists, faults: [...unknown, ...faults] };
}

/** A number as REST reads it: without the exponent that large ones are written with. One too large for JavaScript is its largest. */
function digitsOf(number: number): string {
  const finite = Math.min(number, Number.MAX_VALUE);
  return String(Number.isInteger(finite) ? BigInt(finite) : finite);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function wanted(type: unknown): string {
  if (type === 'array') return 'a list of texts';
  if (type === 'boolean') return 'true or false';
  if (type === 'number') return 'a number';
  return type === 'integer' ? 'a whole number' : 'a text';
}

function described(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 100))}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? 'an object' : String(value);
  const wrong = value.find((each) => typeof each !== 'string');
  if (wrong === undefined) return 'a list';
  return Array.isArray(wrong) ? 'a list with a list' : `a list with ${described(wrong)}`;
}
