// What the page of one prompt asks beside the figures of its answers.

import { typed } from '../data/document.js';
import type { PromptQuery, PromptQueryVariables } from './generated/prompt.js';

export const promptDocument = typed<PromptQuery, PromptQueryVariables>(
  'query Prompt($promptId: ID!) { prompt(promptId: $promptId) { text tags } }',
);
