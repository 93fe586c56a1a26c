// The series of one figure of the brand: a chart shows one at a time.

import { declaredRuns, givenRuns, typed } from '../data/document.js';
import type { TrendQuery, TrendQueryVariables } from './generated/trend.js';

const series = {
  visibility: 'visibility { series(bucket: $bucket) { date visibility runs mentions interval { low high } } }',
  share: 'shareOfVoice { series(bucket: $bucket) { date share mentions allMentions interval { low high } } }',
  sentiment: 'sentiment { series(bucket: $bucket) { date positive neutral negative mixed } }',
  position: 'position { series(bucket: $bucket) { date average positions mentions } }',
};

const asking = (fields: string) =>
  typed<TrendQuery, TrendQueryVariables>(`
query Trend(${declaredRuns}, $timeZone: TimeZone, $bucket: Bucket!) {
  brandAnalytics(${givenRuns}, timeZone: $timeZone) { ${fields} }
}`);

/** All of them: what the types are of. */
export const trendDocument = asking(Object.values(series).join(' '));

/** That of one figure; its answer has no other. */
export const trendOf = (figure: keyof typeof series) => asking(series[figure]);
