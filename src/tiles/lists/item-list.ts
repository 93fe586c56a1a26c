// Cited domains, cited URLs and web queries: their keys and their rows, from the counts of items.

import type { ItemCounts } from '../../domain/lists/items.js';
import type { ListAsk, Presence, QueryRow, SourceRow } from '../../domain/lists/lists.js';
import {
  type Extras,
  type ItemList,
  type ItemParts,
  type ListTable,
  needsPrevious,
  type RowName,
  required,
} from './list.js';
import { placeOf, sumOf, valuesAt } from './ranking/places.js';

const noCounts: ItemCounts = {
  allRuns: 0,
  searchedRuns: 0,
  ids: new Int32Array(0),
  runs: new Float64Array(0),
  citations: new Float64Array(0),
  mentioned: new Float64Array(0),
};

/** What changes from one window to the next. */
const changing = { domains: 'citations', urls: 'citations', queries: 'runs' } as const;

export function itemList(ask: ListAsk<ItemList>, parts: ItemParts): ListTable {
  const shown = shownOf(ask.presence, parts);
  return {
    ids: shown.ids,
    keys: () => keysOf(ask, { ...parts, shown }),
    rows: (extras) =>
      ask.kind === 'queries' ? queryRows(ask, { ...parts, shown }) : sourceRows(ask, { ...parts, shown }, extras),
  };
}

interface ShownParts extends ItemParts {
  /** The counts of the items that are listed. */
  readonly shown: ItemCounts;
}

/** Of items that occur in the compared window alone, zeros. */
function shownOf(presence: Presence, { current, before }: ItemParts): ItemCounts {
  if (presence === 'current') return current;
  const earlier = before?.ids ?? noCounts.ids;
  const isCurrent = valuesAt(earlier, current.ids, current.runs);
  const lost = earlier.filter((_, place) => isCurrent[place] === 0);
  const ids = presence === 'lost' ? lost : merged(current.ids, lost);
  const of = (counts: Float64Array) => valuesAt(ids, current.ids, counts);
  const { runs, citations, mentioned } = current;
  return { ...current, ids, runs: of(runs), citations: of(citations), mentioned: of(mentioned) };
}

/** Of both, ascending. */
function merged(some: Int32Array, others: Int32Array): Int32Array {
  const all = new Int32Array(some.length + others.length);
  all.set(some);
  all.set(others, some.length);
  return all.sort();
}

function keysOf({ kind, orderBy, presence }: ListAsk<ItemList>, { before, details, shown }: ShownParts): Float64Array {
  const { ids, [changing[kind]]: counts } = before ?? noCounts;
  if (presence === 'lost') return valuesAt(shown.ids, ids, counts);
  if (orderBy === 'citations' || orderBy === 'runs') return shown[orderBy];
  // 0 / 0 is NaN: a query that nothing issued any more has no visibility
  if (orderBy === 'visibility') return shown.mentioned.map((mentioned, place) => mentioned / (shown.runs[place] ?? 0));
  if (orderBy === 'prompts') return valuesAt(shown.ids, required(details).ids, required(details).prompts);
  const earlier = valuesAt(shown.ids, ids, counts);
  return shown[changing[kind]].map((count, place) => count - (earlier[place] ?? 0));
}

function sourceRows(ask: ListAsk<ItemList>, parts: ShownParts, { ownerOf, urlDomains }: Extras) {
  const { current, shown, urls } = parts;
  const allCitations = sumOf(current.citations);
  const urlsOf = urls && countUrls(urls.ids, urlDomains);
  const compared = comparison(ask, parts);
  return (place: number, { id, name, text, domain }: RowName): SourceRow => {
    const { previous, isNew } = compared(id);
    return {
      domain: domain ?? name,
      url: ask.kind === 'urls' ? name : null,
      title: text,
      ...ownerOf(domain ?? name),
      citations: shown.citations[place] ?? 0,
      runs: shown.runs[place] ?? 0,
      prompts: detailOf(parts, 'prompts', id),
      urls: urlsOf && (urlsOf[id] ?? 0),
      previousCitations: previous,
      isNew,
      allCitations,
      allRuns: current.allRuns,
    };
  };
}

function queryRows(ask: ListAsk<ItemList>, parts: ShownParts) {
  const { shown } = parts;
  const compared = comparison(ask, parts);
  return (place: number, { id, name }: RowName): QueryRow => {
    const { previous, isNew } = compared(id);
    return {
      query: name,
      runs: shown.runs[place] ?? 0,
      prompts: detailOf(parts, 'prompts', id),
      models: detailOf(parts, 'models', id),
      brandMentions: shown.mentioned[place] ?? 0,
      previousRuns: previous,
      isNew,
    };
  };
}

/** Of each row, its count in the compared window, and whether it is new; `null`: not asked for. */
function comparison(ask: ListAsk<ItemList>, { before }: ItemParts) {
  const { ids, allRuns, [changing[ask.kind]]: counts } = before ?? noCounts;
  return (id: number): { readonly previous: number | null; readonly isNew: boolean | null } => {
    if (!needsPrevious(ask)) return { previous: null, isNew: null };
    const previous = counts[placeOf(ids, id)] ?? 0;
    return { previous, isNew: previous === 0 && allRuns > 0 };
  };
}

function detailOf({ details }: ItemParts, field: 'prompts' | 'models', id: number): number | null {
  return details && (details[field][placeOf(details.ids, id)] ?? 0);
}

/** How many of the URLs each domain has, by its number. */
function countUrls(urls: Int32Array, domains: Int32Array): Int32Array {
  const ofUrls = urls.map((url) => domains[url] ?? 0);
  const counts = new Int32Array(ofUrls.reduce((last, domain) => Math.max(last, domain), 0) + 1);
  for (let place = 0; place < ofUrls.length; place++) {
    const domain = ofUrls[place] ?? 0;
    counts[domain] = (counts[domain] ?? 0) + 1;
  }
  return counts;
}
