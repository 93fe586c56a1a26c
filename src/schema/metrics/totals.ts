// Totals of all runs of a window.

import { builder } from '../builder/builder.js';
import { needs } from '../builder/field-extensions.js';
import { type Analytics, requirePart } from '../loading/analytics.js';

export const Totals = builder.objectRef<Analytics>('Totals').implement({
  description: 'Exact counts over all runs of the window.',
  fields: (t) => ({
    runs: t.int({
      description: 'Runs.',
      extensions: needs('sums'),
      resolve: ({ overall }) => requirePart(overall).runs,
    }),
    prompts: t.int({
      description: 'Distinct prompts with at least one run.',
      extensions: needs('prompts'),
      resolve: ({ prompts }) => requirePart(prompts).total,
    }),
    citations: t.int({
      description: 'Citations in the runs, counting every occurrence.',
      extensions: needs('sums'),
      resolve: ({ overall }) => requirePart(overall).citations,
    }),
    uniqueDomains: t.int({
      description: 'Distinct cited domains: hosts without a leading `www.`.',
      extensions: needs('distinct'),
      resolve: ({ distinct }) => requirePart(distinct).domains,
    }),
    uniqueUrls: t.int({
      description: 'Distinct cited URLs, in normalized form.',
      extensions: needs('distinct'),
      resolve: ({ distinct }) => requirePart(distinct).urls,
    }),
  }),
});
