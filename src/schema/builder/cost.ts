// The cost of a field, declared with its resolver. It is known from the document, its variables and the stored sizes of the subjects it names, before
// anything is executed. The unit is about one value of a response.

import type { FieldNode } from 'graphql';
import type { BreakdownWant } from '../../domain/breakdown/dimensions-and-measures.js';
import { textUnitBytes } from '../../domain/budget.js';
import type { ListKind, ListWant } from '../../domain/lists/lists.js';
import type { PagePart } from '../../domain/run.js';
import type { Part } from '../../domain/summary.js';

/** A field that is a list with arguments of its own, read with the analytics that it belongs to: a long list, a breakdown, or signals. */
export type ListField = ListKind | 'breakdown' | 'signals';

/**
 * What a field of such a list needs, whichever list it is of: `all…` where that is ordered by it, otherwise of the listed elements; of a breakdown
 * also what its dimensions need.
 */
type ListNeed =
  `list:${ListWant | BreakdownWant | 'counts' | 'allPrompts' | 'search' | 'byPrompt' | 'byTime' | 'byPromptInTime' | 'bySource'}`;

/** What that is of each list. */
const listParts = {
  prompts: { 'list:counts': 'promptTotals', 'list:previous': 'previousFigures', 'list:search': 'promptSearch' },
  domains: {
    ...{ 'list:counts': 'domainItems', 'list:previous': 'previousDomains', 'list:search': 'domainSearch' },
    ...{ 'list:prompts': 'domainPrompts', 'list:allPrompts': 'allDomainPrompts', 'list:urls': 'domainUrls' },
  },
  urls: {
    ...{ 'list:counts': 'urlItems', 'list:previous': 'previousUrls', 'list:search': 'urlSearch' },
    ...{ 'list:prompts': 'urlPrompts', 'list:allPrompts': 'allUrlPrompts' },
  },
  queries: {
    ...{ 'list:counts': 'queryItems', 'list:previous': 'previousQueries', 'list:search': 'querySearch' },
    ...{ 'list:prompts': 'queryPrompts', 'list:allPrompts': 'allQueryPrompts' },
    ...{ 'list:models': 'queryModels', 'list:summary': 'fanout' },
  },
  breakdown: {
    ...{ 'list:counts': 'groups', 'list:previous': 'previousGroups', 'list:prompts': 'groupPrompts' },
    ...{ 'list:figures': 'groupFigures', 'list:clusters': 'groupClusters' },
    ...{ 'list:byPrompt': 'promptGroups', 'list:byTime': 'periods', 'list:byPromptInTime': 'promptPeriods' },
  },
  signals: { 'list:counts': 'changes', 'list:byTime': 'marketChanges', 'list:bySource': 'sourceChanges' },
} as const satisfies Record<ListField, Partial<Record<ListNeed, string>>>;

/** What a list reads. */
type ListPart = { [Kind in ListField]: (typeof listParts)[Kind][keyof (typeof listParts)[Kind]] }[ListField];

/** What is only read by itself for breakdowns and signals, which are priced by what they are asked for. */
type UnpricedPart = 'promptSums' | 'mentionTotals' | 'sumTotals' | 'companyTotals';

/** A part of a summary, the models' labels, a part of a page, where the runs of an item are, or a part of a long list. */
type ReadPart = Exclude<Part, UnpricedPart> | 'labels' | PagePart | 'itemRuns' | 'siftedRuns' | ListPart;
export type Need = ReadPart | ListNeed;

/**
 * The maximum length of a list: the days of the window, `limit`, or a stored size. A list of objects that
 * declares none is charged when its length is known.
 */
export type Size = 'days' | 'limit' | 'companies' | 'competitors' | 'models' | 'brands' | 'brandPage';

/** The price of a read: a base, and amounts per day, company and so on. */
export interface Price {
  readonly base: number;
  readonly perDay?: number;
  /** Of the window that is compared with. */
  readonly perComparedDay?: number;
  readonly perCompany?: number;
  readonly perModel?: number;
  readonly perPrompt?: number;
  /** Replaces `perPrompt` if `search` or `tags` are given: every prompt is read. */
  readonly perPromptFiltered?: number;
  /** For each prompt that a filter selects by what it is, and for each of these and each day; nothing without such a filter. */
  readonly perChosen?: number;
  readonly perChosenDay?: number;
  readonly perChosenComparedDay?: number;
  readonly perDomain?: number;
  readonly perUrl?: number;
  readonly perQuery?: number;
}

/** The argument that names a brand or a prompt, whose sizes apply to all fields below. */
export type SubjectArgument = 'brandId' | 'id' | 'promptId';

export interface FieldCost {
  /** In addition to the 1 that every field costs, for each selection. */
  readonly price?: Price;
  /** For a list of objects: the factor for everything below it. */
  readonly size?: Size;
  /** What `limit` is clamped to; by default, what pages of lists are. */
  readonly maxLimit?: number;
  /** For a list without a size: whether it may be long, so that it is made and answered in turns. */
  readonly isLong?: true;
  /** Whether the parts that fields below need are read for this field, each once. */
  readonly isRead?: true;
  /** Whether the parts that the field itself needs are read for it as well, and not for a field above. */
  readonly readsOwn?: true;
  readonly subject?: SubjectArgument;
  /** Whether it is about all days of the brand, whatever the window above it. */
  readonly isAllTime?: true;
  /** Whether the window below it is the compared one. */
  readonly isBefore?: true;
}

/** What tiles say of all prompts, and of those with the same tags: of others it is added up from the days of each. */
const ofEachPrompt = { perChosen: 0.05, perChosenDay: 0.001 };

/** The price of reading a part, charged once for each field that it is read for, regardless of how many fields below need it. */
export const partPrices: Readonly<Record<ReadPart, Price>> = {
  sums: { base: 200, perDay: 0.05, perCompany: 0.4, ...ofEachPrompt },
  days: { base: 200, perDay: 0.2, ...ofEachPrompt },
  prompts: { base: 200, perDay: 0.05, perCompany: 0.5, perPrompt: 0.01 },
  distinct: { base: 500, perDay: 0.5, ...ofEachPrompt },
  companySeries: { base: 300, perDay: 0.5, perCompany: 0.5, ...ofEachPrompt },
  promptCompanies: { base: 300, perDay: 1, perPrompt: 0.2 },
  promptMentions: { base: 100, perDay: 0.3, perPrompt: 0.05 },
  promptTotals: { base: 300, perDay: 1, perPrompt: 0.2 },
  domainItems: { base: 300, perDay: 0.5, perDomain: 0.02 },
  urlItems: { base: 300, perDay: 0.5, perUrl: 0.02 },
  queryItems: { base: 300, perDay: 0.5, perQuery: 0.02 },
  previousFigures: { base: 100, perComparedDay: 0.3, perPrompt: 0.05 },
  previousDomains: { base: 300, perComparedDay: 0.5, perDomain: 0.02 },
  previousUrls: { base: 300, perComparedDay: 0.5, perUrl: 0.02 },
  previousQueries: { base: 300, perComparedDay: 0.5, perQuery: 0.02 },
  domainPrompts: { base: 500, perDay: 1 },
  urlPrompts: { base: 500, perDay: 1 },
  queryPrompts: { base: 500, perDay: 1 },
  queryModels: { base: 500, perDay: 1 },
  allDomainPrompts: { base: 1_000, perDay: 4, perDomain: 0.1 },
  allUrlPrompts: { base: 1_000, perDay: 4, perUrl: 0.1 },
  allQueryPrompts: { base: 1_000, perDay: 4, perQuery: 0.1 },
  promptSearch: { base: 50, perPrompt: 0.1 },
  domainSearch: { base: 50, perDomain: 0.1 },
  urlSearch: { base: 50, perUrl: 0.1 },
  querySearch: { base: 50, perQuery: 0.1 },
  domainUrls: { base: 300, perDay: 0.5, perUrl: 0.02 },
  fanout: { base: 1 },
  groups: { base: 200, perDay: 0.05, perCompany: 0.2, ...ofEachPrompt },
  promptGroups: { base: 300, perDay: 1, perPrompt: 0.2 },
  // Each period looks for its days in the whole months of all of them.
  periods: { base: 100, perDay: 5, perChosenDay: 0.01 },
  promptPeriods: { base: 100, perDay: 10, perPrompt: 0.2 },
  groupPrompts: { base: 300, perDay: 1, perPrompt: 0.2 },
  groupFigures: { base: 300, perDay: 1, perPrompt: 0.2 },
  groupClusters: { base: 300, perDay: 1, perPrompt: 0.2 },
  previousGroups: { base: 300, perComparedDay: 1, perPrompt: 0.2, perChosen: 0.05, perChosenComparedDay: 0.001 },
  changes: { base: 600, perDay: 1, perComparedDay: 1, perPrompt: 1, perCompany: 0.5 },
  marketChanges: { base: 300, perDay: 4, perComparedDay: 4, perPrompt: 0.5 },
  sourceChanges: { base: 1_000, perDay: 4, perComparedDay: 4, perPrompt: 0.1, perDomain: 0.3 },
  labels: { base: 5, perModel: 0.05 },
  rows: { base: 20, perCompany: 0.4, ...ofEachPrompt },
  total: { base: 20, perDay: 0.01, ...ofEachPrompt },
  next: { base: 1 },
  itemRuns: { base: 500, perDay: 2 },
  siftedRuns: { base: 2_000, perDay: 10 },
};

/** The price of what a field needs that is read for the list `list`; `null`: for another field. */
export function priceOf(need: Need, list: ListField | null): Price {
  const parts: Partial<Record<Need, ReadPart>> = list === null ? {} : listParts[list];
  const prices: Partial<Record<Need, Price>> = partPrices;
  const price = prices[parts[need] ?? need];
  if (!price) throw new Error(`Nothing is said about the price of ${need}.`);
  return price;
}

/** The cost of a field itself: one value, and more if its key is long, which a client can make as long as its document. */
export function costOfKey({ alias, name }: FieldNode): number {
  return 1 + Math.floor((alias ?? name).value.length / textUnitBytes);
}
