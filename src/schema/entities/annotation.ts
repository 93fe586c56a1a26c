// What happened while a brand was tracked, to be read beside its figures.

import { formatInstant } from '../../domain/window.js';
import type { Annotation as AnnotationRow } from '../../domain/windows/annotation.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { instantField } from '../builder/scalars.js';
import type { Analytics } from '../loading/analytics.js';

const Annotation = builder.objectRef<AnnotationRow>('Annotation').implement({
  description: 'What happened at an instant, or from it to another: a new page, a campaign, a new version of a model.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier within the brand.' }),
    at: instantField(t, 'When it happened, or began.', ({ at }) => at),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it had ended; null for what happened at one instant.',
      resolve: ({ until }) => (until === null ? null : formatInstant(until)),
    }),
    text: t.exposeString('text', { description: 'What happened; 1 to 500 characters.' }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'An http or https address that says more; null without one.',
    }),
  }),
});

/** The field `annotations` of the analytics. */
export function annotationsField(t: FieldsOf<Analytics>) {
  return t.field({
    type: [Annotation],
    description:
      'What is noted of the window: what began in it, and what began before and had not ended at its start; by `at`, then by id. No filter narrows it.',
    cost: { price: { base: 20 }, isLong: true },
    resolve: ({ brand, window }, _args, ctx) => ctx.loaders.annotations.load({ brandId: brand.id, window }),
  });
}
