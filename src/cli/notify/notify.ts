// `sightline notify`: posts what is new, and says what could not be posted.

import type { Database } from '../../database/postgres.js';
import { isUnavailable } from '../../database/unavailable.js';
import { timeZoneFault } from '../../domain/day.js';
import { parseLast } from '../../domain/windows/calendar.js';
import { type Fault, invalid, messageOf } from '../../errors.js';
import { lastWhole } from '../../notify/news.js';
import { type Attempt, notify, readNow } from '../../notify/notices.js';
import type { PostOptions } from '../../notify/post.js';
import { hasBrand } from '../../notify/webhooks.js';
import type { Terminal } from '../terminal.js';

interface NotifyOptions {
  readonly window: string;
  readonly timeZone: string;
  readonly brand?: string;
}

/** Resolves to the exit status: 1 where something was not sent. Throws `validation_error` with every invalid option. */
export async function notifyAll(
  db: Database,
  options: NotifyOptions,
  terminal: Terminal,
  { now: given, ...posting }: PostOptions & { readonly now?: Date } = {},
): Promise<0 | 1> {
  const now = given ?? (await readNow(db));
  const period = periodOf(options, now);
  let [sent, isWhole] = [0, true];
  const onFailure = (brandId: string, error: unknown) => {
    isWhole = false;
    const why = isUnavailable(error) ? 'its node cannot be reached' : `its signals cannot be read: ${messageOf(error)}`;
    terminal.writeErr(`${brandId}: ${why}; the next run asks again.\n`);
  };
  const onAttempt = (attempt: Attempt) => {
    if (attempt.isAccepted) sent += 1;
    else {
      isWhole = false;
      terminal.writeErr(failure(attempt));
    }
  };
  const brandId = options.brand ?? null;
  if (brandId !== null && !(await hasBrand(db, brandId)))
    throw invalid([{ field: 'brand', message: `There is no brand ${JSON.stringify(brandId)}.` }]);
  const { brands, waiting } = await notify(db, { period, now, brandId, onAttempt, onFailure, ...posting });
  if (brands === 0)
    terminal.writeErr(`${brandId ?? 'No brand'} has ${brandId ? 'no' : 'a'} webhook: see sightline webhooks add.\n`);
  terminal.writeOut(`Sent ${sent} ${sent === 1 ? 'notice' : 'notices'}; ${waiting} left to be sent.\n`);
  return isWhole && waiting === 0 ? 0 : 1;
}

function periodOf({ window, timeZone }: NotifyOptions, now: Date) {
  const [last, zoneFault] = [parseLast(window), timeZoneFault(timeZone)];
  const faults: Fault[] = [];
  if (typeof last !== 'function') faults.push({ field: 'window', message: last.message.replace('last', '--window') });
  if (zoneFault) faults.push({ ...zoneFault, message: zoneFault.message.replace('timeZone', '--time-zone') });
  if (faults.length > 0 || typeof last !== 'function') throw invalid(faults);
  return lastWhole(last, timeZone, now);
}

function failure({ brandId, webhookId, said, nextAt }: Attempt): string {
  const next = nextAt
    ? `It is sent again from ${nextAt.toISOString()} on.`
    : 'It was tried for a day, and is given up.';
  return `${brandId}: not accepted by webhook ${webhookId}: ${said}. ${next}\n`;
}
