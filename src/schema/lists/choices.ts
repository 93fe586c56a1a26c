// What may be chosen of a list: its order and the filters of its elements and runs. The values are those of the domain, and of REST.

import { builder, type FieldsOf } from '../builder/builder.js';

export const PromptOrder = builder.enumType('PromptOrder', {
  description: 'What prompts are ordered by. Prompts without the figure come last in both directions.',
  values: {
    VISIBILITY: { value: 'visibility', description: 'Visibility of the brand.' },
    CHANGE: { value: 'change', description: 'Visibility minus that of the compared window.' },
    RUNS: { value: 'runs', description: 'Runs.' },
    SHARE: { value: 'share', description: 'Share of the brand in the mentions of all companies.' },
    POSITION: { value: 'position', description: 'Average position of the brand; 1 = named first.' },
    GAP: {
      value: 'gap',
      description: 'Mentions of the leader minus those of the brand, over runs; without a leader its mentions are 0.',
    },
    CITATIONS: { value: 'citations', description: 'Citations.' },
  } as const,
});

export const SourceOrder = builder.enumType('SourceOrder', {
  description: 'What cited domains and URLs are ordered by.',
  values: {
    CITATIONS: { value: 'citations', description: 'Citations, counting every occurrence.' },
    RUNS: { value: 'runs', description: 'Runs that cite it.' },
    PROMPTS: { value: 'prompts', description: 'Distinct prompts of the runs that cite it.' },
    CHANGE: { value: 'change', description: 'Citations minus those of the compared window.' },
  } as const,
});

export const QueryOrder = builder.enumType('QueryOrder', {
  description: 'What web queries are ordered by.',
  values: {
    RUNS: { value: 'runs', description: 'Runs that issued it.' },
    PROMPTS: { value: 'prompts', description: 'Distinct prompts of the runs that issued it.' },
    VISIBILITY: { value: 'visibility', description: 'Visibility of the brand in the runs that issued it.' },
    CHANGE: { value: 'change', description: 'Runs minus those of the compared window.' },
  } as const,
});

export const SortDirection = builder.enumType('SortDirection', {
  description: 'The direction of an order. Elements without the figure come last in both.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: the lowest first.' },
    DESC: { value: 'desc', description: 'Descending: the highest first.' },
  } as const,
});

export const SourceCategory = builder.enumType('SourceCategory', {
  description:
    'Whose domain it is, by the domains recorded of the brand and its tracked competitors now: the longest that it equals or lies under counts, of equal ones the own.',
  values: {
    OWN: { value: 'own', description: "One of the brand's domains, or a subdomain of one." },
    COMPETITOR: {
      value: 'competitor',
      description: "One of a tracked competitor's domains, or a subdomain of one.",
    },
    OTHER: { value: 'other', description: 'Any other domain.' },
  } as const,
});

export const Presence = builder.enumType('Presence', {
  description: 'In which window an element occurs: that of the request, or the one that it is compared with.',
  values: {
    CURRENT: { value: 'current', description: 'In that of the request.' },
    LOST: { value: 'lost', description: 'In the compared one alone.' },
    ALL: { value: 'all', description: 'In either.' },
  } as const,
});

export const Outcome = builder.enumType('Outcome', {
  description: 'Whom runs mention, or, of prompts, all runs of a prompt together.',
  values: {
    ALL: { value: 'all', description: 'Whomever they mention.' },
    MENTIONED: { value: 'mentioned', description: 'The brand is mentioned.' },
    ABSENT: { value: 'absent', description: 'The brand is not mentioned.' },
    GAP: { value: 'gap', description: 'The brand is not mentioned, another company is.' },
  } as const,
});

export const SentimentLabel = builder.enumType('SentimentLabel', {
  description: 'Sentiment of an answer towards a company.',
  values: {
    POSITIVE: { value: 'positive', description: 'Positive.' },
    NEUTRAL: { value: 'neutral', description: 'Neutral.' },
    NEGATIVE: { value: 'negative', description: 'Negative.' },
    MIXED: { value: 'mixed', description: 'Both positive and negative.' },
  } as const,
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
