// Selects the window: the last 7, 30, 90 or 365 days, or a custom range of days.

import { daysOf, presets } from '../data/period.js';
import type { Change, View } from '../data/view.js';
import { h } from '../ui/dom.js';

export function periodControl({ period, timeZone }: View, change: Change): HTMLElement {
  const preset = 'days' in period ? period.days : null;
  const { from, to } = daysOf(period, timeZone);
  const isPreset = presets.some((days) => days === preset);
  const custom = customControl({ from, to }, change);
  custom.hidden = isPreset;
  const radio = (id: string, text: string, isChosen: boolean, onChoose: () => void) => [
    h('input', { type: 'radio', name: 'period', id, checked: isChosen, on: { change: onChoose } }),
    h('label', { for: id }, text),
  ];
  return h(
    'fieldset',
    { class: 'filter filter-period' },
    h('legend', {}, 'Window'),
    h(
      'div',
      { class: 'segments' },
      ...presets.flatMap((days) =>
        radio(`period-${days}`, days === 365 ? '1 year' : `${days} days`, preset === days, () =>
          change({ period: { days } }),
        ),
      ),
      ...radio('period-custom', 'Custom', !isPreset, () => {
        custom.hidden = false;
        custom.querySelector('input')?.focus();
      }),
    ),
    custom,
  );
}

function customControl({ from, to }: { readonly from: string; readonly to: string }, change: Change): HTMLElement {
  const field = (id: string, value: string) => h('input', { type: 'date', id, value, required: true });
  const [first, last] = [field('period-from', from), field('period-to', to)];
  const apply = () => {
    last.setCustomValidity(
      first.value && last.value && first.value > last.value ? 'The last day must not be before the first.' : '',
    );
    if (!first.reportValidity() || !last.reportValidity()) return;
    change({ period: { from: first.value, to: last.value } });
  };
  return h(
    'div',
    { class: 'custom' },
    h('label', { for: 'period-from' }, 'From'),
    first,
    h('label', { for: 'period-to' }, 'to'),
    last,
    h('button', { type: 'button', class: 'tool', on: { click: apply } }, 'Show'),
  );
}
