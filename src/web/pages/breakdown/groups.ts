// The groups of a breakdown: by which dimensions, what each is called, and which answers and pages are its own.

import type { Params, Target } from '../../app/address.js';
import { type Brand, labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { type Bucket, bucketDays } from '../../data/period.js';
import { type View, windowOf } from '../../data/view.js';
import type { BreakdownQuery, Dimension } from '../../documents/generated/breakdown.js';
import type { Option } from '../../lists/choice.js';
import { day } from '../../ui/format.js';

export type Group = Complete<BreakdownQuery>['brandAnalytics']['breakdown']['data'][number];
type Key = Group['key'];

const dimensions: readonly Option<Dimension>[] = [
  { value: 'MODEL', label: 'Model' },
  { value: 'TAG', label: 'Tag' },
  { value: 'PROMPT', label: 'Prompt' },
  { value: 'COMPANY', label: 'Company' },
  { value: 'BRANDED', label: 'Branded or not' },
  { value: 'PROVIDER', label: 'Provider' },
  { value: 'MARKET', label: 'Market' },
  { value: 'WEB_SEARCH', label: 'Web search' },
  { value: 'MONTH', label: 'Month' },
  { value: 'WEEK', label: 'Week' },
  { value: 'DAY', label: 'Day' },
];

const buckets: readonly Bucket[] = ['DAY', 'WEEK', 'MONTH'];
export const isOfTime = (dimension: Dimension): boolean => buckets.some((bucket) => bucket === dimension);

/** Those by which the answers of a brand can differ. */
export function dimensionsOf(brand: Brand | null): readonly Option<Dimension>[] {
  const counts: Partial<Record<Dimension, number>> = {
    TAG: brand?.tags.length ?? 0,
    PROVIDER: (brand?.providers.length ?? 0) - 1,
    MARKET: brand?.markets.length ?? 0,
  };
  return dimensions.filter(({ value }) => (counts[value] ?? 1) > 0);
}

/** The answers of a group: the parameters and the view that select them, and how many they are. */
interface GroupAnswers {
  readonly count: number;
  readonly params: Params;
  readonly view: Partial<View>;
}

export interface Grouping {
  readonly textOf: (key: Key, dimension: Dimension) => string;
  /** The page of what a group is about. */
  readonly pageOf: (key: Key, dimension: Dimension) => Target | null;
  /** `null` where no address selects just these. */
  readonly answersOf: (group: Group, by: readonly Dimension[]) => GroupAnswers | null;
}

export function useGrouping(): Grouping {
  const catalog = useCatalog();
  const brand = useBrand();
  const { view } = useAddress();
  return {
    textOf: (key, dimension) => textOf(key, dimension, (model) => labelOf(catalog, model)),
    pageOf(key, dimension) {
      if (key.promptId) return { page: 'prompt', promptId: key.promptId };
      if (key.company) return key.company === brand?.name ? null : { page: 'competitor', company: key.company };
      const part = partOf(key, dimension, view);
      return part?.view ? { page: 'overview', view: part.view } : null;
    },
    answersOf({ key, runs, mentions }, by) {
      // What is said of a prompt does not narrow its answers further.
      const telling = by.includes('PROMPT') ? by.filter((each) => each !== 'TAG' && each !== 'BRANDED') : by;
      const parts = telling.map((dimension) => partOf(key, dimension, view));
      if (parts.some((part) => part === null)) return null;
      return {
        count: by.includes('COMPANY') ? mentions : runs,
        params: Object.assign({}, ...parts.map((part) => part?.params)),
        view: Object.assign({}, ...parts.map((part) => part?.view)),
      };
    },
  };
}

function textOf(key: Key, dimension: Dimension, modelText: (model: string) => string): string {
  switch (dimension) {
    case 'PROMPT':
      return key.prompt ?? '';
    case 'TAG':
      return key.tag ?? 'no tag';
    case 'MODEL':
      return modelText(key.model ?? '');
    case 'PROVIDER':
      return key.provider ?? '';
    case 'WEB_SEARCH':
      return key.webSearch ? 'With web search' : 'Without web search';
    case 'MARKET':
      return key.market ?? 'no market';
    case 'BRANDED':
      return key.branded ? 'Branded' : 'Unbranded';
    case 'COMPANY':
      return key.company ?? '';
    default:
      return day(key.date ?? '');
  }
}

interface Part {
  readonly params?: Params;
  readonly view?: Partial<View>;
}

/** What selects the answers of one value of a dimension; `null` where nothing does. */
function partOf(key: Key, dimension: Dimension, view: View): Part | null {
  switch (dimension) {
    case 'PROMPT':
      return { params: { prompt: key.promptId ?? '' } };
    case 'TAG':
      // Of some tags, any is enough: a further one cannot be demanded.
      return key.tag && (view.tags.length === 0 || view.tags.includes(key.tag)) ? { view: { tags: [key.tag] } } : null;
    case 'MODEL':
      return { view: { model: key.model ?? '' } };
    case 'PROVIDER':
      return { view: { provider: key.provider ?? '' } };
    case 'WEB_SEARCH':
      return { view: { search: key.webSearch ? 'yes' : 'no' } };
    case 'MARKET':
      return key.market ? { view: { market: key.market } } : null;
    case 'BRANDED':
      return { view: { branded: key.branded ? 'yes' : 'no' } };
    case 'COMPANY':
      return { params: { company: key.company ?? '' } };
    default: {
      const { from, to } = bucketDays(key.date ?? '', dimension, windowOf(view));
      return { params: { day: from, ...(to === from ? {} : { until: to }) } };
    }
  }
}
