// Example bodies for the OpenAPI description: built from the shapes of the bodies, with consistent values.

import { isEnumType } from 'graphql';
import { after, segments } from '../rest/parameters.js';
import type { Shape } from '../rest/shape.js';

/** 90 of 120 runs mention the brand; 90 of 240 mentions of companies are of the brand. */
const values: Readonly<Record<string, unknown>> = {
  id: 'acme-crm',
  organizationId: 'acme',
  brandId: 'acme-crm',
  brandName: 'Acme CRM',
  name: 'Acme CRM',
  label: 'ChatGPT',
  model: 'chatgpt',
  provider: 'openai',
  promptId: segments.promptId?.example,
  prompt: 'best crm for small teams',
  text: 'best crm for small teams',
  start: '2026-03-01T00:00:00.000Z',
  end: '2026-04-01T00:00:00.000Z',
  createdAt: '2026-03-01T10:14:59.999Z',
  firstRunAt: '2025-11-21T08:00:00.000Z',
  lastRunAt: '2026-03-31T21:45:10.000Z',
  date: '2026-03-01',
  timeZone: 'UTC',
  difference: 0.05,
  low: 0.01,
  high: 0.09,
  level: 0.95,
  isSignificant: true,
  runs: 120,
  brandMentions: 90,
  mentions: 90,
  allMentions: 240,
  designEffect: 2.4,
  effectiveRuns: 28,
  tag: 'crm',
  prompts: 8,
  current: 0.75,
  visibility: 0.75,
  brand: 0.375,
  share: 0.375,
  positive: 48,
  neutral: 20,
  negative: 8,
  mixed: 4,
  positiveShare: 0.6,
  negativeShare: 0.1,
  average: 1.5,
  citations: 310,
  uniqueDomains: 42,
  uniqueUrls: 97,
  citationCount: 1,
  probability: 0.98,
  reason: 'named first, with praise',
  position: 1,
  mentionCount: 3,
  competitorsMentioned: ['Globex'],
  webQueries: ['best crm 2026'],
  tags: ['crm', 'smb'],
  index: 0,
  url: 'https://www.example.com/crm?utm_source=x',
  domain: 'example.com',
  title: 'The best CRM',
  page: 1,
  limit: 20,
  total: 120,
  totalPages: 6,
  nextCursor: after.example,
  keyId: '3f9c0a1b2d4e5f60',
  brandIds: ['acme-crm'],
  rateLimitPerMinute: 1_000,
  webSearchEnabled: true,
  brandMentioned: true,
  mentioned: true,
  isBrand: true,
  isNew: false,
  coverage: 0.25,
  urls: 12,
  change: 0.05,
  category: 'other',
  company: null,
  query: 'best crm for small teams',
  models: 3,
  searchedRuns: 80,
  queries: 200,
  uniqueQueries: 48,
  averagePerRun: 2.5,
};

/** Fields whose name has a different meaning in this type. */
const ofType: Readonly<Record<string, unknown>> = {
  'Run.id': segments.runId?.example,
  'Prompt.id': segments.promptId?.example,
  'Model.id': 'chatgpt',
  'Organization.id': 'acme',
  'Organization.name': 'Acme Inc.',
  'Competitor.name': 'Globex',
  'CompetitorAssessment.name': 'Globex',
  'SnapshotCompetitor.name': 'Globex',
  'SentimentProbability.label': 'positive',
  'Answer.text': 'Acme CRM suits small teams; Globex has more integrations.',
  'Viewer.kind': 'organization',
  'Leader.name': 'Globex',
  'Leader.mentions': 60,
  'PreviousPerformance.brandMentions': 84,
  'PreviousPerformance.visibility': 0.7,
  'CitedDomain.citations': 62,
  'CitedDomain.share': 0.2,
  'CitedDomain.runs': 30,
  'CitedUrl.url': 'https://example.com/crm',
  'CitedUrl.citations': 31,
  'CitedUrl.share': 0.1,
  'CitedUrl.runs': 30,
  'PreviousCitations.citations': 28,
  'QueryFanoutEntry.runs': 30,
  'QueryFanoutEntry.brandMentions': 24,
  'QueryFanoutEntry.visibility': 0.8,
  'QueryFanoutSummary.coverage': 80 / 120,
  'PreviousQuery.runs': 25,
  'BreakdownKey.company': 'Acme CRM',
  'BreakdownKey.webSearch': true,
  'BreakdownKey.market': 'US',
  'BreakdownKey.branded': false,
  'Interval.low': 0.66,
  'Interval.high': 0.82,
  'RobustInterval.low': 0.53,
  'RobustInterval.high': 0.88,
  'PreviousBreakdown.mentions': 84,
  'PreviousBreakdown.visibility': 0.7,
};

/** An example value of a shape; lists have one element. Throws for a field without an example. */
export function exampleOf(shape: Shape, place = ''): unknown {
  const { element, map, fields, type } = shape;
  if (element && map) {
    const one = exampleOf(element, place) as Record<string, unknown>; // safe because only objects are listed as maps
    return { [String(one[map.key])]: one[map.value] };
  }
  if (element?.fields.length) return [exampleOf(element, place)];
  if (fields.length > 0) {
    return Object.fromEntries(fields.map((each) => [each.name, exampleOf(each.shape, `${type.name}.${each.name}`)]));
  }
  const value = ofType[place] ?? values[place.replace(/^.*\./, '')];
  if (value !== undefined) return value;
  if (isEnumType(type)) return type.getValues()[0]?.value;
  throw new Error(`There is no example for ${place}.`);
}
