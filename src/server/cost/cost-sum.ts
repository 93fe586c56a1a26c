// A cost that depends on variables and stored sizes: known terms are summed, the others are evaluated later.

import { countDays, timeZoneFault } from '../../domain/day.js';
import { dayMs, defaultLimit, maxPageRows } from '../../domain/limits.js';
import { countListedDays } from '../../domain/series.js';
import type { Window } from '../../domain/window.js';
import { windowBefore } from '../../domain/windows/compared.js';
import { type BrandSizes, noSizes } from '../../loaders/sizes.js';
import { namedComparison, window as parseWindow } from '../../schema/arguments/windows.js';
import type { Price, Size, SubjectArgument } from '../../schema/builder/cost.js';
import { chosenBy, createUnitsOf } from './argument-size.js';

/** A literal value, the variable that provides it, or the fields of an object of which variables provide some. */
export type Given =
  | { readonly value: unknown }
  | { readonly variable: string }
  | { readonly fields: Readonly<Record<string, Given>> };

export interface Sum {
  readonly fixed: number;
  readonly terms: readonly Term[];
}

/** A sum multiplied by the length of a list, a price, and the arguments of the field that both depend on, for everything below it. */
export interface Term {
  readonly sum: Sum;
  readonly size?: Size | undefined;
  readonly price?: Price | undefined;
  /** The variables that its arguments are given, as often as they are. */
  readonly variables: readonly string[];
  readonly subject?: Subject | undefined;
  readonly isBefore?: boolean | undefined;
  readonly isAllTime?: boolean | undefined;
  readonly maxLimit?: number | undefined;
  readonly arguments: Readonly<Record<string, Given>>;
}

/** A subject that a document names: a brand or a prompt. */
export interface Subject {
  readonly argument: SubjectArgument;
  readonly given: Given;
}

export const costOfNothing: Sum = { fixed: 0, terms: [] };

export type Variables = Readonly<Record<string, unknown>>;

/** Stored sizes. Subjects that do not exist, or that the viewer cannot read, have none. */
export interface StoredSizes {
  readonly models: number;
  readonly brandOf: (argument: SubjectArgument, name: string) => BrandSizes | null;
  /** The number of brands that the viewer can read. */
  readonly brands: number;
  /** The mean of the `count` largest values of each size, that no so many brands exceed: a page may list those that have most. */
  readonly largest: (count: number) => BrandSizes;
}

/** What a cost depends on, apart from its document. */
interface CostInputs {
  readonly variables: Variables;
  readonly sizes: StoredSizes;
  /** Maximum number of days of a series. */
  readonly maxSeriesDays: number;
  /** When the request was received, epoch milliseconds. */
  readonly now: number;
}

/** Values determined by the fields above. */
interface Frame {
  readonly limit: number;
  readonly window: Window | null;
  /** The window that is compared with, where it is named; `null`: one that is about as long. */
  readonly compared: Window | null;
  readonly timeZone: string;
  readonly brand: BrandSizes;
  readonly isFiltered: boolean;
  /** How many prompts `filter` selects at most; `null`: it does not select prompts. */
  readonly chosen: number | null;
}

/** For missing values, and for values that are refused later. */
const defaults = { limit: defaultLimit };

const noWindow: Window = { start: 0, end: 0 };
const oneDay: Window = { start: 0, end: dayMs };

/** Sizes of an empty database: the minimum cost of the document. */
export const nothingStored: StoredSizes = { models: 0, brands: 0, largest: () => noSizes, brandOf: () => null };

/** The cost for these values: a safe integer. */
export function evaluate(sum: Sum, inputs: CostInputs): number {
  const { sizes } = inputs;
  const known = new Map<Sum, Map<string, number>>();
  const unitsOf = createUnitsOf(inputs.variables);
  const valueIn = (frame: Frame, inner: Sum): number => {
    if (inner.terms.length === 0) return inner.fixed;
    // Equal sums in equal frames are evaluated only once, regardless of how often a fragment is spread.
    const values = known.get(inner) ?? new Map<string, number>();
    known.set(inner, values);
    const key = JSON.stringify(frame);
    const found = values.get(key);
    if (found !== undefined) return found;
    const value = inner.terms.reduce((total, term) => {
      const beneath = frameBeneath(term, frame, inputs);
      const price = (term.price ? priceIn(term.price, beneath, inputs) : 0) + unitsOf(term.variables);
      const length = term.size ? sizeIn(term.size, beneath, inputs) : 1;
      return total + price + (length === 0 ? 0 : length * valueIn(beneath, term.sum));
    }, inner.fixed);
    values.set(key, value);
    return value;
  };
  const frame = {
    ...defaults,
    window: null,
    compared: null,
    timeZone: 'UTC',
    brand: noSizes,
    isFiltered: false,
    chosen: null,
  };
  // The sizes of several brands are their number times a mean, which need not be an integer.
  return Math.min(Math.ceil(valueIn(frame, sum) - 1e-6), Number.MAX_SAFE_INTEGER);

  function sizeIn(size: Size, beneath: Frame, { maxSeriesDays }: CostInputs): number {
    if (size === 'models') return sizes.models;
    if (size === 'brands' || size === 'brandPage') return brandsOf(size, beneath, sizes);
    if (size === 'days') return daysIn(beneath, maxSeriesDays);
    if (size === 'limit') return beneath.limit;
    return beneath.brand[size];
  }

  function priceIn(price: Price, beneath: Frame, { maxSeriesDays }: CostInputs): number {
    const { base, perDay = 0, perComparedDay = 0, perPrompt = 0, perPromptFiltered = perPrompt } = price;
    const { perChosenDay = 0, perChosenComparedDay = 0 } = price;
    const { companies, prompts, domains, urls, queries } = beneath.brand;
    const chosen = Math.min(beneath.chosen ?? 0, prompts);
    const eachDay = perDay + perChosenDay * chosen;
    const eachComparedDay = perComparedDay + perChosenComparedDay * chosen;
    const varying =
      (eachDay === 0 ? 0 : eachDay * daysIn(beneath, maxSeriesDays)) +
      (eachComparedDay === 0 ? 0 : eachComparedDay * daysIn(comparedFrame(beneath), maxSeriesDays)) +
      (price.perChosen ?? 0) * chosen +
      (price.perCompany ?? 0) * companies +
      (price.perModel ?? 0) * sizes.models +
      (beneath.isFiltered ? perPromptFiltered : perPrompt) * prompts +
      (price.perDomain ?? 0) * domains +
      (price.perUrl ?? 0) * urls +
      (price.perQuery ?? 0) * queries;
    return base + Math.floor(varying);
  }
}

/** The number of days of a series of the window; without a window, of those from the first to the last run of the brand. */
function daysIn({ window, timeZone, brand: { first, last } }: Frame, maxDays: number): number {
  const runs = first === null || last === null ? null : { first, last };
  // Months without runs are not read, so a run at an odd date costs no more than the longest series.
  if (!window) return runs ? Math.min(countDays({ start: runs.first, end: runs.last + 1 }), maxDays) : 0;
  if (window.start >= window.end) return 0;
  const within = runs && { first: Math.max(runs.first, window.start), last: Math.min(runs.last, window.end - 1) };
  const span = within && within.first <= within.last ? within : null;
  // If there are more, the request is refused.
  return Math.min(countListedDays(window, { timeZone, maxDays }, span), maxDays);
}

function frameBeneath(term: Term, frame: Frame, { variables, sizes, now }: CostInputs): Frame {
  const { limit, last, compareStart, date, timeZone, search, tags, filter } = term.arguments;
  const { subject, isBefore, isAllTime, size, maxLimit = maxPageRows } = term;
  const beneath = {
    ...frame,
    ...(limit ? { limit: elements(read(limit, variables), defaults.limit, maxLimit) } : {}),
    ...(last ? { window: windowOf(readAll(term, variables), now) } : {}),
    ...(compareStart ? { compared: comparedOf(readAll(term, variables)) } : {}),
    ...(date ? { window: oneDay } : {}),
    ...(isAllTime ? { window: null } : {}),
    ...(timeZone ? { timeZone: zoneOf(read(timeZone, variables)) } : {}),
    ...(search || tags ? { isFiltered: [search, tags].some((given) => isGiven(given, variables)) } : {}),
    ...(filter ? { chosen: chosenBy(read(filter, variables)) } : {}),
    ...(subject ? { brand: sizes.brandOf(subject.argument, nameOf(subject, variables)) ?? noSizes } : {}),
  };
  if (size === 'brands' || size === 'brandPage') beneath.brand = sizes.largest(brandsOf(size, beneath, sizes));
  return isBefore
    ? { ...beneath, window: beneath.compared ?? (beneath.window && windowBefore(beneath.window)), compared: null }
    : beneath;
}

/** How many brands are listed at most. */
function brandsOf(size: 'brands' | 'brandPage', { limit }: Frame, { brands }: StoredSizes): number {
  return size === 'brands' ? brands : Math.min(limit, brands);
}

/** The id of a subject, as the schema would parse it. */
export function nameOf({ argument, given }: Subject, variables: Variables): string {
  const value = read(given, variables);
  // Other values are refused later; they may be objects that cannot be converted to a string.
  const name = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return argument === 'promptId' ? name.toLowerCase() : name;
}

function elements(given: unknown, otherwise: number, max: number): number {
  return typeof given === 'number' && given >= 1 ? Math.min(given, max) : otherwise;
}

/** The window of a field that takes one, as the schema reads it; an empty one if the arguments are invalid, and are refused later. */
function windowOf(args: Variables, now: number): Window {
  const parsed = parseWindow(args);
  return 'value' in parsed ? parsed.value(now) : noWindow;
}

/** The window that is compared with, if it is named, in the same way. */
function comparedOf(args: Variables): Window | null {
  const parsed = namedComparison(args);
  return 'value' in parsed ? parsed.value : noWindow;
}

/** The frame of what is read of the window that is compared with. */
function comparedFrame(frame: Frame): Frame {
  return frame.compared ? { ...frame, window: frame.compared } : frame;
}

function zoneOf(given: unknown): string {
  if (typeof given !== 'string' || timeZoneFault(given)) return 'UTC';
  return given;
}

function isGiven(given: Given | undefined, variables: Variables): boolean {
  const value = read(given, variables);
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

/** The values of all arguments of a field. */
function readAll(term: Term, variables: Variables): Variables {
  return Object.fromEntries(Object.entries(term.arguments).map(([name, given]) => [name, read(given, variables)]));
}

function read(given: Given | undefined, variables: Variables): unknown {
  if (!given) return undefined;
  if ('fields' in given)
    return Object.fromEntries(Object.entries(given.fields).map(([name, field]) => [name, read(field, variables)]));
  return 'value' in given ? given.value : variables[given.variable];
}
