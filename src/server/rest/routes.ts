// The REST routes: path, stored document, the parameters passed as its variables, and how its data is converted to the body. Both the
// server and the OpenAPI description use these rows.

import { dimensionNames, dimensions, enumNameOf } from '../../domain/breakdown/dimensions-and-measures.js';
import {
  change,
  comparison,
  filter,
  filterOfPrompt,
  given,
  listSearch,
  orderBy,
  type Parameter,
  segments,
  window,
  zoneOfWindow,
} from './parameters.js';
import * as selections from './selections.js';

type Variables = Readonly<Record<string, unknown>>;

export interface Route {
  /** A segment that starts with `:` is a parameter. */
  readonly path: string;
  /** The root field of its document. */
  readonly field: string;
  /** What its document selects of the source of the body. */
  readonly selection: string;
  /** The name of its document, where it is not that of the source of the body. */
  readonly name?: string;
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
  /** Whether it asks what the runs of its pages say at length. */
  readonly wantsDetails?: boolean;
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
const keysOf = ({ by }: Variables): Variables => {
  const asked = dimensionNames.filter((name) => Array.isArray(by) && by.includes(enumNameOf(name)));
  return Object.fromEntries(
    asked.flatMap((name) => dimensions[name].keys.map((key) => [selections.conditionOf(key), true])),
  );
};

/** What every long list takes. */
const listed = (order: string): readonly Parameter[] =>
  given(
    [...window, zoneOfWindow('compare'), 'model', 'tags', ...filter, ...comparison, 'page', 'limit'],
    [orderBy(order), 'direction', listSearch],
  );

/** A list of the analytics of a brand, by its path below the brand. */
function listOf(
  path: string,
  list: keyof typeof selections.lists,
  parameters: readonly Parameter[],
  more: Partial<Route> = {},
): Route {
  const source = { field: 'brandAnalytics', selection: selections.lists[list], list };
  return { path: `${restPrefix}/brands/:brandId/${path}`, ...source, parameters, ...more };
}

export const routes: readonly Route[] = [
  {
    path: `${restPrefix}/brands/:brandId/analytics`,
    ...{ field: 'brandAnalytics', selection: selections.analytics },
    parameters: given(...window, 'model', 'tags', ...filter, 'timeZone', 'bucket', ...change),
    derived: ifCompared,
  },
  {
    path: `${restPrefix}/brands/:brandId/runs`,
    ...{ field: 'brandRuns', selection: selections.brandRuns },
    parameters: given(
      [...window, zoneOfWindow(), 'model', 'tags', ...filter, 'outcome', 'company', 'domain', 'url', 'query'],
      ['sentiment', 'search', 'limit', 'after'],
    ),
    wantsDetails: true,
    refused: { page: 'page does not exist here: give after, the nextCursor of the page before.' },
  },
  listOf('prompt-performance', 'promptPerformance', given(...listed('visibility'), 'outcome')),
  listOf('citations/domains', 'citedDomains', given(...listed('citations'), 'outcome', 'presence', 'category')),
  listOf('citations/urls', 'citedUrls', given(...listed('citations'), 'outcome', 'presence', 'category')),
  listOf('query-fanout', 'queryFanout', given(...listed('runs'), 'presence')),
  listOf(
    'breakdown',
    'breakdown',
    given(
      ['by', ...window, 'model', 'tags', ...filter, 'timeZone', ...comparison, 'page', 'limit'],
      [orderBy('runs'), 'direction', 'minRuns'],
    ),
    { derived: keysOf },
  ),
  listOf(
    'signals',
    'signals',
    given([...window, zoneOfWindow('compare'), 'model', 'tags', ...filter, ...comparison], ['level', 'kinds', 'limit']),
  ),
  {
    path: `${restPrefix}/brands/:brandId/annotations`,
    ...{ field: 'brandAnalytics', selection: selections.annotations, name: 'BrandAnnotations' },
    parameters: given(...window, zoneOfWindow()),
  },
  {
    path: `${restPrefix}/prompts/:promptId/analytics`,
    ...{ field: 'prompt', selection: selections.analytics, name: 'PromptAnalytics' },
    parameters: given(...window, 'model', ...filterOfPrompt, 'timeZone', 'bucket', ...change),
    derived: ifCompared,
    pick: 'analytics',
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs`,
    ...{ field: 'promptRuns', selection: selections.promptRuns },
    parameters: given([...window, zoneOfWindow(), 'model', ...filterOfPrompt, 'outcome', 'company', 'page', 'limit']),
    wantsDetails: true,
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs/:runId`,
    ...{ field: 'promptRun', selection: selections.promptRun },
    isUnbounded: true,
  },
  {
    path: `${restPrefix}/prompts/:promptId/snapshot`,
    ...{ field: 'promptSnapshot', selection: selections.promptSnapshot },
    parameters: given('date', 'timeZone', 'model', ...filterOfPrompt),
  },
  {
    path: `${restPrefix}/brands`,
    ...{ field: 'brandList', selection: selections.brands, name: 'Brands' },
    parameters: given(listSearch, 'page', 'limit'),
    isUntagged: true,
  },
  {
    path: `${restPrefix}/brands/:brandId`,
    ...{ field: 'brand', selection: selections.brand, name: 'TrackedBrand' },
    renamed: { id: 'brandId' },
    isUntagged: true,
  },
  {
    path: `${restPrefix}/brands/:brandId/prompts`,
    ...{ field: 'brand', selection: selections.brandPrompts, name: 'BrandPrompts' },
    renamed: { id: 'brandId' },
    parameters: given('tags', 'search', 'page', 'limit'),
    isUntagged: true,
    pick: 'prompts',
  },
  {
    path: `${restPrefix}/me`,
    ...{ field: 'viewer', selection: selections.viewer },
    isUntagged: true,
  },
  {
    path: `${restPrefix}/models`,
    ...{ field: 'models', selection: selections.models },
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
