// The groups of a breakdown: by which dimensions, what each is called, and which answers and pages are its own.

import type { Params, Target } from '../../app/address.js';
import { type Brand, labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { bucketDays } from '../../data/period.js';
import { type View, windowOf } from '../../data/view.js';
import type { BreakdownQuery, Dimension } from '../../documents/generated/pages.js';
import type { Option } from '../../lists/choice.js';
import { bucketText } from '../../ui/format.js';

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
