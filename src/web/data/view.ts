// The view: what the figures of every page are of. It is stored in the URL, so that a link reproduces it; the key is never part of it.

import { isDay } from './days.js';
import { type Bucket, bucketFor, lengthOf, type Period, type Span, spanOf } from './period.js';

export interface View {
  /** Empty until the brands are loaded. */
  readonly brand: string;
  readonly period: Period;
  /** Empty: all models. */
  readonly model: string;
  /** Empty: all prompts. */
  readonly tags: readonly string[];
  readonly timeZone: string;
  /** `null`: chosen by the length of the period. */
  readonly bucket: Bucket | null;
}

const defaultDays = 30;
/** A window may have any length; so many days before today are still in the years that the API accepts. */
const maxDays = 700_000;
const buckets: readonly Bucket[] = ['DAY', 'WEEK', 'MONTH'];

/** The names that a view has in a query string. */
export const viewNames: readonly string[] = ['brand', 'days', 'from', 'to', 'model', 'tag', 'tz', 'by'];

/** The view given by the query string of a URL; missing or invalid values get their defaults. */
export function readView(search: string): View {
  const query = new URLSearchParams(search);
  return {
    brand: query.get('brand') ?? '',
    period: readPeriod(query),
    model: query.get('model') ?? '',
    tags: query.getAll('tag').filter((tag) => tag !== ''),
    timeZone: isTimeZone(query.get('tz')) ? (query.get('tz') ?? 'UTC') : 'UTC',
    bucket: buckets.find((bucket) => bucket === query.get('by')?.toUpperCase()) ?? null,
  };
}

/** The query string of a view. */
export function writeView({ brand, period, model, tags, timeZone, bucket }: View): string {
  const query = new URLSearchParams();
  if (brand) query.set('brand', brand);
  for (const [name, value] of Object.entries(period)) query.set(name, String(value));
  if (model) query.set('model', model);
  for (const tag of tags) query.append('tag', tag);
  if (timeZone !== 'UTC') query.set('tz', timeZone);
  if (bucket) query.set('by', bucket.toLowerCase());
  return `?${query}`;
}

/** What the elements of a series are about: as selected, or by the length of the period. */
export function bucketOf({ bucket, period }: View): Bucket {
  return bucket ?? bucketFor(lengthOf(period));
}

/** The arguments of a view that every list and summary takes; unset filters are omitted. */
export interface Filter extends Span {
  readonly brandId: string;
  readonly model?: string;
  readonly tags?: readonly string[];
}

export function filterOf({ brand, period, model, tags, timeZone }: View): Filter {
  return {
    brandId: brand,
    ...spanOf(period, timeZone),
    ...(model ? { model } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
}

/** The same with the time zone, for documents that ask for a series. */
export function variablesOf(view: View): Filter & { readonly timeZone: string } {
  return { ...filterOf(view), timeZone: view.timeZone };
}

function readPeriod(query: URLSearchParams): Period {
  const [from, to] = [query.get('from'), query.get('to')];
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
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
