// The pages by their names. All but the first are loaded when they are opened, and kept.

import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { daysUpTo, type Span, spanOf } from '../data/period.js';
import { windowOf } from '../data/view.js';
import { OverviewPage } from '../pages/overview/overview.js';
import { day } from '../ui/format.js';
import { Failure, Notice } from '../ui/notice.js';
import { SkeletonPage } from '../ui/page.js';
import type { Route } from './address.js';
import { type Brand, useBrand, useCatalog, useKnown } from './catalog.js';
import { useAddress } from './navigation.js';
import { useBrandChange } from './shell.js';

/** What is in the addresses of pages. */
type Ids = Readonly<Record<'company' | 'promptId' | 'runId', string>>;
type Load = () => Promise<ComponentType<Ids>>;

const loaders: Readonly<Record<Exclude<Route['page'], 'overview'>, Load>> = {
  prompts: async () => (await import('../pages/prompts/prompts.js')).PromptsPage,
  prompt: async () => (await import('../pages/prompt/prompt.js')).PromptPage,
  competitors: async () => (await import('../pages/competitors/standings.js')).CompetitorsPage,
  competitor: async () => (await import('../pages/competitor/competitor.js')).CompetitorPage,
  breakdown: async () => (await import('../pages/breakdown/breakdown.js')).BreakdownPage,
  signals: async () => (await import('../pages/signals/signals.js')).SignalsPage,
  sources: async () => (await import('../pages/sources/sources.js')).SourcesPage,
  searches: async () => (await import('../pages/searches/searches.js')).SearchesPage,
  answers: async () => (await import('../pages/answers/answers.js')).AnswersPage,
  answer: async () => (await import('../pages/answer/answer.js')).AnswerPage,
};

const loaded = new Map<Route['page'], ComponentType<Ids>>([['overview', OverviewPage]]);

/** The page of the address. */
export function PageOf() {
  const { route, view, changeView } = useAddress();
  const brand = useBrand();
  const { brands, models } = useCatalog();
  const known = useKnown();
  const isKnown = brands.length > 0 && known.data !== null;
  const isOpen = useRef(false);
  const { page, ...ids } = route;
  const [, setCount] = useState(0);
  const [failed, setFailed] = useState<Route['page'] | null>(null);
  const Page = loaded.get(page);
  const load = () => {
    setFailed(null);
    if (page === 'overview' || Page) return;
    loaders[page]().then(
      (component) => {
        loaded.set(page, component);
        setCount(loaded.size);
      },
      () => setFailed(page),
    );
  };
  useEffect(load, [page]);
  if (view.brand === '') return <SkeletonPage />;
  if (!brand && brands.length > 0) return <UnknownBrand id={view.brand} />;
  if (known.data === null && known.error && !known.isLoading)
    return <Failure error={known.error} onRetry={known.retry} />;
  // A page that is open stays while another brand is loading.
  isOpen.current ||= isKnown;
  // An answer is shown whatever the filters are.
  if (page !== 'answer' && brand) {
    if (view.model !== '' && !models.some(({ id }) => id === view.model))
      return (
        <Notice title="There is no such model" actions={[['Show all models', () => changeView({ model: '' })]]}>
          No model has the id “{view.model}”.
        </Notice>
      );
    if (known.data && !mayHaveAnswers(brand, spanOf(view.period, view.timeZone))) return <EmptyWindow brand={brand} />;
  }
  // What most pages ask follows from the address, and is on its way before the brand is known; of a model and of dimensions there may be none.
  if (Page && (isOpen.current || (page !== 'breakdown' && view.model === '')))
    return (
      <>
        {!isOpen.current && <SkeletonPage />}
        <div hidden={!isOpen.current}>
          <Page
            key={Object.values(route).join(' ')}
            {...(ids as Ids)} /* safe because an address has what its page is of */
          />
        </div>
      </>
    );
  if (failed !== page) return <SkeletonPage />;
  return (
    <Notice title="The page could not be loaded" actions={[['Reload', () => location.reload()]]}>
      The server cannot be reached, or it has been updated since this tab was opened.
    </Notice>
  );
}

/** All are from the first to the last one. */
const mayHaveAnswers = ({ firstRunAt, lastRunAt }: Brand, { start, end }: Span): boolean =>
  firstRunAt !== null &&
  lastRunAt !== null &&
  Date.parse(firstRunAt) < Date.parse(end) &&
  Date.parse(lastRunAt) >= Date.parse(start);

const maxShown = 12;
const offeredDays = 30;

/** With the brands that can be opened instead. */
function UnknownBrand({ id }: { readonly id: string }) {
  const { brands } = useCatalog();
  const change = useBrandChange();
  const actions = brands.slice(0, maxShown).map((other) => [other.name, () => change(other.id)] as const);
  return (
    <Notice title="This key cannot read that brand" actions={actions}>
      There is no brand “{id}” that this key can read. {brands.length === 1 ? 'It can read this one:' : 'Open another:'}
    </Notice>
  );
}

/** None were recorded, or all are older or newer: offers the last days with answers. */
function EmptyWindow({ brand: { name, firstRunAt, lastRunAt } }: { readonly brand: Brand }) {
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
      actions={[[`Show the ${offeredDays} days up to the last one`, () => changeView({ period: last })]]}
    >
      {isAfter
        ? `The first answer was recorded on ${day(first.to)}`
        : `The last answer was recorded on ${day(last.to)}`}
      .
    </Notice>
  );
}
