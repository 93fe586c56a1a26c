// The window that another one is compared with, where a client does not name it. `null`: it would begin before year 1.

import { Temporal } from 'temporal-polyfill';
import { firstInstant } from '../limits.js';
import { alignDown, type Window } from '../window.js';
import { remembered } from './remembered.js';

/** Which window that is: the one of equal length that ends where this one starts, or the same one a calendar year earlier. */
type Comparison = 'previous' | 'year';

/** The window that `window` is compared with by default; the time zone decides where a calendar year ago is. */
export function comparedWith(window: Window, comparison: Comparison, timeZone: string): Window | null {
  const compared = comparison === 'year' ? yearBefore(window, timeZone) : windowBefore(window);
  return compared.start < firstInstant ? null : compared;
}

/** The window of equal length that ends where this one starts. */
export function windowBefore({ start, end }: Window): Window {
  return { start: start - (end - start), end: start };
}

/** As long as the window where its ends would be one instant, or the wrong way round: 28 February, of which 29 February is another. */
function yearBefore({ start, end }: Window, timeZone: string): Window {
  const [from, to] = [earlierByYear(start, timeZone), earlierByYear(end, timeZone)];
  return { start: from, end: to > from ? to : from + (end - start) };
}

/** The same local time a year ago; of 29 February that of the 28th. */
const earlierByYear = remembered(1_000, (instant: number, timeZone: string) => {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return alignDown(local.subtract({ years: 1 }).epochMilliseconds);
});
