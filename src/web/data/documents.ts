// The GraphQL documents that the pages send. The types of their data and variables are generated from them by `npm run schema`.

import type {
  CatalogQuery,
  CatalogQueryVariables,
  ExamplesQuery,
  ExamplesQueryVariables,
  FiguresQuery,
  FiguresQueryVariables,
  PromptsQuery,
  PromptsQueryVariables,
  RunQuery,
  RunQueryVariables,
  RunsQuery,
  RunsQueryVariables,
  SourcesQuery,
  SourcesQueryVariables,
} from './generated.js';

/** The text of a document, with the types of its data and variables. */
export type Document<Data, Variables> = string & { readonly types?: (variables: Variables) => Data };

export const catalogDocument = typed<CatalogQuery, CatalogQueryVariables>(
  'query Catalog { brands { id name tags lastRunAt } models { id label } }',
);

export const figuresDocument = typed<FiguresQuery, FiguresQueryVariables>(`
query Figures($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $tags: [String!], $timeZone: TimeZone) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, tags: $tags, timeZone: $timeZone) {
    brandName
    range { start end }
    totals { runs prompts citations uniqueDomains uniqueUrls }
    visibility { current runs mentions interval { ...Bounds } series { date visibility runs mentions interval { ...Bounds } } }
    shareOfVoice {
      brand mentions allMentions interval { ...Bounds }
      entries { name isBrand mentions prompts share interval { ...Bounds } sentiment { ...Sentiment } position { average positions } }
      series { date share mentions allMentions interval { ...Bounds } }
    }
    sentiment {
      positive neutral negative mixed positiveShare negativeShare
      series { date positive neutral negative mixed }
    }
    position { average positions series { date average positions } }
    models {
      model label runs brandMentions visibility interval { ...Bounds } citations
      sentiment { ...Sentiment } position { average positions }
    }
    previous {
      visibility { current }
      shareOfVoice { brand }
      sentiment { positiveShare }
      position { average }
      totals { runs citations }
    }
  }
}
fragment Bounds on Interval { low high }
fragment Sentiment on SentimentCounts { positive neutral negative mixed positiveShare negativeShare }`);

export const sourcesDocument = typed<SourcesQuery, SourcesQueryVariables>(`
query Sources($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $tags: [String!]) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, tags: $tags) {
    domains: citedDomains(limit: 25) { data { domain citations prompts share } }
    pages: citedUrls(limit: 25) { data { domain url citations prompts share } }
  }
}`);

export const promptsDocument = typed<PromptsQuery, PromptsQueryVariables>(`
query Prompts($brandId: ID!, $tags: [String!], $page: Int!, $limit: Int!) {
  brand(id: $brandId) { prompts(tags: $tags, page: $page, limit: $limit) { data { id text } pagination { totalPages } } }
}`);

export const runDocument = typed<RunQuery, RunQueryVariables>(`
query Run($promptId: ID!, $runId: ID!) {
  promptRun(promptId: $promptId, runId: $runId) { answer { text } webQueries citations { url domain title } }
}`);

/** The brands from which the example queries of GraphiQL take their variables. */
export const examplesDocument = typed<ExamplesQuery, ExamplesQueryVariables>(
  'query Examples { brands { id lastRunAt prompts(limit: 10) { data { id } } } }',
);

/** The runs of several prompts, with an alias and a variable for each; the types are generated for one prompt. */
export function runsDocument(
  prompts: number,
): Document<
  Readonly<Record<string, RunsQuery['r0']>>,
  Omit<RunsQueryVariables, 'p0'> & Readonly<Record<string, unknown>>
> {
  const each = Array.from({ length: prompts }, (_, index) => index);
  return typed(`
query Runs($start: DateTime!, $end: DateTime!, $model: ID, ${each.map((index) => `$p${index}: ID!`).join(', ')}) {
  ${each.map((index) => `r${index}: promptRuns(promptId: $p${index}, start: $start, end: $end, model: $model, limit: 100) { ...RunPage }`).join('\n  ')}
}
fragment RunPage on PromptRuns {
  data {
    id promptId model provider webSearchEnabled createdAt brandMentioned competitorsMentioned citationCount
    assessments { brand { sentiment position } }
  }
  pagination { total }
}`);
}

function typed<Data, Variables>(text: string): Document<Data, Variables> {
  return text as Document<Data, Variables>; // safe because the types are generated from the document of that name
}
