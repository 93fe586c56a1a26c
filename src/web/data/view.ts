// The view: what the figures of every page are of. It is stored in the URL, so that a link reproduces it; the key is never part of it.

import type { FilterValuesQueryVariables, SignalsQueryVariables } from '../documents/generated/overview.js';
import { countDays, isDay } from './days.js';
import {
  type Bucket,
  bucketFor,
  type Comparison,
  calendarPeriods,
  comparedDays,
  type Days,
  daysOf,
  type Period,
  readComparison,
  spanOf,
  writeComparison,
} from './period.js';

/** Which answers count beside the window; an empty text selects nothing out. */
interface Selection {
  readonly model: string;
  readonly provider: string;
  readonly market: string;
  /** Answers of models that could search the web, or of those that could not. */
  readonly search: Answer;
  /** Answers to prompts that name the brand, or to the others. */
  readonly branded: Answer;
  /** Empty: all prompts. */
  readonly tags: readonly string[];
}

export interface View extends Selection {
  /** Empty until the brands are loaded. */
  readonly brand: string;
  readonly period: Period;
  readonly compare: Comparison;
  readonly timeZone: string;
  /** `null`: chosen by the length of the period. */
  readonly bucket: Bucket | null;
}

/** An answer to a question that may not be asked. */
type Answer = '' | 'yes' | 'no';

const defaultDays = 30;
/** A window may have any length; so many days before today are still in the years that the API accepts. */
const maxDays = 700_000;
const buckets: readonly Bucket[] = ['DAY', 'WEEK', 'MONTH'];

/** A view without filters. */
export const everything: Selection = { model: '', provider: '', market: '', search: '', branded: '', tags: [] };

/** The names that a view has in a query string: those that are its own, and others. */
const own = ['model', 'provider', 'market', 'branded'] as const;
const others = ['brand', 'days', 'from', 'to', 'period', 'compare', 'websearch', 'tag', 'tz', 'by'];
export const viewNames: readonly string[] = [...own, ...others];

/** The view given by the query string of a URL; missing or invalid values get their defaults. */
export function readView(search: string): View {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? '';
  const answer = (name: string) => (['yes', 'no'] as const).find((each) => each === query.get(name)) ?? '';
  return {
    brand: text('brand'),
    period: readPeriod(query),
    compare: readComparison(text('compare')),
    model: text('model'),
    provider: text('provider'),
    market: text('market'),
    search: answer('websearch'),
    branded: answer('branded'),
    tags: query.getAll('tag').filter((tag) => tag !== ''),
    timeZone: isTimeZone(query.get('tz')) ? (query.get('tz') ?? 'UTC') : 'UTC',
    bucket: buckets.find((bucket) => bucket === query.get('by')?.toUpperCase()) ?? null,
  };
}

/** The query string of a view. */
export function writeView(view: View): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string) => value && query.set(name, value);
  set('brand', view.brand);
  for (const [name, value] of Object.entries(view.period)) query.set(name, String(value));
  set('compare', writeComparison(view.compare));
  for (const name of own) set(name, view[name]);
  set('websearch', view.search);
  for (const tag of view.tags) query.append('tag', tag);
  set('tz', view.timeZone === 'UTC' ? '' : view.timeZone);
  set('by', (view.bucket ?? '').toLowerCase());
  return `?${query}`;
}

/** What the elements of a series are about where nothing is selected; `answers`: how many the window has, `null` while that is not known. */
export function usualBucket(view: View, answers: number | null): Bucket {
  const { from, to } = windowOf(view);
  return bucketFor(countDays(from, to), answers ?? Number.POSITIVE_INFINITY);
}

/** First and last day of the window. */
export const windowOf = ({ period, timeZone }: View): Days => daysOf(period, timeZone);

/** The days that the window is compared with; `null` for none. */
export const comparedOf = (view: View): Days | null => comparedDays(view.compare, windowOf(view));

/** The arguments of a view that every field about runs takes; unset filters are omitted. */
export type RunArguments = FilterValuesQueryVariables;

/** The same with the window that is compared with. */
type Filter = SignalsQueryVariables;

/** What selects the runs of a view; those of one prompt count whatever its tags are and whether it is branded. */
export function runsOf(view: View, promptId = ''): RunArguments {
  const { brand, period, model, provider, market, search, branded, tags, timeZone } = view;
  const filter = {
    ...(provider ? { providers: [provider] } : {}),
    ...(market ? { markets: [market] } : {}),
    ...(search ? { webSearch: search === 'yes' } : {}),
    ...(branded && !promptId ? { branded: branded === 'yes' } : {}),
    ...(promptId ? { promptIds: [promptId] } : {}),
  };
  return {
    brandId: brand,
    ...spanOf(period, timeZone),
    ...(model ? { model } : {}),
    ...(tags.length > 0 && !promptId ? { tags } : {}),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
  };
}

export function filterOf(view: View, promptId = ''): Filter {
  const compared = comparedOf(view);
  const span = compared && spanOf(compared, view.timeZone);
  return { ...runsOf(view, promptId), ...(span ? { compareStart: span.start, compareEnd: span.end } : {}) };
}

/** The same with the time zone, for documents that ask for a series. */
export function variablesOf(view: View, promptId = ''): Filter & { readonly timeZone: string } {
  return { ...filterOf(view, promptId), timeZone: view.timeZone };
}

function readPeriod(query: URLSearchParams): Period {
  const [from, to] = [query.get('from'), query.get('to')];
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  const named = calendarPeriods.find((each) => each === query.get('period'));
  if (named) return { period: named };
  const days = Number(query.get('days'));
  return { days: Number.isInteger(days) && days >= 1 && days <= maxDays ? days : defaultDays };
}

function isTimeZone(name: string | null): boolean {
  try {
    return name !== null && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
