// A brand's first and last run in a window: what a long window is cut to, so that ten thousand years cost what the brand's runs do.

import type pg from 'pg';
import type { Day } from '../../domain/day.js';
import { longWindowMs } from '../../domain/limits.js';
import { listedDays, needsRunSpan, type RunSpan } from '../../domain/series.js';
import type { Ask, Part, RunSet } from '../../domain/summary.js';
import type { Fault } from '../../errors.js';
import { timestamp } from './raw-sql.js';

/** An ask and the days that its series lists. */
export interface DatedAsk {
  readonly ask: Ask;
  readonly days: readonly Day[];
}

/** What `read` finds for the asks that select a part by day; no statement where none lists a day. */
export async function readListed<Found>(
  dated: readonly DatedAsk[],
  part: Part,
  read: (listing: readonly DatedAsk[]) => Promise<readonly (readonly Found[])[]>,
): Promise<ReadonlyMap<Ask, readonly Found[]>> {
  const selecting = dated.filter(({ ask }) => ask.parts.has(part));
  const listing = selecting.filter(({ days }) => days.length > 0);
  const answers = listing.length === 0 ? [] : await read(listing);
  const found = new Map<Ask, readonly Found[]>(selecting.map(({ ask }) => [ask, []]));
  for (const [index, { ask }] of listing.entries()) found.set(ask, answers[index] ?? []);
  return found;
}

/** Whether a part is by day. */
function listsDays(parts: Ask['parts']): boolean {
  return parts.has('days') || parts.has('companySeries');
}

/** Whether the brand's runs in the window have to be known before the ask is answered. */
export function needsSpan({ question: { window, series }, parts }: Ask): boolean {
  if (window.end - window.start > longWindowMs) return true;
  return series !== null && listsDays(parts) && needsRunSpan(window, series);
}

/** An SQL expression: the brand's runs in the window as JSON, filters not considered; null where there is none. Two look-ups in an index. */
export function spanOf({ brandId, window }: RunSet, bind: (value: unknown) => string): string {
  const [brand, start, end] = [bind(brandId), bind(timestamp(window.start)), bind(timestamp(window.end))];
  const created = (order: string) =>
    `(select (extract(epoch from created_at) * 1000)::float8 from run where brand_id = ${brand}
      and created_at >= ${start}::timestamptz and created_at < ${end}::timestamptz order by created_at ${order} limit 1)`;
  return `(select json_build_object('first', first, 'last', last)
    from (select ${created('asc')} as first, ${created('desc')} as last) as span where first is not null)`;
}

/** The spans of the asks that need one, in one statement; none where no ask does. */
export async function readRunSpans(client: pg.ClientBase, asks: readonly Ask[]): Promise<ReadonlyMap<Ask, RunSpan>> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const selects = asks.flatMap((ask, place) =>
    needsSpan(ask) ? `select ${place} as place, ${spanOf(ask.question, bind)} as span` : [],
  );
  if (selects.length === 0) return new Map();
  const { rows } = await client.query<{ place: number; span: RunSpan | null }>(selects.join('\nunion all\n'), values);
  const spans = new Map<Ask, RunSpan>();
  for (const { place, span } of rows) {
    const ask = asks[place];
    if (ask && span) spans.set(ask, span);
  }
  return spans;
}

/** The days that an ask's series lists, or why there is none; no day where no series is asked for. */
export function daysOfAsk({ question: { window, series }, parts }: Ask, span: RunSpan | null): readonly Day[] | Fault {
  return series && listsDays(parts) ? listedDays(window, series, span) : [];
}
