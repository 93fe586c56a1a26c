// A brand's first and last run in a window: what a long window is cut to, so that ten thousand years cost what the brand's runs do.

import type pg from 'pg';
import type { Day } from '../../domain/day.js';
import { longWindowMs } from '../../domain/limits.js';
import { listedDays, needsRunSpan, type RunSpan } from '../../domain/series.js';
import { type Ask, nothing, type RunSet, type Summary } from '../../domain/summary.js';
import type { Fault } from '../../errors.js';
import { timestamp } from './raw-sql.js';
import { type Bind, rowsOfEach } from './rows.js';

/** An ask and the days that its series lists. */
export interface DatedAsk extends Ask {
  readonly days: readonly Day[];
}

/** Whether its series lists a day. */
export function hasDays({ days }: DatedAsk): boolean {
  return days.length > 0;
}

/** An SQL expression: when each of its days starts. */
export function startsOf({ days }: DatedAsk, bind: Bind): string {
  return `${bind(days.map((day) => timestamp(day.start)))}::timestamptz[]`;
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
export function spanOf({ brandId, window }: RunSet, bind: Bind): string {
  const [brand, start, end] = [bind(brandId), bind(timestamp(window.start)), bind(timestamp(window.end))];
  const created = (order: string) =>
    `(select (extract(epoch from created_at) * 1000)::float8 from run where brand_id = ${brand}
      and created_at >= ${start}::timestamptz and created_at < ${end}::timestamptz order by created_at ${order} limit 1)`;
  return `(select json_build_object('first', first, 'last', last)
    from (select ${created('asc')} as first, ${created('desc')} as last) as span where first is not null)`;
}

/** The spans of the asks that need one, in the order of all asks, in one statement; none where no ask does. */
export async function readRunSpans(client: pg.ClientBase, asks: readonly Ask[]): Promise<readonly (RunSpan | null)[]> {
  const found = await rowsOfEach<{ span: RunSpan | null }, Ask>(client, asks, (ask, place, bind) =>
    needsSpan(ask) ? `select ${place} as ask, ${spanOf(ask.question, bind)} as span` : [],
  );
  return found.map(([row]) => row?.span ?? null);
}

/** The asks with the days of their series, and the answers of those whose days are refused, of which nothing is read. */
export function datedAsks(asks: readonly Ask[], spanOf: (ask: Ask, place: number) => RunSpan | null) {
  const dated = new Map<Ask, DatedAsk>();
  const refused = new Map<Ask, Summary>();
  for (const [place, ask] of asks.entries()) {
    const days = daysOfAsk(ask, spanOf(ask, place));
    if ('message' in days) refused.set(ask, { ...nothing, days });
    else dated.set(ask, { ...ask, days });
  }
  return { dated, refused };
}

/** The days that an ask's series lists, or why there is none; no day where no series is asked for. */
function daysOfAsk({ question: { window, series }, parts }: Ask, span: RunSpan | null): readonly Day[] | Fault {
  return series && listsDays(parts) ? listedDays(window, series, span) : [];
}
