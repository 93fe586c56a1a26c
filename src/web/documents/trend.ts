// The series of one figure of the brand: a document for each, since a chart shows one at a time.

import { declaredRuns, givenRuns, typed } from '../data/document.js';
import type * as types from './generated/trend.js';

const trend = <Data, Variables>(name: string, field: string) =>
  typed<Data, Variables>(`
query ${name}Trend(${declaredRuns}, $timeZone: TimeZone, $bucket: Bucket!) {
  brandAnalytics(${givenRuns}, timeZone: $timeZone) { ${field} }
}`);

export const visibilityTrendDocument = trend<types.VisibilityTrendQuery, types.VisibilityTrendQueryVariables>(
  'Visibility',
  'visibility { series(bucket: $bucket) { date visibility runs mentions interval { low high } } }',
);

export const shareTrendDocument = trend<types.ShareTrendQuery, types.ShareTrendQueryVariables>(
  'Share',
  'shareOfVoice { series(bucket: $bucket) { date share mentions allMentions interval { low high } } }',
);

export const sentimentTrendDocument = trend<types.SentimentTrendQuery, types.SentimentTrendQueryVariables>(
  'Sentiment',
  'sentiment { series(bucket: $bucket) { date positive neutral negative mixed } }',
);

export const positionTrendDocument = trend<types.PositionTrendQuery, types.PositionTrendQueryVariables>(
  'Position',
  'position { series(bucket: $bucket) { date average positions mentions } }',
);
