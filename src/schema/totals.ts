// Counts over all runs of an answer.

import { type Answer, wanted } from './answer.js';
import { builder } from './builder.js';
import { needs } from './field-extensions.js';

export const Totals = builder.objectRef<Answer>('Totals').implement({
  description: 'Exact counts over all runs of the window.',
  fields: (t) => ({
    runs: t.int({
      description: 'Runs.',
      extensions: needs('sums'),
      resolve: ({ overall }) => wanted(overall).runs,
    }),
    prompts: t.int({
      description: 'Distinct prompts with at least one run.',
      extensions: needs('prompts'),
      resolve: ({ prompts }) => wanted(prompts).total,
    }),
    citations: t.int({
      description: 'Citations in the runs, counting every occurrence.',
      extensions: needs('sums'),
      resolve: ({ overall }) => wanted(overall).citations,
    }),
    uniqueDomains: t.int({
      description: 'Distinct cited domains: hosts without a leading `www.`.',
      extensions: needs('distinct'),
      resolve: ({ distinct }) => wanted(distinct).domains,
    }),
    uniqueUrls: t.int({
      description: 'Distinct cited URLs, in normalized form.',
      extensions: needs('distinct'),
      resolve: ({ distinct }) => wanted(distinct).urls,
    }),
  }),
});
