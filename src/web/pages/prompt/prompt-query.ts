// The figures of the prompt, as the cards of its page share them.

import type { Complete } from '../../data/document.js';
import type { Query } from '../../data/use-query.js';
import type { PromptFiguresQuery } from '../../documents/generated/prompt.js';

export type PromptQuery = Query<Complete<PromptFiguresQuery>>;
