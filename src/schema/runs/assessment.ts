// The assessment of one company by a run.

import { type SentimentLabel as Label, sentimentLabels } from '../../domain/company-sums.js';
import { type Assessment as AssessmentRow, bareAssessment, type RunDetails } from '../../domain/run.js';
import { builder } from '../builder/builder.js';
import { SentimentLabel } from '../lists/choices.js';

type LabelProbability = { readonly label: Label; readonly probability: number };

const SentimentProbability = builder.objectRef<LabelProbability>('SentimentProbability').implement({
  description: 'The probability of a sentiment label.',
  fields: (t) => ({
    label: t.expose('label', { type: SentimentLabel, description: 'The sentiment label.' }),
    probability: t.exposeFloat('probability', { description: 'Its probability, as reported by the classifier.' }),
  }),
});

const Assessment = builder.objectRef<AssessmentRow>('Assessment').implement({
  description: 'The assessment of one company in a run. Fields that are unknown or do not apply are null.',
  fields: (t) => ({
    mentioned: t.exposeBoolean('mentioned', { description: 'Whether the run mentions the company.' }),
    probability: t.exposeFloat('probability', {
      nullable: true,
      description: 'Probability of the mention, as reported by the classifier; null without a classifier.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'The reason given by the classifier; null without a classifier.',
    }),
    sentiment: t.expose('sentiment', {
      type: SentimentLabel,
      nullable: true,
      description: 'Sentiment towards the company; null without a label.',
    }),
    sentimentProbabilities: t.field({
      type: [SentimentProbability],
      description:
        'The probability of each sentiment label; empty without a classifier, and of a company that is not mentioned.',
      resolve: ({ sentimentProbabilities }) =>
        sentimentLabels.flatMap((label) => {
          const probability = sentimentProbabilities[label];
          return probability === undefined ? [] : [{ label, probability }];
        }),
    }),
    position: t.exposeInt('position', {
      nullable: true,
      description: 'Rank of the company among those named in the run, at least 1 (1 = named first); null if unknown.',
    }),
    mentionCount: t.exposeInt('mentionCount', {
      nullable: true,
      description: 'Number of times the run names the company, at least 1; null if unknown.',
    }),
  }),
});

type NamedAssessment = { readonly name: string; readonly assessment: AssessmentRow };

const CompetitorAssessment = builder.objectRef<NamedAssessment>('CompetitorAssessment').implement({
  description: 'The assessment of one competitor in a run.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the competitor.' }),
    assessment: t.expose('assessment', { type: Assessment, description: 'Its assessment.' }),
  }),
});

/** The assessments of a run, and whether it mentions the brand, which is known even if it was recorded without assessments. */
interface Assessed {
  readonly assessments: RunDetails['assessments'];
  readonly brandMentioned: boolean;
}

export const Assessments = builder.objectRef<Assessed>('Assessments').implement({
  description: 'The assessments of the brand and its competitors in a run.',
  fields: (t) => ({
    brand: t.field({
      type: Assessment,
      description: 'The assessment of the brand.',
      resolve: ({ assessments, brandMentioned }) => assessments.brand ?? bareAssessment(brandMentioned),
    }),
    competitors: t.field({
      type: [CompetitorAssessment],
      description: 'The assessment of each assessed competitor.',
      resolve: ({ assessments }) =>
        Object.entries(assessments.competitors).map(([name, assessment]) => ({ name, assessment })),
    }),
  }),
});
