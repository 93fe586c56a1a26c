// What may be chosen of a list: its order and the filters of its elements and runs. The values are those of the domain, and of REST.

import { builder } from '../builder.js';

export const Outcome = builder.enumType('Outcome', {
  description: 'Whom runs mention, or, of prompts, all runs of a prompt together.',
  values: {
    ALL: { value: 'all', description: 'Whomever they mention.' },
    MENTIONED: { value: 'mentioned', description: 'The brand is mentioned.' },
    ABSENT: { value: 'absent', description: 'The brand is not mentioned.' },
    GAP: { value: 'gap', description: 'The brand is not mentioned, another company is.' },
  } as const,
});
