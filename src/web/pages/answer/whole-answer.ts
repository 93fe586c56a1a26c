// The answer that the page shows.

import type { AnswerQuery } from '../../documents/generated/answer.js';

export type WholeAnswer = NonNullable<AnswerQuery['promptRun']>;
