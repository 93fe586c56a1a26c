// The REST routes: a path, a stored document, the parameters that become its variables, and how its data becomes the body. What
// serves a request and what describes the API both read these rows.

import * as documents from './documents.js';
import { date, model, type Parameter, paging, search, segments, tags, timeZone, window } from './parameters.js';

export interface Route {
  /** A segment that opens with `:` is a parameter. */
  readonly path: string;
  readonly document: string;
  /** Parameters of the query string, in the order in which they are judged. */
  readonly parameters?: readonly Parameter[];
  /** Whether its answers carry an entity tag: they depend on nothing but the data of the brand in the path, or on what all brands share. */
  readonly isTagged?: boolean;
  /** Whether its answer may be of any size: it is one recorded run. */
  readonly isUnbounded?: boolean;
  /** The one field of the document's root field that is the body; without it the body is the root field itself. */
  readonly pick?: string;
  /** Whether the body is an object with the data in its `data`: a body is never a list. */
  readonly isWrapped?: boolean;
}

/** The path segments before every route. */
export const restPrefix = '/api/v1';

export const routes: readonly Route[] = [
  {
    path: `${restPrefix}/brands/:brandId/analytics`,
    document: documents.brandAnalytics,
    parameters: [...window, model, tags, timeZone],
    isTagged: true,
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs`,
    document: documents.promptRuns,
    parameters: [...window, model, ...paging],
    isTagged: true,
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs/:runId`,
    document: documents.promptRun,
    isUnbounded: true,
    isTagged: true,
  },
  {
    path: `${restPrefix}/prompts/:promptId/snapshot`,
    document: documents.promptSnapshot,
    parameters: [date, timeZone, model],
    isTagged: true,
  },
  {
    path: `${restPrefix}/brands`,
    document: documents.brands,
    isWrapped: true,
  },
  {
    path: `${restPrefix}/brands/:brandId`,
    document: documents.brand,
  },
  {
    path: `${restPrefix}/brands/:brandId/prompts`,
    document: documents.brandPrompts,
    parameters: [tags, search, ...paging],
    pick: 'prompts',
  },
  {
    path: `${restPrefix}/me`,
    document: documents.viewer,
  },
  {
    path: `${restPrefix}/models`,
    document: documents.models,
    isTagged: true,
    isWrapped: true,
  },
];

/** The parameters in the path of a route, in their order. Throws for one that nobody described. */
export function pathParameters({ path }: Route): readonly Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const parameter = segments[name];
    if (!parameter) throw new Error(`The path parameter ${name} of ${path} is not described.`);
    return parameter;
  });
}
