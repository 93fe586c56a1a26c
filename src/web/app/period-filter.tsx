// Selects the window and what it is compared with: days up to yesterday, months and quarters of the calendar, or any days.

import { useLayoutEffect, useState } from 'preact/hooks';
import { isDay } from '../data/days.js';
import { type Comparison, calendarPeriods, type Days, presets } from '../data/period.js';
import { comparedOf, windowOf } from '../data/view.js';
import { capital } from '../ui/format.js';
import { useAddress } from './navigation.js';
import { Select, type SelectProps } from './select.js';

const own = 'own';

const comparisons = [
  ['previous', 'vs period before'],
  ['month', 'vs a month earlier'],
  ['year', 'vs a year earlier'],
  ['none', 'no comparison'],
  [own, 'vs other dates …'],
] as const;

export function PeriodFilter() {
  const { view, changeView } = useAddress();
  const { period } = view;
  const days = [...new Set<number>([...presets, ...('days' in period ? [period.days] : [])])];
  const options = [
    ...days.map((each) => [String(each), `Last ${each} days`] as const),
    ...calendarPeriods.map((each) => [each, capital(each.replace('-', ' '))] as const),
    [own, 'Other dates'] as const,
  ];
  const choose = (chosen: string | Days) => {
    const named = calendarPeriods.find((each) => each === chosen);
    changeView({ period: typeof chosen === 'object' ? chosen : named ? { period: named } : { days: Number(chosen) } });
  };
  const value = 'from' in period ? own : 'days' in period ? String(period.days) : period.period;
  const field = { id: 'period', label: 'Window', options, value, usual: '30', days: windowOf(view) };
  return <DaysFilter {...field} onChoose={choose} />;
}

export function CompareFilter() {
  const { view, changeView } = useAddress();
  const value = typeof view.compare === 'object' ? own : view.compare;
  // Safe because the options are comparisons.
  const choose = (chosen: string | Days) => changeView({ compare: chosen as Comparison });
  const days = comparedOf(view) ?? windowOf(view);
  const field = { id: 'compare', label: 'Compare with', options: comparisons, value, usual: 'previous', days };
  return <DaysFilter {...field} onChoose={choose} />;
}

interface DaysFilterProps extends Required<Pick<SelectProps, 'id' | 'label' | 'options' | 'value' | 'usual'>> {
  readonly days: Days;
  /** Called with days, or any option but that of own days. */
  readonly onChoose: (chosen: string | Days) => void;
}

/** Days by a name, or any. */
function DaysFilter({ id, value: chosen, days, onChoose, ...select }: DaysFilterProps) {
  const [wantsOwn, setWantsOwn] = useState(false);
  // Also by a link, or on the way back; before the next choice, which an effect may come after.
  useLayoutEffect(() => setWantsOwn(false), [chosen]);
  const value = wantsOwn ? own : chosen;
  // Until then they follow the window, but for days that were entered.
  const isApplied = chosen === own;
  const choose = (to: string) => {
    setWantsOwn(to === own);
    if (to !== own) onChoose(to);
  };
  return (
    <>
      <Select {...select} id={`filter-${id}`} value={value} onChange={choose} />
      {value === own && (
        <OwnDays key={isApplied ? `${days.from} ${days.to}` : own} id={id} days={days} onChoose={onChoose} />
      )}
    </>
  );
}

function OwnDays({ id, days, onChoose }: Pick<DaysFilterProps, 'id' | 'days' | 'onChoose'>) {
  const [problem, setProblem] = useState('');
  const apply = (event: Event) => {
    const fields = (event.currentTarget as HTMLElement).closest('.custom'); // safe because it is the button or a field
    const [from, to] = [...(fields?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    if (!isDay(from) || !isDay(to)) return setProblem('Enter both days.');
    if (from > to) return setProblem('The last day must not be before the first.');
    setProblem('');
    onChoose({ from, to });
  };
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Enter' && apply(event);
  const field = { type: 'date', max: '9999-12-31', required: true, onKeyDown } as const;
  return (
    <div class="custom">
      <label class="visually-hidden" for={`${id}-from`}>
        From
      </label>
      <input {...field} id={`${id}-from`} defaultValue={days.from} />
      <label for={`${id}-to`}>to</label>
      <input {...field} id={`${id}-to`} defaultValue={days.to} />
      <button type="button" class="button" onClick={apply}>
        Show
      </button>
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
