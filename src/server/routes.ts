// The REST routes: a path, a stored document, how the request becomes its variables, how its data becomes the body.

import * as documents from './documents.js';
import type { Query } from './query.js';
import { runBody } from './run-body.js';

export interface Route {
  /** A segment that opens with `:` is a parameter. */
  readonly path: string;
  readonly document: string;
  /** Whether its answers carry an entity tag: they depend on nothing but the data of the brand in the path, or on what all brands share. */
  readonly isTagged?: boolean;
  readonly variables: (query: Query) => Record<string, unknown>;
  /** The body for the data of the document's one root field. */
  readonly body: (data: never) => unknown;
}

/** The path segments before every route. */
export const restPrefix = '/api/v1';

const window = (query: Query) => ({
  start: query.required('start', 'an RFC 3339 date-time such as 2026-03-01T00:00:00Z'),
  end: query.required('end', 'an RFC 3339 date-time such as 2026-04-01T00:00:00Z'),
});

const asIs = (data: unknown) => data;
const inData = (data: unknown) => ({ data });

export const routes: readonly Route[] = [
  {
    path: `${restPrefix}/brands/:brandId/analytics`,
    document: documents.brandAnalytics,
    isTagged: true,
    variables: (query) => ({
      brandId: query.segment('brandId'),
      ...window(query),
      model: query.text('model'),
      tags: query.tags('tags'),
      timeZone: query.text('timeZone'),
    }),
    body: asIs,
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs`,
    document: documents.promptRuns,
    isTagged: true,
    variables: (query) => ({
      promptId: query.segment('promptId'),
      ...window(query),
      model: query.text('model'),
      page: query.wholeNumber('page'),
      limit: query.wholeNumber('limit'),
    }),
    body: ({ data, pagination }: { data: Parameters<typeof runBody>[0][]; pagination: unknown }) => ({
      data: data.map(runBody),
      pagination,
    }),
  },
  {
    path: `${restPrefix}/prompts/:promptId/runs/:runId`,
    document: documents.promptRun,
    isTagged: true,
    variables: (query) => ({ promptId: query.segment('promptId'), runId: query.segment('runId') }),
    body: runBody,
  },
  {
    path: `${restPrefix}/prompts/:promptId/snapshot`,
    document: documents.promptSnapshot,
    isTagged: true,
    variables: (query) => ({
      promptId: query.segment('promptId'),
      date: query.required('date', 'a calendar day such as 2026-03-01'),
      timeZone: query.text('timeZone'),
      model: query.text('model'),
    }),
    body: asIs,
  },
  {
    path: `${restPrefix}/brands`,
    document: documents.brands,
    variables: () => ({}),
    body: inData,
  },
  {
    path: `${restPrefix}/brands/:brandId`,
    document: documents.brand,
    variables: (query) => ({ brandId: query.segment('brandId') }),
    body: asIs,
  },
  {
    path: `${restPrefix}/brands/:brandId/prompts`,
    document: documents.brandPrompts,
    variables: (query) => ({
      brandId: query.segment('brandId'),
      tags: query.tags('tags'),
      search: query.text('search'),
      page: query.wholeNumber('page'),
      limit: query.wholeNumber('limit'),
    }),
    body: ({ prompts }: { prompts: unknown }) => prompts,
  },
  {
    path: `${restPrefix}/me`,
    document: documents.viewer,
    variables: () => ({}),
    body: asIs,
  },
  {
    path: `${restPrefix}/models`,
    document: documents.models,
    isTagged: true,
    variables: () => ({}),
    body: inData,
  },
];
