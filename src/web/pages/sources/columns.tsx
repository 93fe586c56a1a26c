// The columns of the lists of sources.

import { Link } from '../../app/navigation.js';
import type { DomainListQuery, UrlListQuery } from '../../documents/generated/sources.js';
import { Badge } from '../../lists/badge.js';
import type { Column } from '../../lists/data-table.js';
import { Meter } from '../../lists/meter.js';
import { ExternalLink } from '../../ui/external-link.js';
import { percent, signed, whole, word } from '../../ui/format.js';
import type { Table } from '../../ui/table-data.js';

type Domain = NonNullable<DomainListQuery['brandAnalytics']>['sources']['data'][number];
type Url = NonNullable<UrlListQuery['brandAnalytics']>['sources']['data'][number];
type Source = Omit<Domain, 'urls'>;

export function domainColumns(shown: readonly Domain[]): readonly Column<Domain>[] {
  return [
    {
      id: 'domain',
      label: 'Domain',
      cell: ({ domain, ...source }) => (
        <>
          <Link to={{ page: 'sources', params: { tab: 'pages', search: domain } }} title={`Pages of ${domain}`}>
            {domain}
          </Link>{' '}
          <ExternalLink href={`https://${domain}/`} title={`Open ${domain}`}>
            <span aria-hidden="true">↗</span>
            <span class="visually-hidden">Open {domain}</span>
          </ExternalLink>{' '}
          <Owner {...source} />
        </>
      ),
    },
    ...figureColumns<Domain>(shown),
    {
      id: 'pages',
      label: 'Pages',
      help: 'Distinct pages that are cited.',
      isNumber: true,
      cell: ({ domain, urls }) => (
        <Link to={{ page: 'sources', params: { tab: 'pages', search: domain } }}>{whole(urls)}</Link>
      ),
    },
  ];
}

export function urlColumns(shown: readonly Url[]): readonly Column<Url>[] {
  return [
    {
      id: 'page',
      label: 'Page',
      cell: ({ url, title, ...source }) => (
        <>
          <ExternalLink href={url}>{title || withoutScheme(url)}</ExternalLink> <Owner {...source} />
          {title && <span class="sub">{withoutScheme(url)}</span>}
        </>
      ),
    },
    ...figureColumns<Url>(shown),
  ];
}

/** Whose it is, and whether it is new: names of companies where they are known. */
function Owner({ category, company, isNew }: Pick<Source, 'category' | 'company' | 'isNew'>) {
  return (
    <>
      {category === 'OWN' && <Badge kind="own">ours</Badge>}
      {category === 'COMPETITOR' && <Badge kind="competitor">{company ?? 'competitor'}</Badge>}
      {isNew && (
        <Badge kind="new" title="Not cited in the window before, which has answers.">
          new
        </Badge>
      )}
    </>
  );
}

function figureColumns<Row extends Source>(shown: readonly Row[]): readonly Column<Row>[] {
  const most = Math.max(0, ...shown.map(({ coverage }) => coverage ?? 0));
  return [
    {
      id: 'coverage',
      label: 'Coverage',
      help: 'Answers that cite it, of all answers counted. The bar is scaled to the largest on this page.',
      isNumber: true,
      order: 'RUNS',
      cell: ({ coverage, runs }) => (
        <Meter value={coverage} of={most}>
          <span title={`${coverage}: ${whole(runs)} answers`}>{percent(coverage)}</span>
        </Meter>
      ),
    },
    { id: 'answers', label: 'Answers', help: 'Answers that cite it.', isNumber: true, cell: ({ runs }) => whole(runs) },
    {
      id: 'citations',
      label: 'Citations',
      help: 'Counting every occurrence.',
      isNumber: true,
      order: 'CITATIONS',
      cell: ({ citations, share }) => <span title={`${percent(share)} of all citations`}>{whole(citations)}</span>,
    },
    {
      id: 'change',
      label: 'Change',
      help: 'Citations against the window before. Not tested for chance.',
      isNumber: true,
      order: 'CHANGE',
      cell: ({ citations, previous }) => (
        <span
          class="change"
          title={`${whole(previous.citations)} citations in the window before. Not tested for chance.`}
        >
          {citations === previous.citations ? 'as before' : signed(citations - previous.citations)}
        </span>
      ),
    },
    {
      id: 'prompts',
      label: 'Prompts',
      help: 'Prompts whose answers cite it.',
      isNumber: true,
      order: 'PROMPTS',
      cell: ({ prompts }) => whole(prompts),
    },
  ];
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, '');

const figureLabels = ['Citations', 'Share', 'Answers', 'Coverage', 'Prompts', 'Citations before', 'New'];

const figures = ({ citations, share, runs, coverage, prompts, previous, isNew }: Source) =>
  [citations, share, runs, coverage, prompts, previous.citations, isNew ? 'yes' : 'no'] as const;

/** The exact figures of domains. */
export function domainTable(domains: readonly Domain[]): Table {
  return {
    columns: ['Domain', 'Category', 'Company', ...figureLabels, 'Pages'].map((label) => ({ label })),
    rows: domains.map((each) => [each.domain, word(each.category), each.company, ...figures(each), each.urls]),
  };
}

/** The exact figures of pages. */
export function urlTable(urls: readonly Url[]): Table {
  return {
    columns: ['URL', 'Title', 'Domain', 'Category', 'Company', ...figureLabels].map((label) => ({ label })),
    rows: urls.map((each) => [each.url, each.title, each.domain, word(each.category), each.company, ...figures(each)]),
  };
}
