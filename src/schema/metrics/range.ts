// The aligned window of the analytics.

import { formatInstant, type Window } from '../../domain/window.js';
import { builder } from '../builder/builder.js';

export const Range = builder.objectRef<Window>('Range').implement({
  description: 'A half-open window `[start, end)`, aligned down to quarter hours.',
  fields: (t) => ({
    start: t.field({
      type: 'DateTime',
      description: 'Inclusive start, aligned down to the quarter hour.',
      resolve: ({ start }) => formatInstant(start),
    }),
    end: t.field({
      type: 'DateTime',
      description: 'Exclusive end, aligned down to the quarter hour.',
      resolve: ({ end }) => formatInstant(end),
    }),
  }),
});
