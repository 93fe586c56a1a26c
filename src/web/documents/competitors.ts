// What the cards about companies ask.

import { declared, declaredRuns, given, givenRuns, typed } from '../data/document.js';
import type * as types from './generated/competitors.js';

/** Every company over the window. */
export const standingsDocument = typed<types.StandingsQuery, types.StandingsQueryVariables>(`
query Standings(${declared}) {
  brandAnalytics(${given}) {
    totals { runs }
    breakdown(by: [COMPANY], orderBy: MENTIONS, limit: 1000) {
      data { key { company } change { difference low high isSignificant prompts } }
    }
    shareOfVoice {
      allMentions
      entries {
        name isBrand mentions prompts share robustInterval { low high }
        sentiment { positive neutral negative mixed positiveShare } position { average positions }
      }
    }
  }
}`);

/** The mentions of every company over time, and the answers that they are of. */
export const companyTrendDocument = typed<types.CompanyTrendQuery, types.CompanyTrendQueryVariables>(`
query CompanyTrend(${declaredRuns}, $timeZone: TimeZone, $bucket: Bucket!) {
  brandAnalytics(${givenRuns}, timeZone: $timeZone) {
    visibility { series(bucket: $bucket) { date runs } }
    shareOfVoice { entries { name isBrand series(bucket: $bucket) { mentions share } } }
  }
}`);
