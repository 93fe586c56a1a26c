// Durations, and when a key expires: a date-time, or a duration from now.

import { dayMs, lastInstant } from '../domain/limits.js';
import { parseInstant } from '../domain/window.js';
import type { Fault } from '../errors.js';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs };

/** A duration such as `90d`, in milliseconds; `null` for anything else. */
export function parseDuration(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return count ? Number(count) * (unitMs[unit] ?? 0) : null;
}

/** The instant given by `text`, such as `90d` or `2027-01-01T00:00:00Z`, which must be after `now`; or why it is invalid. */
export function parseExpiry(text: string, now: Date): Date | Fault {
  const duration = parseDuration(text);
  const instant = duration === null ? parseInstant(text, 'expires') : now.getTime() + duration;
  if (typeof instant !== 'number') {
    return { field: 'expires', message: `${instant.message} A duration such as 90d, 12h or 2w is also accepted.` };
  }
  if (instant <= now.getTime()) return { field: 'expires', message: `expires (${text}) must be in the future.` };
  if (instant > lastInstant) return { field: 'expires', message: `expires (${text}) lies beyond the year 9999.` };
  return new Date(instant);
}
