// The columns of the lists of sources.

import type { Params } from '../../app/address.js';
import { Link } from '../../app/navigation.js';
import type { DomainListQuery, UrlListQuery } from '../../documents/generated/sources.js';
import { Badge } from '../../lists/badge.js';
import type { Column } from '../../lists/data-table.js';
import { Meter } from '../../lists/meter.js';
import { CountChange } from '../../ui/change.js';
import { ExternalLink } from '../../ui/external-link.js';
import { counted, percent, whole, word } from '../../ui/format.js';
import type { Table } from '../../ui/table-data.js';

type Domains = NonNullable<DomainListQuery['brandAnalytics']>['sources'];
type Domain = Domains['data'][number];
type Urls = NonNullable<UrlListQuery['brandAnalytics']>['sources'];
type Url = Urls['data'][number];
type Source = Omit<Domain, 'urls'>;

/** `selection` is that of the list, in which the pages of a domain are looked for. */
export function domainColumns(selection: Params): readonly Column<Domain>[] {
  return [
    {
      id: 'domain',
      label: 'Domain',
      cell: ({ domain, ...source }) => (
        <>
          <Link
            to={{ page: 'sources', params: { ...selection, tab: 'pages', search: domain, page: undefined } }}
            title={`Pages whose address contains “${domain}”`}
          >
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
    ...figureColumns,
    {
      id: 'pages',
      label: 'Pages',
      help: 'Distinct pages that are cited.',
      isNumber: true,
      cell: ({ urls }) => whole(urls),
    },
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

const figureColumns: readonly Column<Source>[] = [
  {
    id: 'coverage',
    label: 'Coverage',
    help: 'Answers that cite it, of all answers counted.',
    isNumber: true,
    order: 'RUNS',
    cell: ({ coverage, runs }) => (
      <Meter value={coverage}>
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
    cell: ({ citations, previous, isNew }) => (
      <CountChange
        now={citations}
        before={previous.citations}
        isNew={isNew}
        basis={counted(previous.citations, 'citation')}
      />
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

export const urlColumns: readonly Column<Url>[] = [
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
  ...figureColumns,
];

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, '');

const figureLabels = ['Citations', 'Share', 'Answers', 'Coverage', 'Prompts', 'Citations before', 'New'];

const figures = ({ citations, share, runs, coverage, prompts, previous, isNew }: Source) =>
  [citations, share, runs, coverage, prompts, previous.citations, isNew ? 'yes' : 'no'] as const;

/** The exact figures of a page of domains. */
export function domainTable({ data, pagination: { total } }: Domains): Table {
  return {
    columns: ['Domain', 'Category', 'Company', ...figureLabels, 'Pages'],
    total,
    rows: data.map((each) => [each.domain, word(each.category), each.company, ...figures(each), each.urls]),
  };
}

/** The exact figures of a page of URLs. */
export function urlTable({ data, pagination: { total } }: Urls): Table {
  return {
    columns: ['URL', 'Title', 'Domain', 'Category', 'Company', ...figureLabels],
    total,
    rows: data.map((each) => [each.url, each.title, each.domain, word(each.category), each.company, ...figures(each)]),
  };
}
