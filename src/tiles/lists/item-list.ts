// Cited domains, cited URLs and web queries: their keys and their rows, from the counts of items.

import type { ItemCounts } from '../../domain/lists/items.js';
import type { ListAsk, QueryRow, SourceRow } from '../../domain/lists/lists.js';
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
  const { current } = parts;
  return {
    ids: current.ids,
    keys: () => keysOf(ask, parts),
    rows: ask.kind === 'queries' ? () => queryRows(ask, parts) : (extras) => sourceRows(ask, parts, extras),
  };
}

function keysOf({ kind, orderBy }: ListAsk<ItemList>, { current, before, details }: ItemParts): Float64Array {
  if (orderBy === 'citations' || orderBy === 'runs') return current[orderBy];
  if (orderBy === 'visibility')
    return current.mentioned.map((mentioned, place) => mentioned / (current.runs[place] ?? 0));
  if (orderBy === 'prompts') {
    const { ids, prompts } = required(details);
    return valuesAt(current.ids, ids, prompts);
  }
  const { ids, [changing[kind]]: counts } = before ?? noCounts;
  const earlier = valuesAt(current.ids, ids, counts);
  return current[changing[kind]].map((count, place) => count - (earlier[place] ?? 0));
}

function sourceRows(ask: ListAsk<ItemList>, parts: ItemParts, { ownerOf, urlDomains }: Extras) {
  const { current, urls } = parts;
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
      citations: current.citations[place] ?? 0,
      runs: current.runs[place] ?? 0,
      prompts: detailOf(parts, 'prompts', id),
      urls: urlsOf && (urlsOf[id] ?? 0),
      previousCitations: previous,
      isNew,
      allCitations,
      allRuns: current.allRuns,
    };
  };
}

function queryRows(ask: ListAsk<ItemList>, parts: ItemParts) {
  const { current } = parts;
  const compared = comparison(ask, parts);
  return (place: number, { id, name }: RowName): QueryRow => {
    const { previous, isNew } = compared(id);
    return {
      query: name,
      runs: current.runs[place] ?? 0,
      prompts: detailOf(parts, 'prompts', id),
      models: detailOf(parts, 'models', id),
      brandMentions: current.mentioned[place] ?? 0,
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
