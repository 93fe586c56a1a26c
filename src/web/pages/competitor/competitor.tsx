// Why a competitor wins: how often answers name it without the brand, to which prompts, by which models, with which sources and queries, and what
// these answers say of it.

import { labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { hostText } from '../../data/host.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf, type RunArguments, runsOf } from '../../data/view.js';
import type { CompetitorQuery } from '../../documents/generated/pages.js';
import { competitorDocument, standingsDocument } from '../../documents/pages.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { Card } from '../../ui/card.js';
import { Change } from '../../ui/change.js';
import { counted, percent, whole } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { AnswersCard } from '../answers/answers-card.js';
import { LostCard, type LostCardProps } from './lost-card.js';

const maxShown = 20;

export function CompetitorPage({ company }: { readonly company: string }) {
  const { view } = useAddress();
  const known = useBrand();
  const brand = known?.name ?? 'the brand';
  const runs = runsOf(view);
  const query = useQuery(competitorDocument, { ...runs, company }, runs);
  const isTracked = known?.competitors.some(({ name }) => name === company) ?? false;
  const isUnknown = !isTracked && query.data?.named.total === 0;
  const others = <Link to={{ page: 'competitors' }}>All competitors</Link>;
  if (company === brand || isUnknown)
    return (
      <Page
        title={company}
        lead={
          <>
            {isUnknown
              ? `No tracked competitor of ${brand} has this name, and no answer of this window names it.`
              : 'This is the brand itself.'}{' '}
            {others}
          </>
        }
      />
    );
  return (
    <Page
      title={company}
      lead={
        <>
          Where do answers name {company} and not {brand}, and why? {others}
        </>
      }
    >
      <Card
        id="named"
        title={`Answers that name ${company}`}
        query={query}
        empty={({ named }) => named.total === 0 && `No answer of this window names ${company}.`}
        rowsOf={({ brandAnalytics: { totals }, named, both }) => [
          { runs: totals.runs, named: named.total, both: both.total },
        ]}
        columns={[
          { label: 'Company', value: () => company },
          { label: 'Answers', value: ({ runs }) => runs },
          { label: 'Named', value: (each) => each.named },
          { label: 'Named with the brand', value: (each) => each.both },
          { label: 'Named without the brand', value: (each) => each.named - each.both },
        ]}
      >
        {({ brandAnalytics: { totals }, named, both }) => (
          <>
            <p>
              <strong>{percent(named.total / totals.runs)}</strong> of answers name <bdi>{company}</bdi>:{' '}
              <AnswersLink count={named.total} of={{ company }}>
                {whole(named.total)} of {counted(totals.runs, 'answer')}
              </AnswersLink>
              .
            </p>
            {comparedOf(view) && <ChangeOf company={company} />}
            <p>
              <AnswersLink count={both.total} of={{ company, outcome: 'MENTIONED' }}>
                {whole(both.total)} of them name {brand} too
              </AnswersLink>
              ,{' '}
              <AnswersLink count={named.total - both.total} of={{ company, outcome: 'GAP' }}>
                {whole(named.total - both.total)} do not
              </AnswersLink>
              . All below is of those that do not.
            </p>
          </>
        )}
      </Card>
      {query.data && query.data.named.total > query.data.both.total && (
        <LostCards company={company} data={query.data} runs={query.of} />
      )}
    </Page>
  );
}

/** As it stands beside all companies. */
function ChangeOf({ company }: { readonly company: string }) {
  const { data, isOfBefore, isLoading } = useQuery(standingsDocument, filterOf(useAddress().view));
  const known = isOfBefore ? [] : (data?.brandAnalytics.breakdown.data ?? []);
  const change = known.find(({ key }) => key.company === company)?.change;
  return (
    <div class="tile-change" aria-busy={isLoading}>
      {change && <Change change={change} />}
    </div>
  );
}

interface LostProps {
  readonly company: string;
  readonly data: CompetitorQuery;
  /** The answers that the data is of. */
  readonly runs: RunArguments;
}

function LostCards({ company, data, runs }: LostProps) {
  const catalog = useCatalog();
  const models = useBrand()?.models ?? [];
  const sources = data.brandAnalytics.sources.data.slice(0, maxItems(runs));
  const searches = data.brandAnalytics.searches.data.slice(0, maxItems(runs));
  const { prompts, isSample } = promptsOf(data, company);
  const cards: readonly Omit<LostCardProps, 'company' | 'runs'>[] = [
    {
      id: 'lost-prompts',
      title: 'To which prompts',
      noun: 'Prompt',
      help: isSample
        ? `Of prompts whose answers name ${company} most, and of those of its last 100 answers without us.`
        : `Of the ${maxShown} prompts whose answers name ${company} most.`,
      empty: 'None of these prompts has such an answer.',
      places: prompts.map(([promptId, text]) => ({
        id: promptId,
        text,
        to: { page: 'prompt', promptId },
        filter: { promptIds: [promptId] },
        params: { prompt: promptId },
      })),
    },
    {
      id: 'lost-models',
      title: 'By which models',
      noun: 'Model',
      help: `The models that name ${company} and not us.`,
      empty: 'None of these models has such an answer.',
      places: models.map(({ id }) => ({
        id,
        text: labelOf(catalog, id),
        filter: { models: [id] },
        view: { model: id },
      })),
    },
    {
      id: 'lost-sources',
      title: 'With which sources',
      noun: 'Source',
      help: `Of the ${maxItems(runs)} domains that most answers cite where others are named and we are not.`,
      empty: `None of these answers cites ${sources.length > 0 ? 'one of these domains' : 'a source'}.`,
      places: sources.map(({ domain }) => ({ id: domain, text: hostText(domain), domain, params: { domain } })),
    },
    {
      id: 'lost-queries',
      title: 'After which searches',
      noun: 'Query',
      help: `Of the ${maxItems(runs)} web queries that models issue most.`,
      empty: `None of these answers has ${searches.length > 0 ? 'one of these queries' : 'a web query'}.`,
      places: searches.map(({ query }) => ({ id: query, text: query, query, params: { query } })),
    },
  ];
  return (
    <>
      {cards
        .filter(({ id }) => id !== 'lost-models' || runs.model === undefined)
        .map((card) => (
          // Another card for other places: counts of those before would stand beside these.
          <LostCard
            key={JSON.stringify([card.id, runs, card.places.map(({ id }) => id)])}
            {...card}
            company={company}
            runs={runs}
          />
        ))}
      <AnswersCard title={`What they say of ${company}`} selection={{ ...runs, company, outcome: 'GAP' }} limit={10} />
    </>
  );
}

/**
 * By their ids the texts of the prompts that its answers may be of: those that name it most. Among many groups those of a company that is seldom
 * named may not be: then also those of its last answers.
 */
function promptsOf({ brandAnalytics: { prompts }, recent }: CompetitorQuery, company: string) {
  const named = prompts.data.flatMap(({ key }) =>
    key.company === company ? [[key.promptId, key.prompt] as const] : [],
  );
  const { limit, total } = prompts.pagination;
  const isSample = total > limit && named.length < maxShown;
  const last = isSample ? recent.data.map(({ promptId, prompt }) => [promptId, prompt.text] as const) : [];
  const all = new Map([...named, ...last].map(([id, text]) => [id ?? '', text ?? '']));
  return { prompts: [...all].slice(0, maxShown), isSample };
}

/** As many sources or queries as one question can count: the longer the window, the more each costs. */
function maxItems({ start, end }: RunArguments): number {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
  return Math.min(maxShown, Math.max(3, Math.floor(80_000 / (800 + 3 * days))));
}
