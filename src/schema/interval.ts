// Confidence intervals of ratios.

import { z } from 'zod';
import type { Sample } from '../domain/statistics/sample.js';
import { type Interval as Bounds, wilson } from '../domain/statistics/wilson.js';
import { level } from './arguments.js';
import { builder } from './builder.js';
import type { Need } from './cost.js';
import { needs } from './field-extensions.js';

const Interval = builder.objectRef<Bounds & { readonly level: number }>('Interval').implement({
  description: 'A Wilson score interval: the bounds within which the true ratio lies with probability `level`.',
  fields: (t) => ({
    low: t.exposeFloat('low', { description: 'Lower bound, a fraction in [0, 1].' }),
    high: t.exposeFloat('high', { description: 'Upper bound, a fraction in [0, 1].' }),
    level: t.exposeFloat('level', { description: 'Probability with which the interval covers the true ratio.' }),
  }),
});

/** The builder of an object's fields. */
export type FieldsOf<Parent> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Parent>;

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
    extensions: needs(...parts),
    description: `Wilson score interval of \`${figure}\`; null if \`${figure}\` is null.`,
    args: t.validate(
      {
        level: t.arg.float({
          defaultValue: 0.95,
          description: 'Probability with which the interval covers the true ratio, greater than 0 and less than 1.',
        }),
      },
      z.object({ level }),
    ),
    resolve: (parent, args) => {
      const { part, whole } = sampleOf(parent);
      const bounds = wilson(part, whole, args.level);
      return bounds && { ...bounds, level: args.level };
    },
  });
}
