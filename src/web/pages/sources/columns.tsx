// The columns of the lists of sources.

import type { Params, Target } from '../../app/address.js';
import { Link } from '../../app/navigation.js';
import { hostText } from '../../data/host.js';
import type { Days } from '../../data/period.js';
import type { DomainListQuery, SourceOrder, UrlListQuery } from '../../documents/generated/pages.js';
import { AnswersLink, Meter } from '../../lists/answers-link.js';
import { Badge, NewBadge } from '../../lists/badge.js';
import type { Column } from '../../lists/column.js';
import { CountChange } from '../../ui/change.js';
import { ExternalLink } from '../../ui/external-link.js';
import { counted, percent, whole, word } from '../../ui/format.js';

type Domain = DomainListQuery['brandAnalytics']['sources']['data'][number];
type Url = UrlListQuery['brandAnalytics']['sources']['data'][number];
type Source = Omit<Domain, 'urls' | 'domain'>;

/** What a list of sources is of. */
interface SourceScope {
  /** Of its address. */
  readonly params: Params;
  /** The citations of all answers of the window compared with; `null` where only some answers are counted. */
  readonly before: number | null;
  /** The window compared with, in which a row without a citation was cited. */
  readonly earlier: Days | null;
}

export function domainColumns(scope: SourceScope): readonly Column<Domain, SourceOrder>[] {
  return [
    {
      label: 'Domain',
      cell: ({ domain, ...source }) => (
        <>
          <Link to={pagesOf(domain, source.citations > 0, scope)} title={`Pages whose address contains “${domain}”`}>
            {hostText(domain)}
          </Link>{' '}
          <ExternalLink href={`https://${domain}/`} title={`Open ${domain}`}>
            <span class="open-mark" aria-hidden="true">
              ↗
            </span>
            <span class="visually-hidden">Open {domain}</span>
          </ExternalLink>{' '}
          <Owner {...source} /> <NewBadge isNew={source.isNew} />
        </>
      ),
      values: { Domain: ({ domain }) => domain, ...owner },
    },
    ...figureColumns<Domain>(scope, ({ domain }) => ({ domain })),
    { label: 'Pages', help: 'Distinct pages that are cited.', value: ({ urls }) => urls },
  ];
}

/** Where a list has the pages of a domain: those of one that is lost are in the window before. */
function pagesOf(search: string, isCited: boolean, { params, earlier }: SourceScope): Target {
  const pages = { ...params, tab: 'pages', search, page: undefined, prompt: undefined };
  if (isCited || !earlier) return { page: 'sources', params: pages };
  const view = { period: earlier, compare: 'previous' } as const;
  return { page: 'sources', params: { ...pages, presence: undefined }, view };
}

export function urlColumns(scope: SourceScope): readonly Column<Url, SourceOrder>[] {
  return [
    {
      label: 'Page',
      cell: ({ url, title, ...source }) => (
        <>
          <ExternalLink href={url}>{title || withoutScheme(url)}</ExternalLink> <Owner {...source} />{' '}
          <NewBadge isNew={source.isNew} />
          {title && (
            <span class="sub address" title={url}>
              {withoutScheme(url)}
            </span>
          )}
        </>
      ),
      values: { URL: ({ url }) => url, Title: ({ title }) => title, Domain: ({ domain }) => domain, ...owner },
    },
    ...figureColumns<Url>(scope, ({ url }) => ({ url })),
  ];
}

type Owned = Pick<Source, 'category' | 'company'>;

/** Whose it is: names of companies where they are known. */
function Owner({ category, company }: Owned) {
  if (category === 'OWN') return <Badge kind="own">ours</Badge>;
  return category === 'COMPETITOR' ? <Badge kind="competitor">{company ?? 'competitor'}</Badge> : null;
}

const owner = {
  Category: ({ category }: Owned) => word(category),
  Company: ({ company }: Owned) => company,
};

/** `paramsOf` selects the answers that cite the source, of those that the list is of. */
function figureColumns<Row extends Source>(
  { params: { outcome, prompt }, before }: SourceScope,
  paramsOf: (row: Row) => Params,
): readonly Column<Row, SourceOrder>[] {
  return [
    {
      label: 'Coverage',
      help: 'Answers that cite it, of all answers counted.',
      order: 'RUNS',
      value: ({ coverage }) => coverage,
      cell: ({ coverage, runs }) => (
        <Meter value={coverage}>
          <span title={`${coverage}: ${whole(runs)} answers`}>{percent(coverage)}</span>
        </Meter>
      ),
    },
    {
      label: 'Answers',
      help: 'Answers that cite it.',
      value: ({ runs }) => runs,
      cell: (row) => <AnswersLink count={row.runs} of={{ ...paramsOf(row), outcome, prompt }} />,
    },
    {
      label: 'Citations',
      help: 'Counting every occurrence.',
      order: 'CITATIONS',
      cell: ({ citations, share }) => <span title={`${percent(share)} of all citations`}>{whole(citations)}</span>,
      values: { Citations: ({ citations }) => citations, Share: ({ share }) => share },
    },
    {
      label: 'Change',
      help: 'Citations against the window compared with, and the share of all citations then and now. Not tested for chance.',
      isChange: true,
      order: 'CHANGE',
      cell: ({ citations, share, previous, isNew }) => (
        <CountChange
          now={citations}
          before={previous.citations}
          isNew={isNew}
          basis={counted(previous.citations, 'citation')}
          {...(before ? { shares: `share ${percent(previous.citations / before)} → ${percent(share)}` } : {})}
        />
      ),
      values: {
        'Citations before': ({ previous }) => previous.citations,
        New: ({ isNew }) => (isNew ? 'yes' : 'no'),
      },
    },
    { label: 'Prompts', help: 'Prompts whose answers cite it.', order: 'PROMPTS', value: ({ prompts }) => prompts },
  ];
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, '');
