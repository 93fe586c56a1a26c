// Shown in place of a page if the brand cannot have answers in the window: none were recorded, or all are older.

import { daysUpTo, spanOf } from '../data/period.js';
import { day } from '../ui/format.js';
import { Notice } from '../ui/notice.js';
import type { Brand } from './catalog.js';
import { useAddress } from './navigation.js';

const offeredDays = 30;

/** Whether the last answer of the brand is older than the window. */
export function endsBefore({ lastRunAt }: Brand, start: string): boolean {
  return lastRunAt === null || Date.parse(lastRunAt) < Date.parse(start);
}

/** Says so, and offers the last days with answers. */
export function EmptyWindow({ brand: { name, lastRunAt } }: { readonly brand: Brand }) {
  const { view, changeView } = useAddress();
  if (lastRunAt === null)
    return (
      <Notice title="No answers recorded yet">
        To record answers for {name}, run <code>sightline record &lt;file&gt;</code>.
      </Notice>
    );
  const last = daysUpTo(lastRunAt, view.timeZone, offeredDays);
  const show = (
    <button type="button" class="button primary" onClick={() => changeView({ period: last })}>
      Show the {offeredDays} days up to then
    </button>
  );
  return (
    <Notice title={`No answers for ${name} in this window`} actions={show}>
      The last answer was recorded on {day(last.to)}.
    </Notice>
  );
}

/** The first instant of the window of the view. */
export function useStart(): string {
  const { view } = useAddress();
  return spanOf(view.period, view.timeZone).start;
}
