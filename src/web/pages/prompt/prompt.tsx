// One prompt: the figures of its answers, over time, by company and model, what they cite, and the answers.

import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { hostText } from '../../data/host.js';
import { type Query, useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import type { PromptQuery } from '../../documents/generated/prompt.js';
import { promptDocument } from '../../documents/prompt.js';
import { AnswersLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { Meter } from '../../lists/meter.js';
import { Card } from '../../ui/card.js';
import { ExternalLink } from '../../ui/external-link.js';
import { percent, whole } from '../../ui/format.js';
import { Page, SkeletonPage } from '../../ui/page.js';
import { AnswersCard } from '../answers/answers-card.js';
import { Companies } from '../overview/companies.js';
import { Tiles } from '../overview/tiles.js';
import { Trend } from '../overview/trend.js';
import { Owner, owner } from '../sources/columns.js';

type Domain = Complete<PromptQuery>['brandAnalytics']['citedDomains']['data'][number];

export function PromptPage({ promptId }: { readonly promptId: string }) {
  const { view } = useAddress();
  const query = useQuery(promptDocument, { ...runsOf(view, promptId), promptId });
  const prompt = query.data?.prompt;
  // The length of its text decides where all else stands.
  if (!prompt && query.isLoading) return <SkeletonPage />;
  return (
    <Page
      title={prompt?.text ?? 'Prompt'}
      lead={
        <span class="lead-line">
          <Link to={{ page: 'prompts' }}>All prompts</Link>
          {prompt?.tags.map((tag) => (
            <Link key={tag} class="badge" to={{ page: 'prompts', view: { tags: [tag] } }}>
              {tag}
            </Link>
          ))}
        </span>
      }
    >
      <Tiles promptId={promptId} />
      <Trend promptId={promptId} />
      <Companies promptId={promptId} />
      <SourcesCard query={query} promptId={promptId} />
      <AnswersCard selection={{ ...runsOf(view, promptId), outcome: 'ALL' }} limit={10} />
    </Page>
  );
}

interface SourcesProps {
  readonly query: Query<Complete<PromptQuery>>;
  readonly promptId: string;
}

function SourcesCard({ query, promptId }: SourcesProps) {
  const columns: readonly Column<Domain>[] = [
    {
      label: 'Domain',
      cell: ({ domain, ...source }) => (
        <>
          <ExternalLink href={`https://${domain}/`}>{hostText(domain)}</ExternalLink> <Owner {...source} />
        </>
      ),
      values: { Domain: ({ domain }) => domain, ...owner },
    },
    {
      label: 'Coverage',
      help: 'Answers to this prompt that cite it.',
      cell: ({ coverage, runs, domain }) => (
        <Meter value={coverage}>
          <AnswersLink count={runs} of={{ prompt: promptId, domain }}>
            {percent(coverage)}
          </AnswersLink>
        </Meter>
      ),
      values: { Answers: ({ runs }) => runs, Coverage: ({ coverage }) => coverage },
    },
    { label: 'Citations', value: ({ citations }) => citations, format: whole },
  ];
  return (
    <Card
      id="sources"
      title="Sources of these answers"
      note="The ten domains cited most in answers to this prompt."
      query={query}
      rowsOf={({ brandAnalytics }) => brandAnalytics.citedDomains.data}
      totalOf={({ brandAnalytics }) => brandAnalytics.citedDomains.pagination.total}
      columns={columns}
      empty="No answer to this prompt cites a source."
      footer={<Link to={{ page: 'sources' }}>All sources</Link>}
    />
  );
}
