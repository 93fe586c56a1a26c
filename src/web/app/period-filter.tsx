// Selects the window and what it is compared with: days up to yesterday, months and quarters of the calendar, or any days.

import { useState } from 'preact/hooks';
import type { Comparison } from '../data/comparison.js';
import { calendarPeriods, type Days, type Period, presets } from '../data/period.js';
import { comparedOf, windowOf } from '../data/view.js';
import { useAddress } from './navigation.js';
import { Select } from './select.js';

const own = 'own';
const calendar = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
} as const;

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
  const [wantsOwn, setWantsOwn] = useState(false);
  const days = presets.some((each) => 'days' in period && each === period.days)
    ? presets
    : [...presets, daysIn(period)];
  const options = [
    ...days.flatMap((each) =>
      each ? [[String(each), each === 365 ? 'Last year' : `Last ${each} days`] as const] : [],
    ),
    ...calendarPeriods.map((each) => [each, calendar[each]] as const),
    [own, 'Other dates …'] as const,
  ];
  const choose = (value: string) => {
    setWantsOwn(value === own);
    const named = calendarPeriods.find((each) => each === value);
    if (value !== own) changeView({ period: named ? { period: named } : { days: Number(value) } });
  };
  const value = wantsOwn || 'from' in period ? own : 'days' in period ? String(period.days) : period.period;
  return (
    <>
      <Select id="filter-period" label="Window" options={options} value={value} usual="30" onChange={choose} />
      {value === own && (
        <OwnDays id="period" days={windowOf(view)} onApply={(chosen) => changeView({ period: chosen })} />
      )}
    </>
  );
}

const daysIn = (period: Period) => ('days' in period ? period.days : null);

export function CompareFilter() {
  const { view, changeView } = useAddress();
  const { compare } = view;
  const [wantsOwn, setWantsOwn] = useState(false);
  const value = wantsOwn || typeof compare === 'object' ? own : compare;
  const choose = (chosen: string) => {
    setWantsOwn(chosen === own);
    const named = comparisons.find(([each]) => each === chosen && each !== own);
    if (named) changeView({ compare: named[0] as Comparison }); // safe because all others but one are comparisons
  };
  return (
    <>
      <Select
        id="filter-compare"
        label="Compare with"
        options={comparisons}
        value={value}
        usual="previous"
        onChange={choose}
      />
      {value === own && (
        <OwnDays
          id="compare"
          days={comparedOf(view) ?? windowOf(view)}
          onApply={(chosen) => changeView({ compare: chosen })}
        />
      )}
    </>
  );
}

interface OwnDaysProps {
  readonly id: string;
  readonly days: Days;
  readonly onApply: (days: Days) => void;
}

function OwnDays({ id, days, onApply }: OwnDaysProps) {
  const [problem, setProblem] = useState('');
  const apply = (event: Event) => {
    const fields = (event.currentTarget as HTMLElement).closest('.custom'); // safe because it is the button
    const [from, to] = [...(fields?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    if (!from || !to) return setProblem('Enter both days.');
    if (from > to) return setProblem('The last day must not be before the first.');
    setProblem('');
    onApply({ from, to });
  };
  return (
    <div class="custom" key={`${days.from} ${days.to}`}>
      <label for={`${id}-from`}>From</label>
      <input type="date" id={`${id}-from`} defaultValue={days.from} required />
      <label for={`${id}-to`}>to</label>
      <input type="date" id={`${id}-to`} defaultValue={days.to} required />
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
