// Confidence intervals of ratios.

import { z } from 'zod';
import { type RobustInterval as RobustBounds, robustInterval } from '../../domain/statistics/robust-interval.js';
import type { PromptSamples, Sample } from '../../domain/statistics/sample.js';
import { type Interval as Bounds, wilson } from '../../domain/statistics/wilson.js';
import { level } from '../arguments/arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';

const Interval = builder.objectRef<Bounds & { readonly level: number }>('Interval').implement({
  description:
    'A Wilson score interval, as if all runs were independent: the bounds within which the true ratio lies with probability `level`. Runs of one prompt resemble each other, so it is far too narrow for questions like these; see `robustInterval`.',
  fields: (t) => ({
    low: t.exposeFloat('low', { description: 'Lower bound, a fraction in [0, 1].' }),
    high: t.exposeFloat('high', { description: 'Upper bound, a fraction in [0, 1].' }),
    level: t.exposeFloat('level', { description: 'Probability with which the interval covers the true ratio.' }),
  }),
});

/** The argument `level`. */
export function levelArguments<Parent>(t: FieldsOf<Parent>) {
  return t.validate(
    {
      level: t.arg.float({
        defaultValue: 0.95,
        description: 'Probability with which the interval covers the true ratio, greater than 0 and less than 1.',
      }),
    },
    z.object({ level }),
  );
}

/** A field `interval(level)` about `figure`, the ratio that `sampleOf` names. */
export function intervalField<Parent>(
  t: FieldsOf<Parent>,
  figure: string,
  sampleOf: (parent: Parent) => Sample,
  ...parts: readonly Need[]
) {
  return t.field({
    type: Interval,
    nullable: true,
    needs: parts,
    description: `Wilson score interval of \`${figure}\`; null if \`${figure}\` is null.`,
    args: levelArguments(t),
    resolve: (parent, args) => {
      const { part, whole } = sampleOf(parent);
      const bounds = wilson(part, whole, args.level);
      return bounds && { ...bounds, level: args.level };
    },
  });
}

const RobustInterval = builder.objectRef<RobustBounds>('RobustInterval').implement({
  description:
    "An interval clustered by prompt, for questions like these: Wilson's, for as many independent runs as would be as sure. The variance of the ratio is that of the linearised ratio estimator over prompts.",
  fields: (t) => ({
    low: t.exposeFloat('low', { description: 'Lower bound, a fraction in [0, 1]; exactly 0 if the ratio is 0.' }),
    high: t.exposeFloat('high', { description: 'Upper bound, a fraction in [0, 1]; exactly 1 if the ratio is 1.' }),
    level: t.exposeFloat('level', { description: 'Probability with which the interval covers the true ratio.' }),
    designEffect: t.exposeFloat('designEffect', {
      description:
        'Variance of the ratio / that of as many independent runs, at least 1, also if all prompts agree; runs / prompts if the ratio is 0 or 1. Runs are the denominator: of a share, all mentions.',
    }),
    effectiveRuns: t.exposeFloat('effectiveRuns', {
      description:
        'The number of independent runs that the interval is that of, reduced for a small number of prompts: greater than 0, and possibly less than 1.',
    }),
    prompts: t.exposeInt('prompts', { description: 'Prompts with a denominator, at least 2.' }),
  }),
});

/** A field `robustInterval(level)` about `figure`, the ratio of the samples that `samplesOf` gives; they are found in `part`. */
export function robustIntervalField<Parent>(
  t: FieldsOf<Parent>,
  figure: string,
  samplesOf: (parent: Parent) => PromptSamples,
  part: Need = 'promptMentions',
) {
  return t.field({
    type: RobustInterval,
    nullable: true,
    needs: [part],
    cost: { price: { base: 5, perPrompt: 0.01 } },
    description: `Interval of \`${figure}\` clustered by prompt; null if fewer than 2 prompts have a denominator.`,
    args: levelArguments(t),
    resolve: (parent, args) => robustInterval(samplesOf(parent), args.level),
  });
}
