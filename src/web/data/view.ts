// The view: everything the user has selected. It is stored in the URL, so that a link reproduces it; the key is never part of it.

import { isDay, type Period } from './period.js';

export interface View {
  /** Empty until the brands are loaded. */
  readonly brand: string;
  readonly period: Period;
  /** Empty: all models. */
  readonly model: string;
  /** Empty: all prompts. */
  readonly tags: readonly string[];
  readonly timeZone: string;
  /** The day whose answers are listed. */
  readonly day: string | null;
}

/** Changes a part of the view. */
export type Change = (change: Partial<View>) => void;

const defaultDays = 30;
/** A window may have any length; so many days before today are still in the years that the API accepts. */
const maxDays = 700_000;

/** The view given by the query string of a URL; missing or invalid values get their defaults. */
export function readView(search: string): View {
  const query = new URLSearchParams(search);
  const day = query.get('day');
  return {
    brand: query.get('brand') ?? '',
    period: readPeriod(query),
    model: query.get('model') ?? '',
    tags: query.getAll('tag').filter((tag) => tag !== ''),
    timeZone: isTimeZone(query.get('tz')) ? (query.get('tz') ?? 'UTC') : 'UTC',
    day: isDay(day) ? day : null,
  };
}

/** The query string of a view. */
export function writeView({ brand, period, model, tags, timeZone, day }: View): string {
  const query = new URLSearchParams();
  if (brand) query.set('brand', brand);
  for (const [name, value] of Object.entries(period)) query.set(name, String(value));
  if (model) query.set('model', model);
  for (const tag of tags) query.append('tag', tag);
  if (timeZone !== 'UTC') query.set('tz', timeZone);
  if (day) query.set('day', day);
  return `?${query}`;
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
