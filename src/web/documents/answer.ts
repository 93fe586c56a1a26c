// What the page of one answer asks: the answer, the one before it, and those beside it in the list that it was opened from.

import { declaredAnswers, givenAnswers, typed } from '../data/document.js';
import type * as types from './generated/answer.js';

export const answerDocument = typed<types.AnswerQuery, types.AnswerQueryVariables>(`
query Answer($promptId: ID!, $runId: ID!) {
  prompt(promptId: $promptId) { text tags }
  promptRun(promptId: $promptId, runId: $runId) {
    id brandId model provider market webSearchEnabled createdAt brandMentioned competitorsMentioned webQueries
    assessments { brand { ...Facts } competitors { name assessment { ...Facts } } }
    answer { text }
    citations { index url domain title }
  }
}
fragment Facts on Assessment { mentioned probability reason sentiment position mentionCount }`);

/** The answer, whole. */
export type WholeAnswer = NonNullable<types.AnswerQuery['promptRun']>;

/** The answers of a model to a prompt up to an instant, newest first: this one, and the one before. */
export const answerBeforeDocument = typed<types.AnswerBeforeQuery, types.AnswerBeforeQueryVariables>(`
query AnswerBefore(
  $promptId: ID!, $start: DateTime!, $end: DateTime!, $model: ID!, $filter: RunFilter!, $limit: Int!
) {
  promptRuns(promptId: $promptId, start: $start, end: $end, model: $model, filter: $filter, limit: $limit) {
    data {
      id market createdAt brandMentioned competitorsMentioned
      assessments { brand { sentiment position } }
      citations { domain }
    }
  }
}`);

/** The answers of a list. */
export const answersBesideDocument = typed<types.AnswersBesideQuery, types.AnswersBesideQueryVariables>(`
query AnswersBeside(${declaredAnswers}) {
  brandRuns(${givenAnswers}, limit: 100) { data { id promptId } }
}`);
