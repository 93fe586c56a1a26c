// The filters of the view, above every page, as native controls. One that could not be chosen is not there.

import { useState } from 'preact/hooks';
import { useQuery } from '../data/use-query.js';
import { comparedOf, everything, runsOf, type View, windowOf } from '../data/view.js';
import { filterValuesDocument } from '../documents/overview.js';
import { dayRange } from '../ui/format.js';
import { FilterIcon } from '../ui/icons.js';
import { Failure } from '../ui/notice.js';
import { useBrand, useCatalog, useKnown } from './catalog.js';
import { Menu } from './menu.js';
import { useAddress } from './navigation.js';
import { CompareFilter, PeriodFilter } from './period-filter.js';
import { Pick } from './pick.js';
import { Select } from './select.js';

/** The filters of which one is chosen. */
const countOf = ({ model, tags }: View) => Number(model !== '') + Number(tags.length > 0);
const countMore = ({ provider, market, search, branded, timeZone }: View) =>
  [provider, market, search, branded].filter(Boolean).length + Number(timeZone !== 'UTC');

/** On narrow screens all but the windows are folded. */
export function Filters() {
  const [isOpen, setOpen] = useState(false);
  const { view, changeView } = useAddress();
  const models = useModels();
  const count = countOf(view) + countMore(view);
  const compared = comparedOf(view);
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <PeriodFilter />
      <CompareFilter />
      <button type="button" class="button more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <FilterIcon /> Filters{count > 0 && <span class="count">{count}</span>}
      </button>
      <div class={`more-filters${isOpen ? ' open' : ''}`}>
        <Select
          id="filter-model"
          label="Model"
          options={[['', 'All models'], ...models]}
          value={view.model}
          onChange={(model) => changeView({ model })}
        />
        <TagsFilter />
        <MoreFilters />
        {count - Number(view.timeZone !== 'UTC') > 0 && (
          <button type="button" class="link" onClick={() => changeView(everything)}>
            Clear filters
          </button>
        )}
      </div>
      <div class="window" aria-live="polite">
        {dayRange(windowOf(view))}
        {compared && <div>vs {dayRange(compared)}</div>}
      </div>
    </form>
  );
}

/** Those of the brand's answers, by label. What is chosen is there in any case, so that it can be taken away. */
function useModels(): Options {
  const { view } = useAddress();
  const { models } = useCatalog();
  const ours = useBrand()?.models ?? [];
  const isOffered = (id: string) => id === view.model || ours.some((model) => model.id === id);
  return models.filter(({ id }) => isOffered(id)).map(({ id, label }) => [id, label]);
}

/** Selects tags: prompts with any of the selected tags are included. */
function TagsFilter() {
  const { view, changeView } = useAddress();
  const { tags } = view;
  const all = [...new Set([...(useBrand()?.tags ?? []), ...tags])];
  const isKnown = useKnown().data !== null;
  if (all.length === 0)
    // Until it is known whether there are tags, their filter has its place.
    return isKnown ? null : (
      <button type="button" class="button" disabled>
        All tags
      </button>
    );
  const text = tags.length === 0 ? 'All tags' : tags.length === 1 ? `${tags[0]}` : `${tags.length} tags`;
  const toggle = (tag: string, isOn: boolean) =>
    changeView({ tags: isOn ? [...tags, tag] : tags.filter((one) => one !== tag) });
  return (
    <Menu id="filter-tags" text={<span>{text}</span>} title={text} isActive={tags.length > 0}>
      <fieldset class="options">
        <legend class="visually-hidden">Tags</legend>
        {all.map((tag) => (
          <label key={tag}>
            <input
              type="checkbox"
              id={`tag-${tag}`}
              checked={tags.includes(tag)}
              onChange={({ currentTarget }) => toggle(tag, currentTarget.checked)}
            />
            {tag}
          </label>
        ))}
        {tags.length > 0 && (
          <button type="button" class="link" onClick={() => changeView({ tags: [] })}>
            All tags
          </button>
        )}
      </fieldset>
    </Menu>
  );
}

function MoreFilters() {
  const { view } = useAddress();
  const [isOpen, setOpen] = useState(false);
  const count = countMore(view);
  return (
    <Menu
      id="filter-more"
      text={<>More {count > 0 && <span class="count">{count}</span>}</>}
      isActive={count > 0}
      onOpen={() => setOpen(true)}
    >
      {isOpen && <MoreOptions />}
    </Menu>
  );
}

type Options = readonly (readonly [value: string, text: string])[];

const answers = (all: string, yes: string, no: string): Options => [
  ['', all],
  ['yes', yes],
  ['no', no],
];
const webSearches = answers('With and without web search', 'With web search', 'Without web search');
const kinds = answers('Branded and unbranded', 'Branded: they name us', 'Unbranded');

/** What is chosen is there in any case, so that it can be taken away. */
function MoreOptions() {
  const { view, changeView } = useAddress();
  const { providers = [], markets = [] } = useBrand() ?? {};
  const { data, error, isLoading, retry } = useQuery(filterValuesDocument, runsOf({ ...view, ...everything }));
  const { webSearch, branded } = data?.brandAnalytics ?? {};
  const named = (all: string, values: readonly string[]): Options => [
    ['', all],
    ...values.map((value) => [value, value] as const),
  ];
  const filters = [
    ['provider', 'Provider', named('All providers', providers), providers.length],
    ['market', 'Market', named('All markets', markets), markets.length],
    ['search', 'Web search', webSearches, webSearch?.pagination.total ?? 0],
    ['branded', 'Prompts', kinds, branded?.pagination.total ?? 0],
  ] as const;
  const zones = [
    ...new Set(['UTC', Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf('timeZone')]),
  ];
  return (
    <fieldset class="options labelled">
      <legend class="visually-hidden">More filters</legend>
      {error && !isLoading && <Failure error={error} onRetry={retry} />}
      {filters
        .filter(([name, , , count]) => count > 1 || view[name])
        .map(([name, label, options]) => (
          <Select
            key={name}
            id={`filter-${name}`}
            label={label}
            options={options}
            value={view[name]}
            isLabelled
            onChange={(value) => changeView({ [name]: value })}
          />
        ))}
      <Pick
        id="filter-time-zone"
        label="Time zone"
        options={zones}
        value={view.timeZone}
        onPick={(timeZone) => changeView({ timeZone: timeZone || 'UTC' })}
      />
    </fieldset>
  );
}
