// Totals of all runs of a window.

import { builder } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { type Analytics, requirePart } from '../loading/analytics.js';

export const Totals = builder.objectRef<Analytics>('Totals').implement({
  description: 'Exact counts over all runs of the window.',
  fields: (t) => {
    const count = (description: string, part: Need, resolve: (answer: Analytics) => number) =>
      t.int({ description, needs: [part], resolve });
    return {
      runs: count('Runs.', 'sums', ({ overall }) => requirePart(overall).runs),
      prompts: count('Distinct prompts with at least one run.', 'prompts', ({ prompts }) => requirePart(prompts).total),
      citations: count(
        'Citations in the runs, counting every occurrence.',
        'sums',
        ({ overall }) => requirePart(overall).citations,
      ),
      uniqueDomains: count(
        'Distinct cited domains: hosts without a leading `www.`.',
        'distinct',
        ({ distinct }) => requirePart(distinct).domains,
      ),
      uniqueUrls: count(
        'Distinct cited URLs, in normalized form.',
        'distinct',
        ({ distinct }) => requirePart(distinct).urls,
      ),
    };
  },
});
