// What a run says about one company.

import type { Assessment as AssessmentRow, RunDetails } from '../domain/run.js';
import { builder } from './builder.js';
import { costs } from './cost.js';

const SentimentLabel = builder.enumType('SentimentLabel', {
  description: 'How a run speaks of a company.',
  values: {
    positive: { description: 'Positively.' },
    neutral: { description: 'Neutrally.' },
    negative: { description: 'Negatively.' },
    mixed: { description: 'Both positively and negatively.' },
  } as const,
});

interface LabelProbability {
  readonly label: string;
  readonly probability: number;
}

const SentimentProbability = builder.objectRef<LabelProbability>('SentimentProbability').implement({
  description: 'How probable one sentiment label is.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The sentiment label.' }),
    probability: t.exposeFloat('probability', { description: 'Its probability, as the classifier gave it.' }),
  }),
});

const Assessment = builder.objectRef<AssessmentRow>('Assessment').implement({
  description: 'What a run says about one company. What is not known or does not apply is null.',
  fields: (t) => ({
    mentioned: t.exposeBoolean('mentioned', { description: 'Whether the run names the company at all.' }),
    probability: t.exposeFloat('probability', {
      nullable: true,
      description: 'Probability of the mention, as the classifier gave it; null without a classifier.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: "The classifier's reason; null without a classifier.",
    }),
    sentiment: t.expose('sentiment', {
      type: SentimentLabel,
      nullable: true,
      description: 'How the run speaks of the company; null without a label.',
    }),
    sentimentProbabilities: t.field({
      type: [SentimentProbability],
      description: 'The probability of each sentiment label; empty without a classifier.',
      extensions: costs({ size: 4 }),
      resolve: ({ sentimentProbabilities }) =>
        Object.entries(sentimentProbabilities).map(([label, probability]) => ({ label, probability })),
    }),
    position: t.exposeInt('position', {
      nullable: true,
      description:
        'Rank of the company among those that the run names, at least 1 (1 = named first); null without one.',
    }),
    mentionCount: t.exposeInt('mentionCount', {
      nullable: true,
      description: 'How often the run names the company, at least 1; null where that is not known.',
    }),
  }),
});

interface NamedAssessment {
  readonly name: string;
  readonly assessment: AssessmentRow;
}

const CompetitorAssessment = builder.objectRef<NamedAssessment>('CompetitorAssessment').implement({
  description: 'What a run says about one competitor.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the competitor.' }),
    assessment: t.expose('assessment', { type: Assessment, description: 'What the run says about it.' }),
  }),
});

/** A run's assessments, and whether it mentions the brand: all that is known of a run that was recorded without them. */
export interface Assessed {
  readonly assessments: RunDetails['assessments'];
  readonly brandMentioned: boolean;
}

export const Assessments = builder.objectRef<Assessed>('Assessments').implement({
  description: 'What a run says about the brand and its competitors.',
  fields: (t) => ({
    brand: t.field({
      type: Assessment,
      description: 'What the run says about the brand.',
      resolve: ({ assessments, brandMentioned }) => assessments.brand ?? unassessed(brandMentioned),
    }),
    competitors: t.field({
      type: [CompetitorAssessment],
      description: 'What the run says about each competitor that it was assessed for.',
      extensions: costs({ size: 5 }),
      resolve: ({ assessments }) =>
        Object.entries(assessments.competitors).map(([name, assessment]) => ({ name, assessment })),
    }),
  }),
});

function unassessed(mentioned: boolean): AssessmentRow {
  return {
    mentioned,
    probability: null,
    reason: null,
    sentiment: null,
    sentimentProbabilities: {},
    position: null,
    mentionCount: null,
  };
}
