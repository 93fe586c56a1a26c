// What the cards of the overview ask.

import { declared, declaredRuns, given, givenRuns, typed } from '../data/document.js';
import type * as types from './generated/overview.js';

/** The five figures, each with what it is of, how sure it is, and the window before. */
export const tilesDocument = typed<types.TilesQuery, types.TilesQueryVariables>(`
query Tiles(${declared}) {
  brandAnalytics(${given}) {
    totals { runs prompts citations uniqueDomains uniqueUrls }
    visibility { current runs mentions robustInterval { low high } interval { low high } }
    shareOfVoice { brand mentions allMentions robustInterval { low high } interval { low high } }
    sentiment { positive neutral negative mixed positiveShare }
    position { average positions mentions }
    change { visibility { ...Tested } shareOfVoice { ...Tested } }
    previous { totals { runs prompts citations } sentiment { positiveShare } position { average } }
  }
}
fragment Tested on RatioChange { difference low high isSignificant prompts }`);

/** The prompts and sources whose figures rose and fell most. */
export const moversDocument = typed<types.MoversQuery, types.MoversQueryVariables>(`
query Movers(${declared}) {
  brandAnalytics(${given}) {
    risen: promptPerformance(orderBy: CHANGE, direction: DESC, limit: 3) { data { ...MovedPrompt } }
    fallen: promptPerformance(orderBy: CHANGE, direction: ASC, limit: 3) { data { ...MovedPrompt } }
    moreCited: citedDomains(orderBy: CHANGE, direction: DESC, presence: ALL, limit: 3) { data { ...MovedSource } }
    lessCited: citedDomains(orderBy: CHANGE, direction: ASC, presence: ALL, limit: 3) { data { ...MovedSource } }
    previous { totals { runs citations } }
  }
}
fragment MovedPrompt on PromptPerformanceEntry {
  promptId prompt runs brandMentions visibility change previous { runs brandMentions visibility }
}
fragment MovedSource on CitedDomain { domain category company citations share isNew previous { citations } }`);

/** Where companies are mentioned and the brand is not. */
export const gapsDocument = typed<types.GapsQuery, types.GapsQueryVariables>(`
query Gaps(${declaredRuns}) {
  brandAnalytics(${givenRuns}) {
    totals { runs prompts }
    prompts: promptPerformance(orderBy: GAP, direction: DESC, limit: 3) {
      data { promptId prompt runs brandMentions leader { name mentions } }
    }
    sources: citedDomains(outcome: GAP, limit: 3) { data { domain category company citations runs } }
  }
  brandRuns(${givenRuns}, outcome: GAP, limit: 1) { total }
}`);

/** Who is mentioned, and the brand within each model. */
export const companiesDocument = typed<types.CompaniesQuery, types.CompaniesQueryVariables>(`
query Companies(${declaredRuns}) {
  brandAnalytics(${givenRuns}) {
    shareOfVoice { allMentions entries { name isBrand mentions share robustInterval { low high } interval { low high } } }
    models { model label runs brandMentions visibility robustInterval { low high } interval { low high } position { average } }
  }
}`);
