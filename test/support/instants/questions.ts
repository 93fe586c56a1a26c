// Questions about the brand of a history, over REST and GraphQL, each with what is to be answered in a given world.

import { listField } from '../lists/documents.js';
import { listPath } from '../lists/paths.js';
import { type AnalyticsQuestion, brandAnalytics, promptAnalytics } from '../naive/analytics.js';
import * as naive from '../naive/answers.js';
import { type ListQuestion, listAnswer, listKinds, listOrders } from '../naive/lists/lists.js';
import type { NaiveWorld } from '../naive/world.js';
import { oneOf, type Pick, some } from '../random/mulberry.js';
import { figures } from '../reader-documents.js';
import { restPath } from '../rest.js';
import { brandId, companies, days, firstDay, models, promptIds, tags } from './history.js';

export interface InstantQuestion {
  readonly path: string;
  /** Of a request to GraphQL. */
  readonly body?: string;
  /** What is compared, of an answer and of a world. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer
  readonly answered: (body: any) => unknown;
  readonly expected: (world: NaiveWorld) => unknown;
}

const outcomes = ['all', 'mentioned', 'absent', 'gap'] as const;
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu'];
const quarterMs = 900_000;
const itself = (body: unknown) => body;

/** One of each kind. */
export function instantQuestions(pick: Pick): readonly InstantQuestion[] {
  const promptId = oneOf(pick, promptIds);
  const window = windowOf(pick);
  return [
    oneDocument(pick),
    rest(`brands/${brandId}/analytics`, summaryOf(pick), (world, asked) =>
      brandAnalytics(world, { brandId, ...asked }),
    ),
    rest(`prompts/${promptId}/analytics`, window, (world, asked) => promptAnalytics(world, promptId, asked)),
    rest(`prompts/${promptId}/runs`, { ...window, page: 1 + pick(3), limit: 1 + pick(9) }, (world, asked) =>
      naive.promptRuns(world, { promptId, ...asked }),
    ),
    rest(`prompts/${promptId}/snapshot`, { date: dayOf(pick) }, (world, asked) =>
      naive.promptSnapshot(world, { promptId, ...asked }),
    ),
    rest('models', {}, naive.models),
    brandRuns(pick),
    ...listKinds.map((kind) => list(pick, kind)),
    oneDocument(pick),
    oneDocument(pick),
  ];
}

function windowOf(pick: Pick) {
  const start = firstDay + pick(days * 96) * quarterMs;
  const end = pick(3) === 0 ? start + (1 + pick(100)) * quarterMs : firstDay + (days + 1) * 96 * quarterMs;
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

const dayOf = (pick: Pick) => new Date(firstDay + pick(days) * 96 * quarterMs).toISOString().slice(0, 10);

const filtersOf = (pick: Pick) => ({
  ...windowOf(pick),
  ...(pick(3) === 0 ? { model: oneOf(pick, models) } : {}),
  ...(pick(3) === 0
    ? {}
    : { tags: [oneOf(pick, tags), ...some(pick, tags)].filter((tag, at, all) => all.indexOf(tag) === at) }),
});

const summaryOf = (pick: Pick) => ({ ...filtersOf(pick), timeZone: oneOf(pick, zones) });

function rest<Asked extends object>(
  path: string,
  asked: Asked,
  expected: (world: NaiveWorld, asked: Asked) => unknown,
): InstantQuestion {
  return {
    path: restPath(path, asked),
    answered: itself,
    expected: (world) => expected(world, asked),
  };
}

/** The first page. What a cursor contains is not for the client to read. */
function brandRuns(pick: Pick): InstantQuestion {
  const limit = 1 + pick(20);
  const asked = { ...filtersOf(pick), outcome: oneOf(pick, outcomes), company: oneOf(pick, companies), limit };
  const answered = ({ nextCursor, ...body }: { nextCursor: string | null }) => ({
    ...body,
    hasMore: nextCursor !== null,
  });
  const expected = (world: NaiveWorld) => {
    const { data, ...others } = naive.brandRuns(world, { brandId, ...asked });
    return { ...others, data: data.slice(0, limit), hasMore: data.length > limit };
  };
  return { ...rest(`brands/${brandId}/runs`, asked, expected), answered };
}

function list(pick: Pick, kind: (typeof listKinds)[number]): InstantQuestion {
  const asked = listQuestionOf(pick, kind);
  return {
    path: listPath(asked),
    answered: untitled,
    expected: (world) => listAnswer(world, asked),
  };
}

function listQuestionOf(pick: Pick, kind: (typeof listKinds)[number]): ListQuestion {
  return {
    kind,
    brandId,
    ...filtersOf(pick),
    orderBy: oneOf(pick, listOrders[kind]),
    direction: oneOf(pick, ['asc', 'desc'] as const),
    outcome: kind === 'queries' ? undefined : oneOf(pick, outcomes),
  };
}

/** Titles may be of any run that gave one. */
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
function untitled({ data, ...body }: any): unknown {
  return { ...body, data: data.map(({ title: _, ...element }: { title?: string }) => element) };
}

/** Figures, a list, the brand, its prompts and the models in one document: all of one instant. */
function oneDocument(pick: Pick): InstantQuestion {
  const asked: AnalyticsQuestion = { brandId, ...summaryOf(pick) };
  const { timeZone: _, ...selection } = asked;
  const order = { orderBy: oneOf(pick, listOrders.prompts), outcome: oneOf(pick, outcomes), limit: 100 };
  const listed: ListQuestion = { kind: 'prompts', ...selection, ...order };
  const query = `query ($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $tags: [String!], $timeZone: TimeZone) {
    brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, tags: $tags, timeZone: $timeZone) { ${figures} ${listField(listed)} }
    brand(id: $brandId) { name tags competitors { name } prompts(limit: 100) { data { id text tags } pagination { total } } }
    models { id label }
  }`;
  return {
    path: '/graphql',
    body: JSON.stringify({ query, variables: asked }),
    answered: ({ data, errors }) => errors ?? data,
    expected: (world) => {
      const { range: __, ...page } = listAnswer(world, listed);
      return {
        brandAnalytics: { ...brandAnalytics(world, asked), list: page },
        brand: brandIn(world),
        models: naive.models(world).data,
      };
    },
  };
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);

function brandIn({ brands, prompts, companies: known }: NaiveWorld) {
  const data = prompts.map(({ id, text, tags: carried }) => ({ id, text, tags: carried }));
  const tracked = known.filter((company) => company.tracked).map(({ name }) => ({ name }));
  return {
    name: brands[0]?.name,
    tags: [...new Set(data.flatMap((prompt) => prompt.tags))].sort(byText),
    competitors: tracked.sort((a, b) => byText(a.name, b.name)),
    prompts: { data: data.sort((a, b) => byText(a.id, b.id)), pagination: { total: data.length } },
  };
}
