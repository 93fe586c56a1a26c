// The series of one figure of the brand: a document for each, since a chart shows one at a time.

import { declaredRuns, givenRuns, typed } from '../data/document.js';
import type * as types from './generated/trend.js';

const series = `${declaredRuns}, $timeZone: TimeZone, $bucket: Bucket!`;
const over = `${givenRuns}, timeZone: $timeZone`;

export const visibilityTrendDocument = typed<types.VisibilityTrendQuery, types.VisibilityTrendQueryVariables>(`
query VisibilityTrend(${series}) {
  brandAnalytics(${over}) {
    visibility { series(bucket: $bucket) { date visibility runs mentions interval { low high } } }
  }
}`);

export const shareTrendDocument = typed<types.ShareTrendQuery, types.ShareTrendQueryVariables>(`
query ShareTrend(${series}) {
  brandAnalytics(${over}) {
    shareOfVoice { series(bucket: $bucket) { date share mentions allMentions interval { low high } } }
  }
}`);

export const sentimentTrendDocument = typed<types.SentimentTrendQuery, types.SentimentTrendQueryVariables>(`
query SentimentTrend(${series}) {
  brandAnalytics(${over}) {
    sentiment { series(bucket: $bucket) { date positive neutral negative mixed } }
  }
}`);

export const positionTrendDocument = typed<types.PositionTrendQuery, types.PositionTrendQueryVariables>(`
query PositionTrend(${series}) {
  brandAnalytics(${over}) {
    position { series(bucket: $bucket) { date average positions mentions } }
  }
}`);
