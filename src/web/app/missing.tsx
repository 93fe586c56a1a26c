// Shown in place of a page: the address names a brand that the key cannot read, or a model that there is not, which every card would say; or the
// brand cannot have answers in the window.

import { daysUpTo } from '../data/period.js';
import { windowOf } from '../data/view.js';
import { day } from '../ui/format.js';
import { Notice } from '../ui/notice.js';
import { type Brand, useCatalog } from './catalog.js';
import { useAddress } from './navigation.js';
import { useBrandChange } from './shell.js';

const maxShown = 12;
const offeredDays = 30;

/** With the brands that can be opened instead. */
export function UnknownBrand({ id }: { readonly id: string }) {
  const { brands } = useCatalog();
  const change = useBrandChange();
  const actions = brands.slice(0, maxShown).map(({ id: other, name }) => (
    <button type="button" class="button" key={other} onClick={() => change(other)}>
      {name}
    </button>
  ));
  return (
    <Notice title="This key cannot read that brand" actions={actions}>
      There is no brand “{id}” that this key can read. {brands.length === 1 ? 'It can read this one:' : 'Open another:'}
    </Notice>
  );
}

/** Takes the filter away. */
export function UnknownModel({ id }: { readonly id: string }) {
  const { changeView } = useAddress();
  return (
    <Notice title="There is no such model" action={['Show all models', () => changeView({ model: '' })]}>
      No model has the id “{id}”.
    </Notice>
  );
}

/** None were recorded, or all are older or newer: offers the last days with answers. */
export function EmptyWindow({ brand: { name, firstRunAt, lastRunAt } }: { readonly brand: Brand }) {
  const { view, changeView } = useAddress();
  if (firstRunAt === null || lastRunAt === null)
    return (
      <Notice title="No answers recorded yet">
        To record answers for {name}, run <code>sightline record &lt;file&gt;</code>.
      </Notice>
    );
  const last = daysUpTo(lastRunAt, view.timeZone, offeredDays);
  const first = daysUpTo(firstRunAt, view.timeZone, 1);
  const isAfter = first.from > windowOf(view).to;
  return (
    <Notice
      title={`No answers for ${name} in this window`}
      action={[`Show the ${offeredDays} days up to the last one`, () => changeView({ period: last })]}
    >
      {isAfter
        ? `The first answer was recorded on ${day(first.to)}`
        : `The last answer was recorded on ${day(last.to)}`}
      .
    </Notice>
  );
}
