// What there is to tell of a brand: the signals of a window, or that it has no answers in it.

import type pg from 'pg';
import type { Database } from '../database/postgres.js';
import { unlimited } from '../domain/budget.js';
import { dateAt, parseDay } from '../domain/day.js';
import { type Signal, type SignalAsk, signalKinds } from '../domain/signals/signals.js';
import { allRuns } from '../domain/summary.js';
import type { Window } from '../domain/window.js';
import type { parseLast } from '../domain/windows/calendar.js';
import { comparedWith } from '../domain/windows/compared.js';
import { invalid } from '../errors.js';
import { readSignals } from '../tiles/signals/read-signals.js';

interface Brand {
  readonly id: string;
  readonly name: string;
}

/** A window that has ended, the one that it is compared with (`null`: there is none), and the zone of its days. */
export interface Period {
  readonly window: Window;
  readonly compared: Window | null;
  readonly timeZone: string;
}

/** `signals` is `null` where the brand has no answers in the window; its last one before it, if there ever was one, was at `lastAnswerAt`. */
export interface News {
  readonly brand: Brand;
  /** Those that the brand had: one that is added later may be of another brand with its id. */
  readonly webhookIds: readonly string[];
  readonly period: Period;
  readonly tested: number;
  readonly signals: readonly Signal[] | null;
  readonly lastAnswerAt: Date | null;
}

type LastDays = Extract<ReturnType<typeof parseLast>, (...args: never) => unknown>;

/** The last window that ended before the day of `now` began. */
export function lastWhole(last: LastDays, timeZone: string, now: Date): Period {
  const today = parseDay(dateAt(now.getTime(), timeZone), timeZone);
  if ('message' in today) throw new Error(today.message);
  const window = last(today.start - 1, timeZone);
  return { window, compared: comparedWith(window, 'previous', timeZone), timeZone };
}

/** How sure signals are: as answers have them where nothing else is asked for. */
const level = 0.95;

/** All of one instant; `null` where there is no such brand any more. Rejects where its node cannot be reached. */
export function readNews(db: Database, brandId: string, period: Period): Promise<News | null> {
  return db.nodes.guard([brandId], (signal) =>
    db.snapshot(async (client) => {
      const { rows } = await client.query<Brand & Pick<News, 'webhookIds'>>(
        `select id, name, array(select id from webhook where brand_id = $1 order by id) as "webhookIds" from brand where id = $1`,
        [brandId],
      );
      const [own] = rows;
      if (!own) return null;
      const { webhookIds, ...brand } = own;
      const lastAnswerAt = await lastAnswer(client, brand.id, period.window);
      if (lastAnswerAt === null || lastAnswerAt.getTime() < period.window.start)
        return { brand, webhookIds, period, tested: 0, signals: null, lastAnswerAt };
      const [found] = await readSignals(client, [askOf(brand, period)], { budget: unlimited, isUnbounded: true });
      if (found && 'message' in found) throw invalid([found]);
      return { brand, webhookIds, period, tested: found?.tested ?? 0, signals: found?.rows ?? [], lastAnswerAt };
    }, signal),
  );
}

async function lastAnswer(client: pg.ClientBase, brandId: string, { end }: Window): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    'select max(created_at) as at from run where brand_id = $1 and created_at < $2',
    [brandId, new Date(end)],
  );
  return rows[0]?.at ?? null;
}

function askOf(brand: Brand, { window, compared }: Period): SignalAsk {
  const question = { ...allRuns, brandId: brand.id, window, series: null };
  const limit = Number.POSITIVE_INFINITY;
  return { kind: 'signals', brandName: brand.name, question, compared, kinds: signalKinds, level, limit };
}
