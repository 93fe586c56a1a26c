// The filters of the view, above every page, as native controls.

import { useState } from 'preact/hooks';
import { daysOf } from '../data/period.js';
import { dayRange } from '../ui/format.js';
import { FilterIcon } from '../ui/icons.js';
import { useBrand, useCatalog } from './catalog.js';
import { useAddress } from './navigation.js';
import { PeriodFilter } from './period-filter.js';
import { TagsFilter } from './tags-filter.js';

/** The filters. On narrow screens all but the period are folded. */
export function Filters() {
  const [isOpen, setOpen] = useState(false);
  const { view } = useAddress();
  const count = Number(view.model !== '') + Number(view.tags.length > 0) + Number(view.timeZone !== 'UTC');
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <PeriodFilter />
      <button type="button" class="button more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <FilterIcon /> Filters{count > 0 && <span class="count">{count}</span>}
      </button>
      <div class={`more-filters${isOpen ? ' open' : ''}`}>
        <ModelFilter />
        <TagsFilter />
        <ZoneFilter />
        <Reset />
      </div>
      <p class="window" aria-live="polite">
        {dayRange(daysOf(view.period, view.timeZone))}
      </p>
    </form>
  );
}

function ModelFilter() {
  const { models } = useCatalog();
  const { view, changeView } = useAddress();
  const isKnown = view.model === '' || models.some(({ id }) => id === view.model);
  return (
    <label class="filter">
      <span class="visually-hidden">Model</span>
      <select
        id="filter-model"
        class={view.model ? 'active' : undefined}
        value={view.model}
        onChange={({ currentTarget }) => changeView({ model: currentTarget.value })}
      >
        <option value="">All models</option>
        {models.map(({ id, label }) => (
          <option value={id} key={id}>
            {label}
          </option>
        ))}
        {!isKnown && <option value={view.model}>{view.model}</option>}
      </select>
    </label>
  );
}

function ZoneFilter() {
  const { view, changeView } = useAddress();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = [...new Set(['UTC', here, view.timeZone])];
  const option = (zone: string) => (
    <option value={zone} key={zone}>
      {zone.replaceAll('_', ' ')}
    </option>
  );
  return (
    <label class="filter">
      <span class="visually-hidden">Time zone</span>
      <select
        id="filter-time-zone"
        class={view.timeZone === 'UTC' ? undefined : 'active'}
        value={view.timeZone}
        onChange={({ currentTarget }) => changeView({ timeZone: currentTarget.value })}
      >
        {first.map(option)}
        <optgroup label="All time zones">
          {Intl.supportedValuesOf('timeZone')
            .filter((zone) => !first.includes(zone))
            .map(option)}
        </optgroup>
      </select>
    </label>
  );
}

/** Takes the filters by model and tags away. */
function Reset() {
  const { view, changeView } = useAddress();
  const brand = useBrand();
  if (!brand || (view.model === '' && view.tags.length === 0)) return null;
  return (
    <button type="button" class="link" onClick={() => changeView({ model: '', tags: [] })}>
      Clear filters
    </button>
  );
}
