// What the page of one answer asks.

import { typed } from '../data/document.js';
import type { AnswerQuery, AnswerQueryVariables } from './generated/answer.js';

export const answerDocument = typed<AnswerQuery, AnswerQueryVariables>(`
query Answer($promptId: ID!, $runId: ID!) {
  prompt(promptId: $promptId) { text tags }
  promptRun(promptId: $promptId, runId: $runId) {
    id brandId model provider webSearchEnabled createdAt brandMentioned competitorsMentioned webQueries
    assessments { brand { ...Facts } competitors { name assessment { ...Facts } } }
    answer { text }
    citations { index url domain title }
  }
}
fragment Facts on Assessment { mentioned probability reason sentiment position mentionCount }`);
