// The answers to a prompt by model, by company and by source.

import { Link, useAddress } from '../../app/navigation.js';
import { Bars } from '../../charts/bars.js';
import { Badge } from '../../lists/badge.js';
import { type Column, DataTable } from '../../lists/data-table.js';
import { Meter } from '../../lists/meter.js';
import { Card } from '../../ui/card.js';
import { ExternalLink } from '../../ui/external-link.js';
import { counted, decimal, interval, percent, whole, word } from '../../ui/format.js';
import type { PromptQuery } from './prompt-query.js';

type Analytics = NonNullable<PromptQuery['data']>['prompt']['analytics'];
type Domain = Analytics['citedDomains']['data'][number];

interface BreakdownProps {
  readonly query: PromptQuery;
  readonly promptId: string;
}

export function ModelsCard({ query, promptId }: BreakdownProps) {
  const { hrefTo } = useAddress();
  return (
    <Card
      id="models"
      title="By model"
      note="Visibility with each model. The line is the 95% interval. Choose one to read its answers."
      query={query}
      isEmpty={({ prompt }) => prompt.analytics.models.length === 0}
      table={({ prompt }) => ({
        columns: ['Model', 'Answers', 'Mentions', 'Visibility', 'Interval low', 'Interval high', 'Position'],
        rows: prompt.analytics.models.map((each) => [
          each.model,
          each.runs,
          each.brandMentions,
          each.visibility,
          each.interval?.low ?? null,
          each.interval?.high ?? null,
          each.position.average,
        ]),
      })}
      hasPicture
    >
      {({ prompt }) => (
        <Bars
          label="Visibility by model"
          rows={prompt.analytics.models.map(({ model, label, visibility, interval: bounds, brandMentions, runs }) => ({
            id: model,
            label,
            value: visibility,
            low: bounds?.low ?? null,
            high: bounds?.high ?? null,
            text: percent(visibility),
            href: hrefTo({ page: 'answers', params: { prompt: promptId }, view: { model } }),
            note: `${whole(brandMentions)} of ${counted(runs, 'answer')}, 95% interval ${interval(bounds)}`,
          }))}
        />
      )}
    </Card>
  );
}

export function CompaniesCard({ query, promptId }: BreakdownProps) {
  const { hrefTo } = useAddress();
  return (
    <Card
      id="companies"
      title="By company"
      note="Share of the answers that name each company. Choose one to read them."
      query={query}
      isEmpty={({ prompt }) => prompt.analytics.shareOfVoice.allMentions === 0}
      empty="No answer to this prompt names a company."
      table={({ prompt }) => ({
        columns: ['Company', 'Answers that name it', 'Answers', 'Share of voice', 'Position'],
        rows: prompt.analytics.shareOfVoice.entries.map((each) => [
          each.name,
          each.mentions,
          each.runs,
          each.share,
          each.position.average,
        ]),
      })}
      hasPicture
    >
      {({ prompt }) => (
        <Bars
          label="Visibility by company"
          rows={prompt.analytics.shareOfVoice.entries
            .filter(({ mentions, isBrand }) => mentions > 0 || isBrand)
            .map(({ name, isBrand, mentions, runs, position }) => ({
              id: name,
              label: name,
              isStrong: isBrand,
              value: mentions / runs,
              text: percent(mentions / runs),
              href: hrefTo({ page: 'answers', params: { prompt: promptId, company: name } }),
              note: `${whole(mentions)} of ${counted(runs, 'answer')}, position ${decimal(position.average)}`,
            }))}
        />
      )}
    </Card>
  );
}

const sourceColumns: readonly Column<Domain>[] = [
  {
    id: 'domain',
    label: 'Domain',
    cell: ({ domain, category, company }) => (
      <>
        <ExternalLink href={`https://${domain}/`}>{domain}</ExternalLink>{' '}
        {category === 'OWN' && <Badge kind="own">ours</Badge>}
        {category === 'COMPETITOR' && <Badge kind="competitor">{company ?? 'competitor'}</Badge>}
      </>
    ),
  },
  {
    id: 'coverage',
    label: 'Coverage',
    help: 'Answers to this prompt that cite it.',
    isNumber: true,
    cell: ({ coverage, runs }) => (
      <Meter value={coverage}>
        <span title={counted(runs, 'answer')}>{percent(coverage)}</span>
      </Meter>
    ),
  },
  { id: 'citations', label: 'Citations', isNumber: true, cell: ({ citations }) => whole(citations) },
];

export function SourcesCard({ query, brandName }: { readonly query: PromptQuery; readonly brandName: string }) {
  return (
    <Card
      id="sources"
      size="wide"
      title="Sources of these answers"
      note={`The ten domains cited most in answers to this prompt, whether they name ${brandName} or not.`}
      query={query}
      isEmpty={({ prompt }) => prompt.analytics.citedDomains.data.length === 0}
      empty="No answer to this prompt cites a source."
      table={({ prompt }) => ({
        total: prompt.analytics.totals.uniqueDomains,
        columns: ['Domain', 'Category', 'Company', 'Citations', 'Answers', 'Coverage'],
        rows: prompt.analytics.citedDomains.data.map((each) => [
          each.domain,
          word(each.category),
          each.company,
          each.citations,
          each.runs,
          each.coverage,
        ]),
      })}
      hasPicture
      footer={<Link to={{ page: 'sources' }}>All sources</Link>}
    >
      {({ prompt }) => (
        <DataTable caption="Cited domains" columns={sourceColumns} rows={prompt.analytics.citedDomains.data} />
      )}
    </Card>
  );
}
