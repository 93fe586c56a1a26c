// A cost that still depends on variables and stored sizes: what is known is added up, and what is not waits for them.

import { countDays, timeZoneFault } from '../../domain/day.js';
import { dayMs, defaultFirst, defaultLimit, maxPageRows, maxSources } from '../../domain/limits.js';
import { countListedDays } from '../../domain/series.js';
import { alignDown, parseInstant, type Window } from '../../domain/window.js';
import type { BrandSizes } from '../../loaders/sizes.js';
import type { Price, Size, SubjectArgument } from '../../schema/cost.js';

/** A value that is written in a document, or the variable that it comes from. */
export type Given = { readonly value: unknown } | { readonly variable: string };

export interface Sum {
  readonly fixed: number;
  readonly terms: readonly Term[];
}

/** A sum as often as a list is long, a price, and the arguments of the field that say what both depend on, from there on. */
export interface Term {
  readonly sum: Sum;
  readonly size?: Size | undefined;
  readonly price?: Price | undefined;
  readonly subject?: Subject | undefined;
  readonly isBefore?: boolean | undefined;
  readonly arguments: Readonly<Record<string, Given>>;
}

/** What a document names: a brand, or a prompt of one. */
export interface Subject {
  readonly argument: SubjectArgument;
  readonly given: Given;
}

export const costOfNothing: Sum = { fixed: 0, terms: [] };

export type Variables = Readonly<Record<string, unknown>>;

/** Sizes of what is stored. What does not exist, or is out of the viewer's reach, has none. */
export interface StoredSizes {
  readonly models: number;
  readonly brandOf: (argument: SubjectArgument, name: string) => BrandSizes | null;
  /** How many brands the viewer may read, and their mean sizes. */
  readonly brands: number;
  readonly meanBrand: BrandSizes;
}

/** What a cost depends on beside its document. */
export interface Surroundings {
  readonly variables: Variables;
  readonly sizes: StoredSizes;
  /** The most days that a series lists. */
  readonly maxSeriesDays: number;
}

/** What the fields above decide. */
interface Frame {
  readonly limit: number;
  readonly first: number;
  readonly window: Window | null;
  readonly timeZone: string;
  readonly brand: BrandSizes;
  readonly isFiltered: boolean;
}

/** Where nothing is given, or something that is refused later. */
const defaults = { first: defaultFirst, limit: defaultLimit };

const oneDay: Window = { start: 0, end: dayMs };
const noSizes: BrandSizes = { companies: 0, competitors: 0, prompts: 0, first: null, last: null };

/** As if nothing were stored: a cost with these sizes is the least that the document can cost. */
export const nothingStored: StoredSizes = { models: 0, brands: 0, meanBrand: noSizes, brandOf: () => null };

/** The cost in these surroundings: a whole number, and never more than is exact. */
export function evaluate(sum: Sum, surroundings: Surroundings): number {
  const { sizes } = surroundings;
  const known = new Map<Sum, Map<string, number>>();
  const valueIn = (frame: Frame, inner: Sum): number => {
    if (inner.terms.length === 0) return inner.fixed;
    // Equal sums in equal frames are evaluated once, however often a fragment is spread.
    const values = known.get(inner) ?? new Map<string, number>();
    known.set(inner, values);
    const key = JSON.stringify(frame);
    const found = values.get(key);
    if (found !== undefined) return found;
    const value = inner.terms.reduce((total, term) => {
      const beneath = frameBeneath(term, frame, surroundings);
      const price = term.price ? priceIn(term.price, beneath, surroundings) : 0;
      const length = term.size ? sizeIn(term.size, beneath, surroundings) : 1;
      return total + price + (length === 0 ? 0 : length * valueIn(beneath, term.sum));
    }, inner.fixed);
    values.set(key, value);
    return value;
  };
  const frame = { ...defaults, window: null, timeZone: 'UTC', brand: noSizes, isFiltered: false };
  // Sizes of several brands are added up as so many times their mean, which is no whole number.
  return Math.min(Math.ceil(valueIn(frame, sum) - 1e-6), Number.MAX_SAFE_INTEGER);

  function sizeIn(size: Size, beneath: Frame, { maxSeriesDays }: Surroundings): number {
    if (size === 'models') return sizes.models;
    if (size === 'brands') return sizes.brands;
    if (size === 'days') return daysIn(beneath, maxSeriesDays);
    if (size === 'first' || size === 'limit') return beneath[size];
    return beneath.brand[size];
  }

  function priceIn(price: Price, beneath: Frame, { maxSeriesDays }: Surroundings): number {
    const { base, perDay = 0, perCompany = 0, perModel = 0, perPrompt = 0, perPromptFiltered = perPrompt } = price;
    const { companies, prompts } = beneath.brand;
    const varying =
      (perDay === 0 ? 0 : perDay * daysIn(beneath, maxSeriesDays)) +
      perCompany * companies +
      perModel * sizes.models +
      (beneath.isFiltered ? perPromptFiltered : perPrompt) * prompts;
    return base + Math.floor(varying);
  }
}

/** The days that a series of the window lists; without a window, those from the first to the last run of the brand. */
function daysIn({ window, timeZone, brand: { first, last } }: Frame, maxDays: number): number {
  const runs = first === null || last === null ? null : { first, last };
  if (!window) return runs ? countDays({ start: runs.first, end: runs.last + 1 }) : 0;
  if (window.start >= window.end) return 0;
  const within = runs && { first: Math.max(runs.first, window.start), last: Math.min(runs.last, window.end - 1) };
  const span = within && within.first <= within.last ? within : null;
  // Where there are more, the request is refused.
  return Math.min(countListedDays(window, { timeZone, maxDays }, span), maxDays);
}

function frameBeneath(term: Term, frame: Frame, { variables, sizes }: Surroundings): Frame {
  const { limit, first, start, end, date, timeZone, search, tags } = term.arguments;
  const { subject, isBefore, size } = term;
  const beneath = {
    ...frame,
    ...(limit ? { limit: elements(read(limit, variables), defaults.limit, maxPageRows) } : {}),
    ...(size === 'first'
      ? { first: first ? elements(read(first, variables), defaults.first, maxSources) : defaults.first }
      : {}),
    ...(start && end ? { window: windowOf(read(start, variables), read(end, variables)) } : {}),
    ...(date ? { window: oneDay } : {}),
    ...(timeZone ? { timeZone: zoneOf(read(timeZone, variables)) } : {}),
    ...(search || tags ? { isFiltered: [search, tags].some((given) => isGiven(given, variables)) } : {}),
    ...(subject ? { brand: sizes.brandOf(subject.argument, nameOf(subject, variables)) ?? noSizes } : {}),
    ...(size === 'brands' ? { brand: sizes.meanBrand } : {}),
  };
  return isBefore ? { ...beneath, window: windowBefore(beneath.window) } : beneath;
}

/** What a subject is called, as the schema would read it. */
export function nameOf({ argument, given }: Subject, variables: Variables): string {
  const value = read(given, variables);
  // Anything else is refused later: it may be an object that cannot be a text.
  const name = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return argument === 'promptId' ? name.toLowerCase() : name;
}

function elements(given: unknown, otherwise: number, max: number): number {
  return typeof given === 'number' && given >= 1 ? Math.min(given, max) : otherwise;
}

/** The aligned window; `null` where the arguments make none, and are refused later. */
function windowOf(start: unknown, end: unknown): Window | null {
  const [from, to] = [start, end].map((text) => (typeof text === 'string' ? parseInstant(text, '') : null));
  return typeof from === 'number' && typeof to === 'number' ? { start: alignDown(from), end: alignDown(to) } : null;
}

function windowBefore(window: Window | null): Window | null {
  return window && { start: window.start - (window.end - window.start), end: window.start };
}

function zoneOf(given: unknown): string {
  if (typeof given !== 'string' || timeZoneFault(given)) return 'UTC';
  return given;
}

function isGiven(given: Given | undefined, variables: Variables): boolean {
  const value = read(given, variables);
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

function read(given: Given | undefined, variables: Variables): unknown {
  if (!given) return undefined;
  return 'value' in given ? given.value : variables[given.variable];
}
