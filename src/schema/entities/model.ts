// The models that answer prompts.

import type { Model as ModelRow } from '../../loaders/entities.js';
import { builder } from '../builder/builder.js';

export const Model = builder.objectRef<ModelRow>('Model').implement({
  description: 'An AI model that answers prompts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, usable as the `model` filter.' }),
    label: t.exposeString('label', { description: 'Display label.' }),
  }),
});

builder.queryField('models', (t) =>
  t.field({
    type: [Model],
    nullable: true,
    description: 'All models, by id.',
    cost: { size: 'models' },
    resolve: (_root, _args, ctx) => ctx.loaders.models.load('all'),
  }),
);
