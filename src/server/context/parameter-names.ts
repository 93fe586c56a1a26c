// Names that do not exist where they were given, or that are given more than once: a filter that is silently dropped gives figures that
// are wrong without looking wrong, so each is refused; an unknown one with the nearest that exists.

import { distance } from 'fastest-levenshtein';
import type { Fault } from '../../errors.js';

/** Most unknown parameters that are named. */
const maxNamed = 20;
const maxNameLength = 100;

/** How the names are spoken of. */
interface Wording {
  /** Messages for names that clients know from other places. */
  readonly refused?: Readonly<Record<string, string>>;
  readonly what?: 'parameter' | 'argument';
  readonly taker?: 'path' | 'tool';
}

/**
 * A fault for each name in `given` that is not in `known`, in the order in which they were given.
 */
export function unknownParameters(
  given: Iterable<string>,
  known: readonly string[],
  { refused = {}, what = 'parameter', taker = 'path' }: Wording = {},
): readonly Fault[] {
  const unknown = [...new Set(given)].filter((name) => !known.includes(name));
  const messages = new Map(Object.entries(refused));
  const faults = unknown
    .slice(0, maxNamed)
    .map((name) => ({ field: name, message: messages.get(name) ?? unknownMessage(name, known, { what, taker }) }));
  const more = unknown.length - faults.length;
  if (more === 0) return faults;
  const message = more === 1 ? `1 more ${what} does not exist here.` : `${more} more ${what}s do not exist here.`;
  return [...faults, { field: null, message }];
}

/** The fault of a parameter that was given more than once. */
export function repeatedParameter(name: string): Fault {
  return { field: name, message: `${name} was given more than once: give it once.` };
}

/** Says that there is no such name among `known`, and which is the nearest. */
export function unknownMessage(
  name: string,
  known: readonly string[],
  { what, taker }: { readonly what: string; readonly taker: string },
): string {
  const start = `There is no ${what} ${JSON.stringify(name.slice(0, maxNameLength))} here:`;
  const nearest = nearestOf(name.slice(0, maxNameLength), known);
  if (nearest !== null) return `${start} did you mean ${nearest}?`;
  return known.length === 0
    ? `${start} this ${taker} takes none.`
    : `${start} those that exist are ${known.join(', ')}.`;
}

/** The name that differs least from `name`; `null` where all differ in more than two letters of five. */
function nearestOf(name: string, known: readonly string[]): string | null {
  const given = plain(name);
  const [nearest] = known
    .map((each) => ({ each, steps: distance(given, plain(each)), length: Math.max(given.length, each.length) }))
    .filter(({ steps, length }) => steps * 5 <= length * 2)
    .sort((a, b) => a.steps - b.steps);
  return nearest?.each ?? null;
}

/** Case and the marks between words are no difference: `time_zone` is `timeZone`. */
const plain = (name: string): string => name.toLowerCase().replace(/[-_.[\]]/g, '');
