// Totals of all runs of a window.

import { type Analytics, requirePart } from './analytics.js';
import { builder } from './builder.js';
import { needs } from './field-extensions.js';

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
