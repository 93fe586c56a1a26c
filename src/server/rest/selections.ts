// What the stored documents of REST select: exactly the fields of the response, in their order.

import { keyFields, measureNames } from '../../domain/breakdown/dimensions-and-measures.js';
import { subjectFields } from '../../domain/signals/signals.js';

const sentiment = 'positive neutral negative mixed positiveShare negativeShare';

const modelEntry = `
  model label runs brandMentions visibility citations
  sentiment { ${sentiment} }
  position { average }
`;

const totals = 'runs prompts citations uniqueDomains uniqueUrls';

const pagination = 'pagination { page limit total totalPages }';

const assessment = `
  mentioned probability reason sentiment
  sentimentProbabilities { label probability }
  position mentionCount
`;

const run = `
  id promptId brandId model provider webSearchEnabled brandMentioned competitorsMentioned
  assessments { brand { ${assessment} } competitors { name assessment { ${assessment} } } }
  webQueries citationCount createdAt
`;

const ratioChange = 'difference low high level isSignificant prompts';

export const analytics = `
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

export const promptRuns = `data { ${run} } ${pagination}`;

export const brandRuns = `range { start end } data { ${run} } total nextCursor`;

export const annotations = 'range { start end } data: annotations { id at until text url }';

export const promptRun = `
  ${run}
  answer { text }
  citations { index url domain title }
`;

export const promptSnapshot = `
  promptId brandId prompt date timeZone
  range { start end }
  runs brandMentions visibility
  competitors { name mentions share }
  models { ${modelEntry} }
  totals { ${totals} }
`;

export const brand = 'id name organizationId competitors { name } firstRunAt lastRunAt runs tags';

export const brands = `data { ${brand} } ${pagination}`;

export const brandPrompts = `data { id text tags } ${pagination}`;

export const viewer = 'kind keyId organization { id name } brandIds rateLimitPerMinute';

export const models = 'id label';

const citedFigures = 'category company citations share runs coverage prompts';

/** The variable that includes a field of a key. */
export const conditionOf = (key: string) => `has_${key}`;

const bounds = 'low high level';

/** What is selected of the measures that are no numbers. */
const measured: Readonly<Record<string, string>> = {
  sentiment: `{ ${sentiment} }`,
  position: '{ average }',
  interval: `{ ${bounds} }`,
  robustInterval: `{ ${bounds} designEffect effectiveRuns prompts }`,
  previous: '{ runs mentions visibility }',
  change: `{ ${ratioChange} }`,
};

const includedKeys = Object.keys(keyFields).map((key) => `${key} @include(if: $${conditionOf(key)})`);
const measures = measureNames().map((name) => `${name} ${measured[name] ?? ''}`);

/** The lists among the analytics of a brand. */
export const lists = {
  promptPerformance: `
    data {
      promptId prompt tags runs brandMentions visibility share
      sentiment { ${sentiment} }
      position { average }
      citations
      leader { name mentions }
      firstRunAt lastRunAt
      previous { runs brandMentions visibility }
      change
    }
    ${pagination}
  `,
  citedDomains: `data { domain ${citedFigures} urls previous { citations } isNew } ${pagination}`,
  citedUrls: `data { url title domain ${citedFigures} previous { citations } isNew } ${pagination}`,
  queryFanout: `
    summary { runs searchedRuns coverage queries uniqueQueries averagePerRun }
    data { query runs prompts models brandMentions visibility previous { runs } isNew }
    ${pagination}
  `,
  breakdown: `
    data { key { ${includedKeys.join(' ')} } ${measures.join(' ')} }
    ${pagination}
  `,
  signals: `
    tested total
    data { kind subject { ${Object.keys(subjectFields).join(' ')} } before after difference p q }
  `,
};
