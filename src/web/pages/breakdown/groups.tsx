// The groups of a breakdown: by which dimensions, what each is called, which answers and pages are its own, and what a table and a file show of it.

import type { Params, Target } from '../../app/address.js';
import { type Brand, labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { bucketDays } from '../../data/period.js';
import { type View, windowOf } from '../../data/view.js';
import type { BreakdownOrder, BreakdownQuery, Dimension } from '../../documents/generated/pages.js';
import { AnswersLink, ShareLink } from '../../lists/answers-link.js';
import type { Option } from '../../lists/choice.js';
import type { Column } from '../../lists/column.js';
import { boundsOf, boundsText, boundsValues, interval, kindOf } from '../../ui/bounds.js';
import { Change, signalFor } from '../../ui/change.js';
import { bucketText, decimal, none, percent, whole } from '../../ui/format.js';

export type Group = BreakdownQuery['brandAnalytics']['breakdown']['data'][number];
type Key = Group['key'];

type Part = Pick<Target, 'params' | 'view'>;

interface DimensionOf {
  readonly label: string;
  /** What no group of another value of the dimension has. */
  readonly value: (key: Key) => string | boolean | null;
  /** What a group is called. */
  readonly text: (key: Key, view: View) => string;
  /** What selects the answers of one value; `null` where nothing does. */
  readonly part: (key: Key, view: View) => Part | null;
}

const named = (label: string, field: 'model' | 'company' | 'provider', part: (name: string) => Part): DimensionOf => ({
  label,
  value: (key) => key[field],
  text: (key) => key[field] ?? '',
  part: (key) => part(key[field] ?? ''),
});

const timed = (label: string, bucket: 'MONTH' | 'WEEK' | 'DAY'): DimensionOf => ({
  label,
  value: ({ date }) => date,
  text: ({ date }, view) => bucketText(bucketDays(date ?? '', bucket, windowOf(view)), bucket),
  part({ date }, view) {
    const { from, to } = bucketDays(date ?? '', bucket, windowOf(view));
    return { params: { day: from, ...(to === from ? {} : { until: to }) } };
  },
});

/** In the order in which they are offered. */
const dimensions: Readonly<Record<Dimension, DimensionOf>> = {
  MODEL: named('Model', 'model', (model) => ({ view: { model } })),
  TAG: {
    label: 'Tag',
    value: ({ tag }) => tag,
    text: ({ tag }) => tag ?? 'no tag',
    // Of some tags, any is enough: a further one cannot be demanded.
    part: ({ tag }, { tags }) => (tag && (tags.length === 0 || tags.includes(tag)) ? { view: { tags: [tag] } } : null),
  },
  PROMPT: {
    label: 'Prompt',
    value: ({ promptId }) => promptId,
    text: ({ prompt }) => prompt ?? '',
    part: ({ promptId }) => ({ params: { prompt: promptId ?? '' } }),
  },
  COMPANY: named('Company', 'company', (company) => ({ params: { company } })),
  BRANDED: {
    label: 'Branded or not',
    value: ({ branded }) => branded,
    text: ({ branded }) => (branded ? 'Branded' : 'Unbranded'),
    part: ({ branded }) => ({ view: { branded: branded ? 'yes' : 'no' } }),
  },
  PROVIDER: named('Provider', 'provider', (provider) => ({ view: { provider } })),
  MARKET: {
    label: 'Market',
    value: ({ market }) => market,
    text: ({ market }) => market ?? 'no market',
    part: ({ market }) => (market ? { view: { market } } : null),
  },
  WEB_SEARCH: {
    label: 'Web search',
    value: ({ webSearch }) => webSearch,
    text: ({ webSearch }) => (webSearch ? 'With web search' : 'Without web search'),
    part: ({ webSearch }) => ({ view: { search: webSearch ? 'yes' : 'no' } }),
  },
  MONTH: timed('Month', 'MONTH'),
  WEEK: timed('Week', 'WEEK'),
  DAY: timed('Day', 'DAY'),
};

/** The same of all groups of one value of a dimension, and of no other. */
export const idOf = ({ key }: Group, dimension: Dimension): string => JSON.stringify(dimensions[dimension].value(key));

export const isOfTime = (dimension: Dimension): boolean => ['MONTH', 'WEEK', 'DAY'].includes(dimension);

export const labelOfDimension = (dimension: Dimension): string => dimensions[dimension].label;

/** Those by which the answers of a brand can differ. */
export function dimensionsOf(brand: Brand | null): readonly Option<Dimension>[] {
  const counts: Partial<Record<string, number>> = {
    TAG: brand?.tags.length ?? 0,
    PROVIDER: (brand?.providers.length ?? 0) - 1,
    MARKET: brand?.markets.length ?? 0,
  };
  const all = Object.keys(dimensions) as Dimension[]; // safe because these are its keys
  return all.filter((value) => (counts[value] ?? 1) > 0).map((value) => ({ value, label: labelOfDimension(value) }));
}

/** What groups are called in the view, and where they lead. */
export function useGrouping() {
  const catalog = useCatalog();
  const brand = useBrand();
  const { view } = useAddress();
  return {
    textOf(key: Key, dimension: Dimension): string {
      const text = dimensions[dimension].text(key, view);
      return dimension === 'MODEL' ? labelOf(catalog, text) : text;
    },
    /** The page of what a group is about. */
    pageOf(key: Key, dimension: Dimension): Target | null {
      if (key.promptId) return { page: 'prompt', promptId: key.promptId };
      if (key.company) return key.company === brand?.name ? null : { page: 'competitor', company: key.company };
      const part = dimensions[dimension].part(key, view);
      return part?.view ? { page: 'overview', view: part.view } : null;
    },
    /** The parameters and the view that select the answers of a group, and how many they are; `null` where no address selects just these. */
    answersOf({ key, runs, mentions }: Group, by: readonly Dimension[]) {
      // What is said of a prompt does not narrow its answers further.
      const telling = by.includes('PROMPT') ? by.filter((each) => each !== 'TAG' && each !== 'BRANDED') : by;
      const parts = telling.map((dimension) => dimensions[dimension].part(key, view));
      if (parts.some((part) => part === null)) return null;
      return {
        count: by.includes('COMPANY') ? mentions : runs,
        params: Object.assign({}, ...parts.map((part) => part?.params)) as Params,
        view: Object.assign({}, ...parts.map((part) => part?.view)) as Partial<View>,
      };
    },
  };
}

export type Grouping = ReturnType<typeof useGrouping>;

type GroupColumn = Column<Group, BreakdownOrder>;

/** Those of the groups of a view. `by` begins with the dimension of the rows. */
export function groupColumns(grouping: Grouping, by: readonly Dimension[], view: View): readonly GroupColumn[] {
  const { textOf, pageOf, answersOf } = grouping;
  const [first = 'MODEL'] = by;
  const isOfCompany = by.includes('COMPANY');
  return [
    {
      label: labelOfDimension(first),
      order: 'KEY',
      first: 'ASC',
      cell: ({ key }) => {
        const page = pageOf(key, first);
        return page ? <Link to={page}>{textOf(key, first)}</Link> : textOf(key, first);
      },
      values: Object.fromEntries(by.map((each) => [labelOfDimension(each), ({ key }) => textOf(key, each)])),
    },
    {
      // With a company among the dimensions, its own.
      label: 'Visibility',
      help: isOfCompany ? 'Answers that name the company.' : 'Answers that name the brand.',
      order: 'VISIBILITY',
      cell: (group) => {
        const answers = answersOf(group, by);
        return (
          <ShareLink
            value={group.visibility}
            mentions={group.mentions}
            runs={group.runs}
            more={`, ${boundsText(group)}`}
            isLinked={answers !== null}
            of={{ ...answers?.params, ...(isOfCompany ? {} : { outcome: 'MENTIONED' }) }}
            view={answers?.view}
          >
            <small class="under">{interval(boundsOf(group))}</small>
            {first !== 'PROMPT' && <small class="under">{kindOf(group)}</small>}
          </ShareLink>
        );
      },
      values: { Visibility: ({ visibility }) => visibility, ...boundsValues, Mentions: ({ mentions }) => mentions },
    },
    {
      label: 'Change',
      help: 'Of visibility, from the window compared with.',
      isChange: true,
      order: 'CHANGE',
      cell: ({ change, key: { promptId }, runs, previous }) => {
        if (!change) return none;
        if (!promptId) return <Change change={change} />;
        const windows = [runs, previous?.runs ?? 0].map((each) => ({ runs: each, prompts: 1 }));
        return <Change change={change} signal={{ isOf: signalFor(change, windows, promptId), view }} />;
      },
      values: {
        'Visibility before': ({ previous }) => previous?.visibility ?? null,
        Change: ({ change }) => change?.difference ?? null,
        'Change low': ({ change }) => change?.low ?? null,
        'Change high': ({ change }) => change?.high ?? null,
      },
    },
    { label: 'Share of voice', order: 'SHARE', value: ({ share }) => share, format: percent },
    {
      label: 'Position',
      order: 'POSITION',
      first: 'ASC',
      value: ({ position }) => position?.average ?? null,
      format: decimal,
    },
    {
      label: 'Positive',
      help: 'Share of the assessed mentions that are positive.',
      format: percent,
      values: { 'Positive share': ({ sentiment }) => sentiment?.positiveShare ?? null },
    },
    { label: 'Prompts', order: 'PROMPTS', value: ({ prompts }) => prompts },
    {
      label: 'Answers',
      order: 'RUNS',
      value: ({ runs }) => runs,
      cell: (group) => {
        // Those of a company are the ones that name it.
        const answers = isOfCompany ? null : answersOf(group, by);
        if (!answers) return whole(group.runs);
        return <AnswersLink count={answers.count} of={answers.params} view={answers.view} />;
      },
    },
  ];
}
