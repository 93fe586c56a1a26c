// The change from the compared window, and how sure it is.

import { changeOf, type Change as RatioChangeFigures } from '../../domain/statistics/change.js';
import type { Clusters } from '../../domain/statistics/clusters.js';
import { noSamples, type PromptSamples } from '../../domain/statistics/sample.js';
import { brandCompany } from '../../domain/summary.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { type Analytics, requirePart } from '../loading/analytics.js';
import { levelArguments } from './interval.js';

export const RatioChange = builder.objectRef<RatioChangeFigures>('RatioChange').implement({
  description:
    'The change of a ratio, paired by prompt, so that what is peculiar to a prompt in both windows cancels out. All but `difference` is null if that is null, or if fewer than 2 prompts have a denominator. If every prompt moved alike, how prompts differ says nothing about chance: then the bounds and `isSignificant` are null; signals test it in another way.',
  fields: (t) => {
    const figure = (name: 'difference' | 'low' | 'high' | 'level', description: string) =>
      t.exposeFloat(name, { nullable: true, description });
    return {
      difference: figure(
        'difference',
        'The ratio minus that of the compared window, in [-1, 1]; null if either window has no denominator. One that would start before year 1 has none.',
      ),
      low: figure('low', 'Lower bound of the difference, at least -1; null if every prompt moved alike.'),
      high: figure('high', 'Upper bound of the difference, at most 1; null if every prompt moved alike.'),
      level: figure('level', 'Probability with which the bounds cover the true difference.'),
      isSignificant: t.exposeBoolean('isSignificant', {
        nullable: true,
        description: 'Whether the bounds exclude 0; a bound that is exactly 0 does not. Null if there are none.',
      }),
      prompts: t.exposeInt('prompts', {
        nullable: true,
        description: 'Prompts with a denominator in either window; one that has none in a window adds nothing there.',
      }),
    };
  },
});

interface Changes {
  readonly visibility: RatioChangeFigures;
  readonly shareOfVoice: RatioChangeFigures;
}

const Change = builder.objectRef<Changes>('Change').implement({
  description: 'Changes from the window that is compared with, by default the preceding one of equal length.',
  fields: (t) => ({
    visibility: t.expose('visibility', { type: RatioChange, description: 'The change of `visibility.current`.' }),
    shareOfVoice: t.expose('shareOfVoice', { type: RatioChange, description: 'The change of `shareOfVoice.brand`.' }),
  }),
});

/** The field `change(level)` of the analytics. */
export function changeField(t: FieldsOf<Analytics>) {
  return t.field({
    type: Change,
    nullable: true,
    description:
      'How visibility and share of voice changed from the window that is compared with, by default the preceding one of equal length, and how sure it is.',
    needs: ['promptMentions', 'previousFigures'],
    cost: { price: { base: 10, perPrompt: 0.05 } },
    args: levelArguments(t),
    resolve: ({ clusters, previous }, { level }): Changes => {
      const of = (samplesOf: (clusters: Clusters) => PromptSamples) =>
        changeOf(
          previous ? samplesOf(requirePart(previous.clusters)) : noSamples,
          samplesOf(requirePart(clusters)),
          level,
        );
      return {
        visibility: of(({ visibility }) => visibility()),
        shareOfVoice: of(({ shareOf }) => shareOf(brandCompany)),
      };
    },
  });
}
