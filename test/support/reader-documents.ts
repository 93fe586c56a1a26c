// GraphQL documents that select all that REST answers, written from the interface and not from the service's own.

const counts = 'positive neutral negative mixed';
const sentiment = `sentiment { ${counts} positiveShare negativeShare } position { average }`;
const models = `models { model label runs brandMentions visibility citations ${sentiment} }`;
const totals = 'totals { runs prompts citations uniqueDomains uniqueUrls }';
const assessment = `mentioned probability reason sentiment sentimentProbabilities { label probability } position mentionCount`;
const listed = `id promptId brandId model provider webSearchEnabled brandMentioned competitorsMentioned
  assessments { brand { ${assessment} } competitors { name assessment { ${assessment} } } }
  webQueries citationCount createdAt`;

/** Every figure about a brand that the interface names. */
export const figures = `brandId brandName range { start end }
  visibility { current series { date visibility } }
  shareOfVoice { brand entries { name isBrand mentions prompts share ${sentiment} } series { date share } }
  ${models}
  sentiment { ${counts} positiveShare negativeShare series { date ${counts} } }
  position { average series { date average } }
  ${totals}`;

export const analytics = `query ($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $filter: RunFilter, $tags: [String!], $timeZone: TimeZone) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, filter: $filter, tags: $tags, timeZone: $timeZone) { ${figures} }
}`;

export const runs = `query ($promptId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $filter: RunFilter, $outcome: Outcome, $company: String, $page: Int, $limit: Int) {
  promptRuns(promptId: $promptId, start: $start, end: $end, model: $model, filter: $filter, outcome: $outcome, company: $company, page: $page, limit: $limit) {
    data { ${listed} } pagination { page limit total totalPages }
  }
}`;

/** `outcome` and `sentiment` are in upper case. */
export const brandRuns = `query ($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $filter: RunFilter, $tags: [String!], $outcome: Outcome, $company: String, $domain: String, $url: String, $query: String, $sentiment: SentimentLabel, $search: String, $limit: Int, $after: String) {
  brandRuns(brandId: $brandId, start: $start, end: $end, model: $model, filter: $filter, tags: $tags, outcome: $outcome, company: $company, domain: $domain, url: $url, query: $query, sentiment: $sentiment, search: $search, limit: $limit, after: $after) {
    range { start end } data { ${listed} } total nextCursor
  }
}`;

export const run = `query ($promptId: ID!, $runId: ID!) {
  promptRun(promptId: $promptId, runId: $runId) { ${listed} answer { text } citations { index url domain title } }
}`;

export const snapshot = `query ($promptId: ID!, $date: Date!, $timeZone: TimeZone, $model: ID, $filter: RunFilter) {
  promptSnapshot(promptId: $promptId, date: $date, timeZone: $timeZone, model: $model, filter: $filter) {
    promptId brandId prompt date timeZone range { start end } runs brandMentions visibility
    competitors { name mentions share } ${models} ${totals}
  }
}`;

export const allModels = 'query { models { id label } }';
