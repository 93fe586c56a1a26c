// What the first page asks: what the filters offer, the cards of the overview, and what changed.

import { declared, declaredRuns, documentsOf, give } from '../data/document.js';
import type { Documents } from './generated/overview.js';

const { question, analytics } = documentsOf<Documents>();

/** There may be thousands of brands: what more is to be known of one is asked of that one. */
export const catalogDocument = question('Catalog')`brands { id name } models { id label }`;

export const brandDocument = question('Brand', '$brandId: ID!')`
  brand(id: $brandId) { tags models { id } providers markets firstRunAt lastRunAt competitors { name } }
`;

/** Whether the answers of a window differ in what no list of a brand says. */
export const filterValuesDocument = analytics('FilterValues', declaredRuns)`
  webSearch: breakdown(by: [WEB_SEARCH]) { pagination { total } }
  branded: breakdown(by: [BRANDED]) { pagination { total } }
`;

/** The five figures, each with what it is of, how sure it is, and the window before. */
export const tilesDocument = analytics('Tiles', declared, {
  fragments: 'fragment Tested on RatioChange { difference low high isSignificant prompts }',
})`
  totals { runs prompts citations uniqueDomains uniqueUrls }
  visibility { current runs mentions robustInterval { low high } interval { low high } }
  shareOfVoice { brand mentions allMentions robustInterval { low high } interval { low high } }
  sentiment { positive neutral negative mixed positiveShare }
  position { average positions mentions }
  change { visibility { ...Tested } shareOfVoice { ...Tested } }
  previous { totals { runs prompts citations } sentiment { positiveShare } position { average } }
`;

/** The prompts and sources whose figures rose and fell most. */
export const moversDocument = analytics('Movers', declared, {
  fragments: `fragment MovedPrompt on PromptPerformanceEntry {
    promptId prompt runs brandMentions visibility change previous { runs brandMentions visibility }
  }
  fragment MovedSource on CitedDomain { domain category company citations share isNew previous { citations } }`,
})`
  risen: promptPerformance(orderBy: CHANGE, direction: DESC, limit: 3) { data { ...MovedPrompt } }
  fallen: promptPerformance(orderBy: CHANGE, direction: ASC, limit: 3) { data { ...MovedPrompt } }
  moreCited: citedDomains(orderBy: CHANGE, direction: DESC, presence: ALL, limit: 3) { data { ...MovedSource } }
  lessCited: citedDomains(orderBy: CHANGE, direction: ASC, presence: ALL, limit: 3) { data { ...MovedSource } }
  previous { totals { runs citations } }
`;

/** Where companies are mentioned and the brand is not. */
export const gapsDocument = question('Gaps', declaredRuns)`
  brandAnalytics(${give(declaredRuns)}) {
    totals { runs prompts }
    prompts: promptPerformance(orderBy: GAP, direction: DESC, limit: 3) {
      data { promptId prompt runs brandMentions leader { name mentions } }
    }
    sources: citedDomains(outcome: GAP, limit: 3) { data { domain category company citations runs } }
  }
  brandRuns(${give(declaredRuns)}, outcome: GAP, limit: 1) { total }
`;

/** Who is mentioned, and the brand within each model. */
export const companiesDocument = analytics('Companies', declaredRuns)`
  shareOfVoice { allMentions entries { name isBrand mentions share robustInterval { low high } interval { low high } } }
  models { model label runs brandMentions visibility robustInterval { low high } interval { low high } position { average } }
`;

const series = {
  visibility: 'visibility { series(bucket: $bucket) { date visibility runs mentions interval { low high } } }',
  share: 'shareOfVoice { series(bucket: $bucket) { date share mentions allMentions interval { low high } } }',
  sentiment: 'sentiment { series(bucket: $bucket) { date positive neutral negative mixed } }',
  position: 'position { series(bucket: $bucket) { date average positions mentions } }',
};

const asking = analytics('Trend', `${declaredRuns}, $timeZone: TimeZone`, { also: '$bucket: Bucket!' });

/** All of them: what the types are of. */
export const trendDocument = asking`${Object.values(series).join(' ')}`;

/** That of one figure; its answer has no other. */
export const trendOf = (figure: keyof typeof series) => asking`${series[figure]}`;

export const signalsDocument = analytics('Signals', declared)`
  totals { runs prompts }
  change { visibility { difference isSignificant prompts } }
  previous { totals { runs prompts } }
  signals(limit: 100) {
    tested total
    data { kind subject { model tag market promptId prompt company domain } before after difference p q }
  }
`;

/** As many signals as the API names, without their figures: they say of a change that has no interval whether it is more than chance. */
export const verdictsDocument = analytics('Verdicts', declared)`
  signals(limit: 1000) { data { kind subject { model tag market promptId } p } }
`;

/** The groups that may have moved visibility. */
export const causesDocument = analytics('Causes', declared)`
  totals { runs }
  visibility { current }
  previous { totals { runs } visibility { current } }
  breakdown(by: [PROMPT, MODEL], limit: 1000) {
    data { key { promptId prompt model } runs mentions previous { runs mentions } }
  }
`;

export const annotationsDocument = analytics('Annotations', '$brandId: ID!, $start: DateTime!, $end: DateTime!')`
  annotations { at until text url }
`;
