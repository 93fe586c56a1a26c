// Why a competitor wins: how often answers name it without the brand, to which prompts, by which models, with which sources and queries, and what
// these answers say of it.

import { labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { hostText } from '../../data/host.js';
import { useQuery, useShown } from '../../data/use-query.js';
import { type RunArguments, runsOf } from '../../data/view.js';
import { competitorDocument } from '../../documents/competitor.js';
import type { CompetitorQuery } from '../../documents/generated/competitor.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { Card } from '../../ui/card.js';
import { counted, percent, whole } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { AnswersCard } from '../answers/answers-card.js';
import { LostCard } from './lost-card.js';

const maxShown = 20;

export function CompetitorPage({ company }: { readonly company: string }) {
  const { view } = useAddress();
  const known = useBrand();
  const brand = known?.name ?? 'the brand';
  const runs = runsOf(view);
  const query = useQuery(competitorDocument, { ...runs, company });
  const shown = useShown(runs, query.isLoading);
  const isTracked = known?.competitors.some(({ name }) => name === company) ?? false;
  const isUnknown = !isTracked && query.data?.named.total === 0;
  const others = <Link to={{ page: 'competitors' }}>All competitors</Link>;
  if (company === brand || isUnknown)
    return (
      <Page
        title={company}
        lead={
          <>
            {isUnknown ? `No competitor of ${brand} has this name.` : 'This is the brand itself.'} {others}
          </>
        }
      >
        {null}
      </Page>
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
        isEmpty={({ named }) => named.total === 0}
        empty={`No answer of this window names ${company}.`}
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
              <strong>{percent(named.total / totals.runs)}</strong> of answers name {company}:{' '}
              <AnswersLink count={named.total} of={{ company }}>
                {whole(named.total)} of {counted(totals.runs, 'answer')}
              </AnswersLink>
              .
            </p>
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
        <Lost company={company} data={query.data} runs={shown} />
      )}
    </Page>
  );
}

interface LostProps {
  readonly company: string;
  readonly data: Complete<CompetitorQuery>;
  /** The answers that the data is of. */
  readonly runs: RunArguments;
}

function Lost({ company, data: { brandAnalytics }, runs }: LostProps) {
  const catalog = useCatalog();
  const { prompts, models, sources, searches } = brandAnalytics;
  const ofCompany = <Key extends { readonly key: { readonly company: string | null } }>(groups: readonly Key[]) =>
    groups.filter(({ key }) => key.company === company).slice(0, maxShown);
  const shared = { company, runs };
  return (
    <>
      <LostCard
        {...shared}
        id="lost-prompts"
        title="To which prompts"
        noun="Prompt"
        help={`Of the ${maxShown} prompts whose answers name ${company} most.`}
        places={ofCompany(prompts.data).map(({ key: { promptId, prompt } }) => ({
          id: promptId ?? '',
          text: prompt ?? '',
          to: { page: 'prompt', promptId: promptId ?? '' },
          filter: { promptIds: [promptId ?? ''] },
          params: { prompt: promptId ?? '' },
        }))}
      />
      {runs.model === undefined && (
        <LostCard
          {...shared}
          id="lost-models"
          title="By which models"
          noun="Model"
          help={`The models that name ${company}.`}
          places={ofCompany(models.data).map(({ key: { model } }) => ({
            id: model ?? '',
            text: labelOf(catalog, model ?? ''),
            filter: { models: [model ?? ''] },
            view: { model: model ?? '' },
          }))}
        />
      )}
      <LostCard
        {...shared}
        id="lost-sources"
        title="With which sources"
        noun="Source"
        help={`Of the ${maxShown} domains cited most where others are named and we are not.`}
        places={sources.data.map(({ domain }) => ({ id: domain, text: hostText(domain), domain, params: { domain } }))}
      />
      <LostCard
        {...shared}
        id="lost-queries"
        title="After which searches"
        noun="Query"
        help={`Of the ${maxShown} web queries that models issue most.`}
        places={searches.data.map(({ query }) => ({ id: query, text: query, query, params: { query } }))}
      />
      <AnswersCard title={`What they say of ${company}`} selection={{ ...runs, company, outcome: 'GAP' }} limit={10} />
    </>
  );
}
