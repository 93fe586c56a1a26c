// The aligned window of the analytics.

import type { Window } from '../../domain/window.js';
import { builder } from '../builder/builder.js';
import { instantField } from '../builder/scalars.js';

export const Range = builder.objectRef<Window>('Range').implement({
  description: 'A half-open window `[start, end)`, aligned down to quarter hours.',
  fields: (t) => ({
    start: instantField(t, 'Inclusive start, aligned down to the quarter hour.', ({ start }) => start),
    end: instantField(t, 'Exclusive end, aligned down to the quarter hour.', ({ end }) => end),
  }),
});
