// The series of one figure of the brand: a document for each, since a chart shows one at a time.

import { typed } from '../data/document.js';
import type {
  PositionTrendQuery,
  PositionTrendQueryVariables,
  SentimentTrendQuery,
  SentimentTrendQueryVariables,
  ShareTrendQuery,
  ShareTrendQueryVariables,
  VisibilityTrendQuery,
  VisibilityTrendQueryVariables,
} from './generated/trend.js';

const declared =
  '$brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $tags: [String!], $timeZone: TimeZone, $bucket: Bucket!';
const given = 'brandId: $brandId, start: $start, end: $end, model: $model, tags: $tags, timeZone: $timeZone';

export const visibilityTrendDocument = typed<VisibilityTrendQuery, VisibilityTrendQueryVariables>(`
query VisibilityTrend(${declared}) {
  brandAnalytics(${given}) {
    visibility { series(bucket: $bucket) { date visibility runs mentions interval { low high } } }
  }
}`);

export const shareTrendDocument = typed<ShareTrendQuery, ShareTrendQueryVariables>(`
query ShareTrend(${declared}) {
  brandAnalytics(${given}) {
    shareOfVoice { series(bucket: $bucket) { date share mentions allMentions interval { low high } } }
  }
}`);

export const sentimentTrendDocument = typed<SentimentTrendQuery, SentimentTrendQueryVariables>(`
query SentimentTrend(${declared}) {
  brandAnalytics(${given}) {
    sentiment { series(bucket: $bucket) { date positive neutral negative mixed } }
  }
}`);

export const positionTrendDocument = typed<PositionTrendQuery, PositionTrendQueryVariables>(`
query PositionTrend(${declared}) {
  brandAnalytics(${given}) {
    position { series(bucket: $bucket) { date average positions mentions } }
  }
}`);
