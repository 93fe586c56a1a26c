// What the lists of answers ask: the answers of a brand with their prompts and texts, newest first, and whom they name.

import { declaredAnswers, declaredRuns, givenAnswers, givenRuns, typed } from '../data/document.js';
import type * as types from './generated/answers.js';

export const answersDocument = typed<types.AnswersQuery, types.AnswersQueryVariables>(`
query Answers(${declaredAnswers}, $limit: Int!, $after: String) {
  answers: brandRuns(${givenAnswers}, limit: $limit, after: $after) {
    data {
      id promptId model createdAt brandMentioned competitorsMentioned citationCount
      prompt { text }
      assessments { brand { sentiment position } }
      answer { text }
    }
    total nextCursor
  }
}`);

/** Domains and queries that are offered, of which there may be more. */
export const maxOffered = 100;

/** What answers can be selected by: the companies that they name, what they cite and search for, most often first. */
export const choicesDocument = typed<types.ChoicesQuery, types.ChoicesQueryVariables>(`
query Choices(${declaredRuns}) {
  brandAnalytics(${givenRuns}) {
    shareOfVoice { entries { name mentions } }
    citedDomains(orderBy: RUNS, limit: ${maxOffered}) { data { domain } }
    queryFanout(orderBy: RUNS, limit: ${maxOffered}) { data { query } }
  }
}`);

export const promptTextDocument = typed<types.PromptTextQuery, types.PromptTextQueryVariables>(
  'query PromptText($promptId: ID!) { prompt(promptId: $promptId) { text } }',
);
