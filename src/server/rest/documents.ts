// The stored documents of REST. Each selects exactly the fields of the response, in their order.

export const sentiment = 'positive neutral negative mixed positiveShare negativeShare';

const modelEntry = `
  model label runs brandMentions visibility citations
  sentiment { ${sentiment} }
  position { average }
`;

const totals = 'runs prompts citations uniqueDomains uniqueUrls';

export const pagination = 'pagination { page limit total totalPages }';

/** The window, in any of the ways to name it: its variables, and the arguments that they are. */
export const window = {
  declared: '$start: DateTime, $end: DateTime, $from: Date, $to: Date, $last: String, $timeZone: TimeZone',
  passed: 'start: $start, end: $end, from: $from, to: $to, last: $last, timeZone: $timeZone',
};

/** The window that is compared with: its variables, and the arguments that they are. */
export const comparison = {
  declared: '$compare: Comparison, $compareStart: DateTime, $compareEnd: DateTime',
  passed: 'compare: $compare, compareStart: $compareStart, compareEnd: $compareEnd',
};

/** Each field of a filter is a variable: of those that are not given, the filter says nothing. */
const filterOfPrompt = {
  declared: '$models: [ID!], $providers: [String!], $webSearch: Boolean, $markets: [String!]',
  passed: 'filter: { models: $models, providers: $providers, webSearch: $webSearch, markets: $markets }',
};
export const filter = {
  declared: `${filterOfPrompt.declared}, $branded: Boolean, $prompts: [ID!]`,
  passed: filterOfPrompt.passed.replace(' }', ', branded: $branded, promptIds: $prompts }'),
};

const run = `
  id promptId brandId model provider webSearchEnabled brandMentioned competitorsMentioned
  assessments { brand { ...Assessment } competitors { name assessment { ...Assessment } } }
  webQueries citationCount createdAt
`;

const assessment = `
  fragment Assessment on Assessment {
    mentioned probability reason sentiment
    sentimentProbabilities { label probability }
    position mentionCount
  }
`;

export const ratioChange = 'difference low high level isSignificant prompts';

const analytics = `
  brandId brandName
  range { start end }
  visibility { current series(bucket: $bucket) { date visibility } }
  shareOfVoice {
    brand
    entries { name isBrand mentions prompts share sentiment { ${sentiment} } position { average } }
    series(bucket: $bucket) { date share }
  }
  models { ${modelEntry} }
  sentiment { ${sentiment} series(bucket: $bucket) { date positive neutral negative mixed } }
  position { average series(bucket: $bucket) { date average } }
  totals { ${totals} }
  change @include(if: $isCompared) { visibility { ${ratioChange} } shareOfVoice { ${ratioChange} } }
`;

export const brandAnalytics = `
  query BrandAnalytics(
    $brandId: ID!, ${window.declared}, $model: ID, ${filter.declared}, $tags: [String!],
    $bucket: Bucket, ${comparison.declared}, $isCompared: Boolean = false
  ) {
    brandAnalytics(
      brandId: $brandId, ${window.passed}, model: $model, ${filter.passed}, tags: $tags, ${comparison.passed}
    ) {
      ${analytics}
    }
  }
`;

export const promptAnalytics = `
  query PromptAnalytics(
    $promptId: ID!, ${window.declared}, $model: ID, ${filterOfPrompt.declared},
    $bucket: Bucket, ${comparison.declared}, $isCompared: Boolean = false
  ) {
    prompt(promptId: $promptId) {
      analytics(${window.passed}, model: $model, ${filterOfPrompt.passed}, ${comparison.passed}) {
        ${analytics}
      }
    }
  }
`;

export const promptRuns = `
  query PromptRuns($promptId: ID!, ${window.declared}, $model: ID, ${filterOfPrompt.declared}, $outcome: Outcome, $company: String, $page: Int, $limit: Int) {
    promptRuns(promptId: $promptId, ${window.passed}, model: $model, ${filterOfPrompt.passed}, outcome: $outcome, company: $company, page: $page, limit: $limit) {
      data { ${run} }
      ${pagination}
    }
  }
  ${assessment}
`;

export const brandRuns = `
  query BrandRuns(
    $brandId: ID!, ${window.declared}, $model: ID, ${filter.declared}, $tags: [String!],
    $outcome: Outcome, $company: String, $domain: String, $url: String, $query: String, $sentiment: SentimentLabel,
    $search: String, $limit: Int, $after: String
  ) {
    brandRuns(
      brandId: $brandId, ${window.passed}, model: $model, ${filter.passed}, tags: $tags,
      outcome: $outcome, company: $company, domain: $domain, url: $url, query: $query, sentiment: $sentiment,
      search: $search, limit: $limit, after: $after
    ) {
      range { start end }
      data { ${run} }
      total nextCursor
    }
  }
  ${assessment}
`;

export const brandAnnotations = `
  query BrandAnnotations($brandId: ID!, ${window.declared}) {
    brandAnalytics(brandId: $brandId, ${window.passed}) {
      range { start end }
      data: annotations { id at until text url }
    }
  }
`;

export const promptRun = `
  query PromptRun($promptId: ID!, $runId: ID!) {
    promptRun(promptId: $promptId, runId: $runId) {
      ${run}
      answer { text }
      citations { index url domain title }
    }
  }
  ${assessment}
`;

export const promptSnapshot = `
  query PromptSnapshot($promptId: ID!, $date: Date!, $timeZone: TimeZone, $model: ID, ${filterOfPrompt.declared}) {
    promptSnapshot(promptId: $promptId, date: $date, timeZone: $timeZone, model: $model, ${filterOfPrompt.passed}) {
      promptId brandId prompt date timeZone
      range { start end }
      runs brandMentions visibility
      competitors { name mentions share }
      models { ${modelEntry} }
      totals { ${totals} }
    }
  }
`;

const brandFields = 'id name organizationId competitors { name } firstRunAt lastRunAt runs tags';

export const brands = `
  query Brands($search: String, $page: Int, $limit: Int) {
    brandList(search: $search, page: $page, limit: $limit) {
      data { ${brandFields} }
      ${pagination}
    }
  }
`;

export const brand = `query TrackedBrand($brandId: ID!) { brand(id: $brandId) { ${brandFields} } }`;

export const brandPrompts = `
  query BrandPrompts($brandId: ID!, $tags: [String!], $search: String, $page: Int, $limit: Int) {
    brand(id: $brandId) {
      prompts(tags: $tags, search: $search, page: $page, limit: $limit) {
        data { id text tags }
        ${pagination}
      }
    }
  }
`;

export const viewer = `
  query Viewer { viewer { kind keyId organization { id name } brandIds rateLimitPerMinute } }
`;

export const models = 'query Models { models { id label } }';
