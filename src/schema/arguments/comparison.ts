// What names the window that figures are compared with.

import type { FieldsOf } from '../builder/builder.js';
import { enumOf } from '../builder/enum-of.js';

const Comparison = enumOf('Comparison', 'A window to compare with, by its place beside the window of the request.', {
  previous: 'The window of equal length that ends where that of the request starts.',
  year: 'The same window one calendar year earlier in the time zone of the request; for 29 February, the 28th.',
});

/** `compare`, `compareStart` and `compareEnd`. */
export function comparisonArguments(t: Pick<FieldsOf<unknown>, 'arg'>) {
  const bound = (what: string) =>
    t.arg({
      type: 'DateTime',
      description: `${what} of the window to compare with, which may have any length and overlap that of the request; aligned down to the quarter hour. Give both compareStart and compareEnd, or neither.`,
    });
  return {
    compare: t.arg({
      type: Comparison,
      defaultValue: 'previous',
      description:
        'The window to compare with, unless compareStart and compareEnd name it. PREVIOUS: the one of equal length that ends where that of the request starts; YEAR: the same window one calendar year earlier, in the time zone of the request (29 February: the 28th).',
    }),
    compareStart: bound('Inclusive start'),
    compareEnd: bound('Exclusive end'),
  };
}
