// Selects the window: the last 7, 30, 90 or 365 days, or any days.

import { useState } from 'preact/hooks';
import { daysOf, presets } from '../data/period.js';
import { useAddress } from './navigation.js';

export function PeriodFilter() {
  const { view, changeView } = useAddress();
  const { period } = view;
  const [wantsCustom, setWantsCustom] = useState(false);
  const isPreset = 'days' in period && presets.some((days) => days === period.days);
  const isCustom = wantsCustom || !isPreset;
  const choose = (days: number) => {
    setWantsCustom(false);
    changeView({ period: { days } });
  };
  return (
    <>
      <fieldset class="segments">
        <legend class="visually-hidden">Window</legend>
        {presets.map((days) => (
          <label key={days}>
            <input
              type="radio"
              name="period"
              id={`period-${days}`}
              checked={!isCustom && 'days' in period && period.days === days}
              onChange={() => choose(days)}
            />
            <span>{days === 365 ? '1 year' : `${days} days`}</span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="period"
            id="period-custom"
            checked={isCustom}
            onChange={() => setWantsCustom(true)}
          />
          <span>Custom</span>
        </label>
      </fieldset>
      {isCustom && <CustomDays />}
    </>
  );
}

function CustomDays() {
  const { view, changeView } = useAddress();
  const shown = daysOf(view.period, view.timeZone);
  const [problem, setProblem] = useState('');
  const apply = (event: Event) => {
    const fields = (event.currentTarget as HTMLElement).closest('.custom'); // safe because it is the button
    const [from, to] = [...(fields?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    if (!from || !to) return setProblem('Enter both days.');
    if (from > to) return setProblem('The last day must not be before the first.');
    setProblem('');
    changeView({ period: { from, to } });
  };
  return (
    <div class="custom" key={`${shown.from} ${shown.to}`}>
      <label for="period-from">From</label>
      <input type="date" id="period-from" defaultValue={shown.from} required />
      <label for="period-to">to</label>
      <input type="date" id="period-to" defaultValue={shown.to} required />
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
