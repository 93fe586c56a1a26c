// Prompt performance: every prompt with a run in the window, and how the brand fares in its runs.

import type { PromptRow } from '../../domain/lists/lists.js';
import { ratio } from '../../domain/metrics.js';
import { listArguments, listDefaults } from '../arguments/list-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { instantField } from '../builder/scalars.js';
import { type Analytics, requirePart } from '../loading/analytics.js';
import { Position, SentimentCounts } from '../metrics/figures.js';
import { Outcome, PromptOrder } from './choices.js';
import { commonArguments, type ListedPage, listedPage, listFields, listOptions } from './list-page.js';

const Leader = builder.objectRef<NonNullable<PromptRow['leader']>>('Leader').implement({
  description: 'The company other than the brand that most runs of a prompt mention.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the company.' }),
    mentions: t.exposeInt('mentions', { description: 'Runs of the prompt that mention it.' }),
  }),
});

const PreviousPerformance = builder.objectRef<NonNullable<PromptRow['previous']>>('PreviousPerformance').implement({
  description: 'The figures of a prompt in the window that is compared with.',
  fields: (t) => ({
    runs: t.exposeInt('runs', { description: 'Runs of the prompt.' }),
    brandMentions: t.exposeInt('brandMentions', { description: 'Runs of the prompt that mention the brand.' }),
    visibility: t.float({
      nullable: true,
      description: '`brandMentions` / `runs`, a fraction in [0, 1]; null if the prompt has no run there.',
      resolve: ({ runs, brandMentions }) => ratio(brandMentions, runs),
    }),
  }),
});

const observed = ({ runs, brand }: PromptRow) => ({ runs, sums: brand });

function changeOf({ runs, brand, previous }: PromptRow): number | null {
  const before = requirePart(previous);
  const [now, then] = [ratio(brand.mentions, runs), ratio(before.brandMentions, before.runs)];
  return now === null || then === null ? null : now - then;
}

const PromptPerformanceEntry = builder.objectRef<PromptRow>('PromptPerformanceEntry').implement({
  description: 'One prompt with at least one run in the window.',
  fields: (t) => ({
    promptId: t.exposeID('id', { description: 'Identifier of the prompt, a UUID.' }),
    prompt: t.exposeString('text', { description: 'Its text.' }),
    tags: t.stringList({ description: 'Its current tags.', resolve: ({ tags }) => [...tags] }),
    runs: t.exposeInt('runs', { description: 'Its runs.' }),
    brandMentions: t.int({
      description: 'Its runs that mention the brand.',
      resolve: ({ brand }) => brand.mentions,
    }),
    visibility: t.float({
      nullable: true,
      description:
        '`brandMentions` / `runs`, a fraction in [0, 1]; never null, because prompts without runs are not listed.',
      resolve: ({ runs, brand }) => ratio(brand.mentions, runs),
    }),
    share: t.float({
      nullable: true,
      description:
        '`brandMentions` / the mentions of all companies in its runs, a fraction in [0, 1]; null if no company is mentioned.',
      resolve: ({ brand, allMentions }) => ratio(brand.mentions, allMentions),
    }),
    sentiment: t.field({
      type: SentimentCounts,
      description: 'Sentiment of its runs that mention the brand.',
      resolve: observed,
    }),
    position: t.field({ type: Position, description: 'Position of the brand in its runs.', resolve: observed }),
    citations: t.exposeInt('citations', { description: 'Citations in its runs, counting every occurrence.' }),
    leader: t.expose('leader', {
      type: Leader,
      nullable: true,
      description:
        'The company other than the brand that most of its runs mention, of equals the first by name in code point order; null if none is mentioned.',
    }),
    firstRunAt: instantField(t, 'When its first run in the window was created.', ({ first }) => first),
    lastRunAt: instantField(t, 'When its last run in the window was created.', ({ last }) => last),
    previous: t.field({
      type: PreviousPerformance,
      description:
        'The same over the window that is compared with, by default the preceding one of equal length; zeros and null if the prompt has no run there, or if that window would start before year 1.',
      needs: ['list:previous'],
      resolve: ({ previous }) => requirePart(previous),
    }),
    change: t.float({
      nullable: true,
      description:
        '`visibility` minus `previous.visibility`, in [-1, 1]; null if the prompt has no run in the compared window.',
      needs: ['list:previous'],
      resolve: changeOf,
    }),
  }),
});

const PromptPerformance = builder.objectRef<ListedPage<'prompts'>>('PromptPerformance').implement({
  description: 'One page of the prompts with at least one run in the window.',
  fields: (t) =>
    listFields(t, PromptPerformanceEntry, 'The prompts, of equal ones by id ascending. Empty after the last page.'),
});

/** A field that lists the prompts of its parent. */
export function promptPerformanceField(t: FieldsOf<Analytics>) {
  return t.field({
    type: PromptPerformance,
    nullable: true,
    description:
      'Every prompt with at least one run in the window, paginated, by default the lowest visibility first. Their runs, mentions and citations add up to those of the summary.',
    ...listOptions('prompts'),
    args: t.validate(
      {
        ...commonArguments(t, {
          ...{ elements: 'prompts', searched: 'whose text contains' },
          ...{ order: PromptOrder, defaults: listDefaults.prompts },
        }),
        outcome: t.arg({
          type: Outcome,
          defaultValue: 'all',
          description:
            'Only prompts whose runs together have this outcome: MENTIONED: at least one mentions the brand; ABSENT: none does; GAP: none does, and there is a leader.',
        }),
      },
      listArguments.prompts,
    ),
    resolve: ({ lists: pages }, args) => listedPage(pages, 'prompts', args),
  });
}
