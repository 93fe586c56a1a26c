// A cost that still depends on variables: what is known is added up, and what is not waits for them.

import type { Size } from '../../schema/cost.js';

/** A value that is written in a document, or the variable that it comes from. */
export type Given = { readonly value: unknown } | { readonly variable: string };

export interface Sum {
  readonly fixed: number;
  readonly terms: readonly Term[];
}

/** A sum as often as a list is long, and the arguments of the list's field that say how long lists are, from there on. */
export interface Term {
  readonly sum: Sum;
  readonly size?: Size | undefined;
  readonly first?: Given | undefined;
  readonly limit?: Given | undefined;
  readonly start?: Given | undefined;
  readonly end?: Given | undefined;
}

export const costOfNothing: Sum = { fixed: 0, terms: [] };

type Variables = Readonly<Record<string, unknown>>;

/** How long the lists are whose length the fields above decide. */
interface Frame {
  readonly limit: number;
  readonly days: number;
}

const dayMs = 86_400_000;
/** Where nothing is said, or something that is refused later. */
const preset = { first: 10, limit: 20, days: 1 };
/** Above this, `first` and `limit` are this. */
const mostElements = 100;

/** The cost with these variables: a whole number, and never more than is exact. A window longer than it may be is refused later, and counts one day. */
export function evaluate(sum: Sum, variables: Variables, maxWindowDays: number): number {
  if (sum.terms.length === 0) return Math.min(sum.fixed, Number.MAX_SAFE_INTEGER);
  // Equal sums in equal frames are evaluated once, however often a fragment is spread.
  const known = new Map<string, Map<Sum, number>>();
  const valueIn = (frame: Frame, inner: Sum): number => {
    if (inner.terms.length === 0) return inner.fixed;
    const key = `${frame.limit} ${frame.days}`;
    const values = known.get(key) ?? new Map<Sum, number>();
    known.set(key, values);
    const found = values.get(inner);
    if (found !== undefined) return found;
    const value = inner.terms.reduce((total, term) => {
      const { limit, days } = frameBeneath(term, frame, variables);
      const beneath = { limit, days: days > maxWindowDays ? preset.days : days };
      return total + sizeOf(term, beneath, variables) * valueIn(beneath, term.sum);
    }, inner.fixed);
    values.set(inner, value);
    return value;
  };
  return Math.min(valueIn(preset, sum), Number.MAX_SAFE_INTEGER);
}

function sizeOf({ size = 1, first }: Term, { limit, days }: Frame, variables: Variables): number {
  if (typeof size === 'number') return size;
  if (size === 'first') return elements(read(first, variables), preset.first);
  return size === 'limit' ? limit : days;
}

function frameBeneath({ limit, start, end }: Term, frame: Frame, variables: Variables): Frame {
  if (!limit && !start && !end) return frame;
  const days = start && end ? daysBetween(read(start, variables), read(end, variables)) : frame.days;
  return { days, limit: limit ? elements(read(limit, variables), preset.limit) : frame.limit };
}

function elements(given: unknown, otherwise: number): number {
  return typeof given === 'number' && given >= 1 ? Math.min(given, mostElements) : otherwise;
}

/** Days of a window, each begun one counted whole. */
function daysBetween(start: unknown, end: unknown): number {
  const days = Math.ceil((instantOf(end) - instantOf(start)) / dayMs);
  return days >= 1 ? days : preset.days;
}

/** Nothing is judged here yet: a variable may hold anything, an object that cannot be a text too. */
function instantOf(given: unknown): number {
  return typeof given === 'string' ? Date.parse(given) : Number.NaN;
}

function read(given: Given | undefined, variables: Variables): unknown {
  if (!given) return undefined;
  return 'value' in given ? given.value : variables[given.variable];
}
