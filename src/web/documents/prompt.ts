// What the page of one prompt asks, in a window.

import { typed } from '../data/document.js';
import type { PromptFiguresQuery, PromptFiguresQueryVariables } from './generated/prompt.js';

export const promptFiguresDocument = typed<PromptFiguresQuery, PromptFiguresQueryVariables>(`
query PromptFigures(
  $promptId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $timeZone: TimeZone, $bucket: Bucket!
) {
  prompt(promptId: $promptId) {
    text tags
    analytics(start: $start, end: $end, model: $model, timeZone: $timeZone) {
      totals { runs citations uniqueDomains }
      visibility {
        current runs mentions interval { low high }
        series(bucket: $bucket) { date visibility runs mentions interval { low high } }
      }
      position { average positions }
      sentiment { positive neutral negative mixed positiveShare }
      models { model label runs brandMentions visibility interval { low high } position { average positions } }
      shareOfVoice { allMentions entries { name isBrand mentions share runs position { average positions } } }
      citedDomains(limit: 10) { data { domain category company citations runs coverage } }
      previous { visibility { current runs } position { average } sentiment { positiveShare } totals { citations } }
    }
  }
}`);
