// The REST routes: path, stored document, the parameters passed as its variables, and how its data is converted to the body. Both the
// server and the OpenAPI description use these rows.

import {
  breakdownOrders,
  dimensionNames,
  dimensions,
  enumNameOf,
} from '../../domain/breakdown/dimensions-and-measures.js';
import { promptOrders, queryOrders, sourceOrders } from '../../domain/lists/lists.js';
import * as documents from './documents.js';
import * as lists from './list-documents.js';
import {
  after,
  bucket,
  by,
  category,
  change,
  company,
  comparison,
  date,
  direction,
  filter,
  filterOfPrompt,
  items,
  kinds,
  level,
  limit,
  listSearch,
  minRuns,
  model,
  orderBy,
  outcome,
  type Parameter,
  paging,
  presence,
  search,
  segments,
  sentiment,
  tags,
  timeZone,
  window,
  zoneOfWindow,
} from './parameters.js';

type Variables = Readonly<Record<string, unknown>>;

export interface Route {
  /** A segment that starts with `:` is a parameter. */
  readonly path: string;
  readonly document: string;
  /** Parameters of the query string, in the order in which their faults are reported. */
  readonly parameters?: readonly Parameter[];
  /** Variables of the document that follow from those of the parameters. */
  readonly derived?: (variables: Variables) => Variables;
  /** Arguments of the document whose names are not those of the parameters that they come from. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Messages for parameters that it does not take although similar routes do. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Whether its responses have no entity tag: they depend on more than the data of the brand in the path, or data shared by all brands. */
  readonly isUntagged?: boolean;
  /** Whether its response can have any size: it is one recorded run. */
  readonly isUnbounded?: boolean;
  /** Whether one read of figures, or of a page of runs, answers it. */
  readonly readsOnce?: boolean;
  /** The field of the document's root field that is the body; by default the root field itself. */
  readonly pick?: string;
  /** The list among the fields of the document's root field: its fields are in the body, beside the others of the root field. */
  readonly list?: string;
  /** Whether the body is an object with the list in `data`: a body is never a list. */
  readonly isWrapped?: boolean;
}

/** The prefix of all routes. */
export const restPrefix = '/api/v1';

/** Analytics say what changed where a comparison is asked for. */
const ifCompared = ({ compare, compareStart, compareEnd }: Variables): Variables => ({
  isCompared: compare !== undefined || compareStart !== undefined || compareEnd !== undefined,
});

/** A key has the fields of the dimensions that are asked for. */
const keysOf = ({ by: given }: Variables): Variables => {
  const asked = dimensionNames.filter((name) => Array.isArray(given) && given.includes(enumNameOf(name)));
  return Object.fromEntries(
    asked.flatMap((name) => dimensions[name].keys.map((key) => [lists.conditionOf(key), true])),
  );
};

/** What every long list takes. */
const listed = (orders: Parameters<typeof orderBy>[0]): readonly Parameter[] => [
  ...[...window, zoneOfWindow('compare'), model, tags, ...filter, ...comparison, ...paging],
  ...[orderBy(orders), direction, listSearch],
];

export const routes: readonly Route[] = [
  {
    path: `${restPrefix}/brands/:brandId/analytics`,
    document: documents.brandAnalytics,
    parameters: [...window, model, tags, ...filter, timeZone, bucket, ...change],
    derived: ifCompared,
    readsOnce: true,
  },
  {
    path: `${restPrefix}/brands/:brandId/runs`,
    document: documents.brandRuns,
    parameters: [
      ...window,
      zoneOfWindow(),
      model,
      tags,
      ...filter,
      outcome,
      company,
      ...items,
      sentiment,
      search,
      limit,
      after,
    ],
    refused: { page: 'page does not exist here: give after, the nextCursor of the page before.' },
  },
  {
    path: `${restPrefix}/brands/:brandId/prompt-performance`,
    document: lists.promptPerformance,
    parameters: [...listed(promptOrders), outcome],
    list: 'promptPerformance',
  },
  {
    path: `${restPrefix}/brands/:brandId/citations/domains`,
    document: lists.citedDomains,
    parameters: [...listed(sourceOrders), outcome, presence, category],
    list: 'citedDomains',
  },
  {
    path: `${restPrefix}/brands/:brandId/citations/urls`,
    document: lists.citedUrls,
    parameters: [...listed(sourceOrders), outcome, presence, category],
    list: 'citedUrls',
  },
  {
    path: `${restPrefix}/brands/:brandId/query-fanout`,
    document: lists.queryFanout,
    parameters: [...listed(queryOrders), presence],
    list: 'queryFanout',
  },
  {
    path: `${restPrefix}/brands/:brandId/breakdown`,
    document: lists.breakdown,
    parameters: [
      ...[by, ...window, model, tags, ...filter, timeZone, ...comparison, ...paging],
      ...[orderBy(breakdownOrders), direction, minRuns],
    ],
    derived: keysOf,
    list: 'breakdown',
  },
  {
    path: `${restPrefix}/brands/:brandId/signals`,
    document: lists.signals,
    parameters: [...window, zoneOfWindow('compare'), model, tags, ...filter, ...comparison, level, kinds, limit],
    list: 'signals',
  },
  {
    path: `${restPrefix}/brands/:brandId/annotations`,
    document: documents.brandAnnotations,
    parameters: [...window, zoneOfWindow()],
  },
  {
    path: `${restPrefix}/prompts/:promptId/analytics`,
    document: documents.promptAnalytics,
    parameters: [...window, model, ...filterOfPrompt, timeZone, bucket, ...change],
    derived: ifCompared,
    pick: 'analytics',
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs`,
    document: documents.promptRuns,
    parameters: [...window, zoneOfWindow(), model, ...filterOfPrompt, outcome, company, ...paging],
    readsOnce: true,
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs/:runId`,
    document: documents.promptRun,
    isUnbounded: true,
  },
  {
    path: `${restPrefix}/prompts/:promptId/snapshot`,
    document: documents.promptSnapshot,
    parameters: [date, timeZone, model, ...filterOfPrompt],
  },
  {
    path: `${restPrefix}/brands`,
    document: documents.brands,
    parameters: [listSearch, ...paging],
    isUntagged: true,
  },
  {
    path: `${restPrefix}/brands/:brandId`,
    document: documents.brand,
    renamed: { id: 'brandId' },
    isUntagged: true,
  },
  {
    path: `${restPrefix}/brands/:brandId/prompts`,
    document: documents.brandPrompts,
    renamed: { id: 'brandId' },
    parameters: [tags, search, ...paging],
    isUntagged: true,
    pick: 'prompts',
  },
  {
    path: `${restPrefix}/me`,
    document: documents.viewer,
    isUntagged: true,
  },
  {
    path: `${restPrefix}/models`,
    document: documents.models,
    isWrapped: true,
  },
];

/** The parameters in the path of a route, in order. Throws for one without a description. */
export function pathParameters({ path }: Route): readonly Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const parameter = segments[name];
    if (!parameter) throw new Error(`The path parameter ${name} of ${path} is not described.`);
    return parameter;
  });
}
