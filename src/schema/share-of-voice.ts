// Share of voice: the brand compared with the other companies that its runs mention.

import { ratio } from '../domain/metrics.js';
import type { Sample } from '../domain/statistics/sample.js';
import type { DatedSums } from '../domain/summary.js';
import { type Analytics, requirePart, type Standing, standingsOf } from './analytics.js';
import { builder } from './builder.js';
import { costs, needs } from './field-extensions.js';
import { intervalField } from './interval.js';
import { Position } from './position.js';
import { SentimentCounts } from './sentiment.js';

const allMentions = 'Mentions of all companies, the denominator of the share.';

/** Share of voice as a ratio: mentions of a company of all mentions. */
export function shareSample({ mentions, allMentions }: { mentions: number; allMentions: number }): Sample {
  return { part: mentions, whole: allMentions };
}

const ShareOfVoiceEntry = builder.objectRef<Standing>('ShareOfVoiceEntry').implement({
  description: 'One company: the brand, a tracked competitor, or another company named in the runs.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the company.' }),
    isBrand: t.exposeBoolean('isBrand', { description: 'Whether it is the brand itself.' }),
    mentions: t.exposeInt('mentions', { description: 'Runs that mention the company.' }),
    prompts: t.int({
      description: 'Distinct prompts of those runs.',
      extensions: needs('prompts'),
      resolve: ({ prompts }) => requirePart(prompts),
    }),
    share: t.exposeFloat('share', {
      nullable: true,
      description:
        'Its mentions / the mentions of all companies, a fraction in [0, 1]; null if no company is mentioned.',
    }),
    runs: t.exposeInt('runs', { description: 'Runs counted.' }),
    allMentions: t.exposeInt('allMentions', { description: allMentions }),
    interval: intervalField(t, 'share', shareSample),
    sentiment: t.field({
      type: SentimentCounts,
      description: 'Sentiment of the runs that mention it.',
      resolve: (entry) => entry,
    }),
    position: t.field({ type: Position, description: 'Its position in the answers.', resolve: (entry) => entry }),
  }),
});

const ShareOfVoiceDay = builder.objectRef<DatedSums>('ShareOfVoiceDay').implement({
  description: "The brand's share of voice on one day.",
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The calendar day.' }),
    share: t.float({
      nullable: true,
      description:
        'Mentions of the brand / mentions of all companies on the day, a fraction in [0, 1]; null if no company is mentioned.',
      resolve: ({ brand, allMentions }) => ratio(brand.mentions, allMentions),
    }),
    runs: t.exposeInt('runs', { description: 'Runs counted.' }),
    mentions: t.int({ description: 'Runs that mention the brand.', resolve: ({ brand }) => brand.mentions }),
    allMentions: t.exposeInt('allMentions', { description: allMentions }),
    interval: intervalField(t, 'share', ({ brand, allMentions }) =>
      shareSample({ mentions: brand.mentions, allMentions }),
    ),
  }),
});

export const ShareOfVoice = builder.objectRef<Analytics>('ShareOfVoice').implement({
  description:
    'The share of the brand in the mentions of all companies: tracked competitors and others named in the runs.',
  fields: (t) => ({
    brand: t.float({
      nullable: true,
      description:
        'Mentions of the brand / mentions of all companies, a fraction in [0, 1]; null if no company is mentioned.',
      extensions: needs('sums'),
      resolve: ({ overall }) => requirePart(overall).brand.share,
    }),
    runs: t.int({
      description: 'Runs counted.',
      extensions: needs('sums'),
      resolve: ({ overall }) => requirePart(overall).runs,
    }),
    mentions: t.int({
      description: 'Runs that mention the brand.',
      extensions: needs('sums'),
      resolve: ({ overall }) => requirePart(overall).brand.mentions,
    }),
    allMentions: t.int({
      description: allMentions,
      extensions: needs('sums'),
      resolve: ({ overall }) => requirePart(overall).brand.allMentions,
    }),
    interval: intervalField(t, 'brand', ({ overall }) => shareSample(requirePart(overall).brand), 'sums'),
    entries: t.field({
      type: [ShareOfVoiceEntry],
      description: 'All companies, by mentions descending, then the brand first, then by name.',
      extensions: { ...needs('sums'), ...costs({ size: 'companies' }) },
      resolve: standingsOf,
    }),
    series: t.field({
      type: [ShareOfVoiceDay],
      description:
        "One element for each calendar day that the window touches, ascending, days without a run included; of a long window only the days from the brand's first run in it to its last.",
      extensions: { ...needs('days'), ...costs({ size: 'days' }) },
      resolve: ({ days }) => requirePart(days),
    }),
  }),
});
