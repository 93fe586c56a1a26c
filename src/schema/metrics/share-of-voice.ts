// Share of voice: the brand compared with the other companies that its runs mention.

import { type MentionsOfDay, mentionsByBucket } from '../../domain/bucket.js';
import { ratio } from '../../domain/metrics.js';
import type { Sample } from '../../domain/statistics/sample.js';
import { brandCompany, type DatedSums } from '../../domain/summary.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { FieldCost, Need } from '../builder/cost.js';
import { type Analytics, brandOverall, requirePart, type Standing, standingsOf } from '../loading/analytics.js';
import {
  brandOnDay,
  CompanyShare,
  Position,
  SampleSize,
  SentimentCounts,
  SeriesPoint,
  sampleFields,
} from './figures.js';
import { intervalField, robustIntervalField } from './interval.js';
import { dateDescription, seriesArguments, seriesDescription, seriesField } from './series.js';

const allMentions = 'Mentions of all companies, the denominator of the share.';

/** Share of voice as a ratio: mentions of a company of all mentions. */
export function shareSample({ mentions, allMentions }: { mentions: number; allMentions: number }): Sample {
  return { part: mentions, whole: allMentions };
}

/** What a company's entry has, within all runs or those of one model. */
function entryFields(t: FieldsOf<Standing>, prompts: Need) {
  const samplesOf = ({ clusters, company }: Standing) => requirePart(clusters).shareOf(company);
  return {
    name: t.exposeString('name', { description: 'Name of the company.' }),
    isBrand: t.exposeBoolean('isBrand', { description: 'Whether it is the brand itself.' }),
    mentions: t.exposeInt('mentions', { description: 'Runs that mention the company.' }),
    prompts: t.int({
      description: 'Distinct prompts of those runs.',
      needs: [prompts],
      resolve: ({ prompts }) => prompts(),
    }),
    share: t.exposeFloat('share', {
      nullable: true,
      description:
        'Its mentions / the mentions of all companies, a fraction in [0, 1]; null if no company is mentioned.',
    }),
    runs: t.exposeInt('runs', { description: 'Runs counted.' }),
    allMentions: t.exposeInt('allMentions', { description: allMentions }),
    interval: intervalField(t, 'share', shareSample),
    robustInterval: robustIntervalField(t, 'share', samplesOf, 'promptCompanies'),
    sentiment: t.field({
      type: SentimentCounts,
      description: 'Sentiment of the runs that mention it.',
      resolve: (entry) => entry,
    }),
    position: t.field({ type: Position, description: 'Its position in the answers.', resolve: (entry) => entry }),
  };
}

const CompanyDay = builder.objectRef<MentionsOfDay>('CompanyDay').implement({
  description: 'The share of voice of one company on one day.',
  interfaces: [SeriesPoint],
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: dateDescription }),
    mentions: t.exposeInt('mentions', { description: 'Runs that mention the company.' }),
    share: t.float({
      nullable: true,
      description:
        'Its mentions / the mentions of all companies on the day, a fraction in [0, 1]; null if no company is mentioned.',
      resolve: ({ mentions, allMentions }) => ratio(mentions, allMentions),
    }),
  }),
});

function companySeries(t: FieldsOf<Standing>, cost: FieldCost) {
  return t.field({
    type: [CompanyDay],
    description: seriesDescription,
    args: seriesArguments(t),
    needs: ['companySeries', 'days'],
    cost,
    resolve: ({ company, series, days }, { bucket }) => {
      const { of, all } = requirePart(series);
      const dates = requirePart(days).map(({ date }) => date);
      return mentionsByBucket({ dates, mentions: of(company), allMentions: all() }, bucket ?? 'day');
    },
  });
}

const ShareOfVoiceEntry = builder.objectRef<Standing>('ShareOfVoiceEntry').implement({
  description: 'One company: the brand, a tracked competitor, or another company named in the runs.',
  interfaces: [CompanyShare, SampleSize],
  fields: (t) => ({ ...entryFields(t, 'prompts'), series: companySeries(t, { size: 'days' }) }),
});

export const ModelEntry = builder.objectRef<Standing>('ModelEntry').implement({
  description: 'One company within the runs of a model.',
  // Its lists have no size, like the models above them: they are charged when their lengths are known.
  interfaces: [CompanyShare, SampleSize],
  fields: (t) => ({ ...entryFields(t, 'promptCompanies'), series: companySeries(t, { isLong: true }) }),
});

const ShareOfVoiceDay = builder.objectRef<DatedSums>('ShareOfVoiceDay').implement({
  description: "The brand's share of voice on one day.",
  interfaces: [SampleSize, SeriesPoint],
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: dateDescription }),
    share: t.float({
      nullable: true,
      description:
        'Mentions of the brand / mentions of all companies on the day, a fraction in [0, 1]; null if no company is mentioned.',
      resolve: ({ brand, allMentions }) => ratio(brand.mentions, allMentions),
    }),
    ...sampleFields(t, brandOnDay),
    allMentions: t.exposeInt('allMentions', { description: allMentions }),
    interval: intervalField(t, 'share', ({ brand, allMentions }) =>
      shareSample({ mentions: brand.mentions, allMentions }),
    ),
  }),
});

export const ShareOfVoice = builder.objectRef<Analytics>('ShareOfVoice').implement({
  description:
    'The share of the brand in the mentions of all companies: tracked competitors and others named in the runs.',
  interfaces: [SampleSize],
  fields: (t) => ({
    brand: t.float({
      nullable: true,
      description:
        'Mentions of the brand / mentions of all companies, a fraction in [0, 1]; null if no company is mentioned.',
      needs: ['sums'],
      resolve: ({ overall }) => requirePart(overall).brand.share,
    }),
    ...sampleFields(t, brandOverall, { needs: ['sums'] }),
    allMentions: t.int({
      description: allMentions,
      needs: ['sums'],
      resolve: ({ overall }) => requirePart(overall).brand.allMentions,
    }),
    interval: intervalField(t, 'brand', ({ overall }) => shareSample(requirePart(overall).brand), 'sums'),
    robustInterval: robustIntervalField(t, 'brand', ({ clusters }) => requirePart(clusters).shareOf(brandCompany)),
    entries: t.field({
      type: [ShareOfVoiceEntry],
      description: 'All companies, by mentions descending, then the brand first, then by name.',
      needs: ['sums'],
      cost: { size: 'companies' },
      resolve: standingsOf,
    }),
    series: seriesField(t, ShareOfVoiceDay),
  }),
});
