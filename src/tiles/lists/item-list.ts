// Cited domains, cited URLs and web queries: their keys and their rows, from the counts of items.

import type { ItemCounts, ItemKind } from '../../domain/lists/items.js';
import type { ListAsk, ListKind } from '../../domain/lists/lists.js';
import type { Part, Summary } from '../../domain/summary.js';
import { placeOf, sumOf, valuesAt } from './ranking/places.js';
import { type Counted, type Extras, type ListTable, needsPrevious, required } from './table.js';

type ItemList = Exclude<ListKind, 'prompts'>;

/** Whether an ask is about items. */
export function isItemAsk(ask: ListAsk): ask is ListAsk<ItemList> {
  return ask.kind !== 'prompts';
}

/** What each list is a list of, and the part that counts it. */
export const itemOf = { domains: 'domain', urls: 'url', queries: 'query' } as const satisfies Record<
  ItemList,
  ItemKind
>;
export const partOf = {
  domains: 'domainItems',
  urls: 'urlItems',
  queries: 'queryItems',
} as const satisfies Record<ItemList, Part>;

const noCounts: ItemCounts = {
  allRuns: 0,
  searchedRuns: 0,
  ids: new Int32Array(0),
  runs: new Float64Array(0),
  citations: new Float64Array(0),
  mentioned: new Float64Array(0),
};

/** What was counted of the items of a list. */
export function countsOf(kind: ItemList, summary: Summary | null): ItemCounts {
  return summary ? required(summary[partOf[kind]]) : noCounts;
}

/** The counts of both windows, and whether the one before is shown. */
interface Windows {
  readonly counts: ItemCounts;
  readonly before: ItemCounts;
  readonly hasPrevious: boolean;
}

function windowsOf({ ask, current, previous }: Counted<ItemList>): Windows {
  const counts = countsOf(ask.kind, current);
  return { counts, before: countsOf(ask.kind, previous), hasPrevious: needsPrevious(ask) };
}

/** Domains or URLs. */
export function sourceList(counted: Counted<'domains' | 'urls'>): ListTable<'domains' | 'urls'> {
  const { ask } = counted;
  const { counts, before: all, hasPrevious } = windowsOf(counted);
  const allCitations = sumOf(counts.citations);
  return {
    ids: counts.ids,
    keys: () => keysOf(counted, 'citations'),
    admits: null,
    leadersOf: () => [],
    rows: (extras) => (place, name) => {
      const before = extras.before ?? all;
      const domain = name.domain ?? name.name;
      const previousCitations = hasPrevious ? (before.citations[placeOf(before.ids, name.id)] ?? 0) : null;
      return {
        domain,
        url: ask.kind === 'urls' ? name.name : null,
        title: name.text,
        ...extras.ownerOf(domain),
        citations: counts.citations[place] ?? 0,
        runs: counts.runs[place] ?? 0,
        prompts: detailOf(extras, 'prompts', name.id),
        urls: extras.urls && (extras.urls[name.id] ?? 0),
        previousCitations,
        isNew: previousCitations === null ? null : previousCitations === 0 && before.allRuns > 0,
        allCitations,
        allRuns: counts.allRuns,
      };
    },
  };
}

export function queryList(counted: Counted<'queries'>): ListTable<'queries'> {
  const { counts, before: all, hasPrevious } = windowsOf(counted);
  return {
    ids: counts.ids,
    keys: () => keysOf(counted, 'runs'),
    admits: null,
    leadersOf: () => [],
    rows: (extras) => (place, name) => {
      const before = extras.before ?? all;
      const previousRuns = hasPrevious ? (before.runs[placeOf(before.ids, name.id)] ?? 0) : null;
      return {
        query: name.name,
        runs: counts.runs[place] ?? 0,
        prompts: detailOf(extras, 'prompts', name.id),
        models: detailOf(extras, 'models', name.id),
        brandMentions: counts.mentioned[place] ?? 0,
        previousRuns,
        isNew: previousRuns === null ? null : previousRuns === 0 && before.allRuns > 0,
      };
    },
  };
}

function detailOf({ details }: Extras, field: 'prompts' | 'models', id: number): number | null {
  return details && (details[field][placeOf(details.ids, id)] ?? 0);
}

/** `counted` is what changes from one window to the next. */
function keysOf(of: Counted<ItemList>, counted: 'citations' | 'runs'): Float64Array {
  const { counts, before } = windowsOf(of);
  const { orderBy } = of.ask;
  if (orderBy === 'citations' || orderBy === 'runs') return counts[orderBy];
  if (orderBy === 'visibility')
    return counts.mentioned.map((mentioned, place) => mentioned / (counts.runs[place] ?? 0));
  if (orderBy === 'prompts') {
    const { ids, prompts } = required(of.details);
    return valuesAt(counts.ids, ids, prompts);
  }
  const earlier = valuesAt(counts.ids, before.ids, before[counted]);
  return counts[counted].map((count, place) => count - (earlier[place] ?? 0));
}
