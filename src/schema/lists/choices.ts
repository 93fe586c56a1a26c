// What may be chosen of a list: its order and the filters of its elements and runs. The values are those of the domain, and of REST.

import { enumOf, type FieldsOf } from '../builder/builder.js';

export const PromptOrder = enumOf(
  'PromptOrder',
  'What prompts are ordered by. Prompts without the figure come last in both directions.',
  {
    visibility: 'Visibility of the brand.',
    change: 'Visibility minus that of the compared window.',
    runs: 'Runs.',
    share: 'Share of the brand in the mentions of all companies.',
    position: 'Average position of the brand; 1 = named first.',
    gap: 'Mentions of the leader minus those of the brand, over runs; without a leader its mentions are 0.',
    citations: 'Citations.',
  },
);

export const SourceOrder = enumOf('SourceOrder', 'What cited domains and URLs are ordered by.', {
  citations: 'Citations, counting every occurrence.',
  runs: 'Runs that cite it.',
  prompts: 'Distinct prompts of the runs that cite it.',
  change: 'Citations minus those of the compared window.',
});

export const QueryOrder = enumOf('QueryOrder', 'What web queries are ordered by.', {
  runs: 'Runs that issued it.',
  prompts: 'Distinct prompts of the runs that issued it.',
  visibility: 'Visibility of the brand in the runs that issued it.',
  change: 'Runs minus those of the compared window.',
});

export const SortDirection = enumOf(
  'SortDirection',
  'The direction of an order. Elements without the figure come last in both.',
  {
    asc: 'Ascending: the lowest first.',
    desc: 'Descending: the highest first.',
  },
);

export const SourceCategory = enumOf(
  'SourceCategory',
  'Whose domain it is, by the domains recorded of the brand and its tracked competitors now: the longest that it equals or lies under counts, of equal ones the own.',
  {
    own: "One of the brand's domains, or a subdomain of one.",
    competitor: "One of a tracked competitor's domains, or a subdomain of one.",
    other: 'Any other domain.',
  },
);

export const Presence = enumOf(
  'Presence',
  'In which window an element occurs: that of the request, or the one that it is compared with.',
  {
    current: 'In that of the request.',
    lost: 'In the compared one alone.',
    all: 'In either.',
  },
);

export const Outcome = enumOf('Outcome', 'Whom runs mention, or, of prompts, all runs of a prompt together.', {
  all: 'Whomever they mention.',
  mentioned: 'The brand is mentioned.',
  absent: 'The brand is not mentioned.',
  gap: 'The brand is not mentioned, another company is.',
});

export const SentimentLabel = enumOf('SentimentLabel', 'Sentiment of an answer towards a company.', {
  positive: 'Positive.',
  neutral: 'Neutral.',
  negative: 'Negative.',
  mixed: 'Both positive and negative.',
});

/** `outcome` and `company`: which runs by whom they mention. */
export function mentionArguments(t: Pick<FieldsOf<unknown>, 'arg'>) {
  return {
    outcome: t.arg({
      type: Outcome,
      defaultValue: 'all',
      description:
        'Only runs of this outcome: those that mention the brand (mentioned), those that do not (absent), or those of the latter that mention another company (gap).',
    }),
    company: t.arg.string({
      description:
        'Only runs that mention the company of this name, as the share of voice lists it. A name that is none selects nothing. Empty: all runs.',
    }),
  };
}
