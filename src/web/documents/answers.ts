// What the lists of answers ask: the answers of a brand with their prompts and texts, newest first, and whom they name.

import { declaredRuns, givenRuns, typed } from '../data/document.js';
import type {
  AnswersQuery,
  AnswersQueryVariables,
  CompanyNamesQuery,
  CompanyNamesQueryVariables,
  PromptTextQuery,
  PromptTextQueryVariables,
} from './generated/answers.js';

export const answersDocument = typed<AnswersQuery, AnswersQueryVariables>(`
query Answers(
  ${declaredRuns},
  $outcome: Outcome!, $company: String, $domain: String, $url: String, $query: String, $limit: Int!, $after: String
) {
  answers: brandRuns(
    ${givenRuns},
    outcome: $outcome, company: $company, domain: $domain, url: $url, query: $query, limit: $limit, after: $after
  ) {
    data {
      id promptId model createdAt brandMentioned competitorsMentioned citationCount
      prompt { text }
      assessments { brand { sentiment position } }
      answer { text }
    }
    total nextCursor
  }
}`);

/** The companies that answers name, for the filter. */
export const companyNamesDocument = typed<CompanyNamesQuery, CompanyNamesQueryVariables>(`
query CompanyNames(${declaredRuns}) {
  brandAnalytics(${givenRuns}) {
    shareOfVoice { entries { name mentions } }
  }
}`);

export const promptTextDocument = typed<PromptTextQuery, PromptTextQueryVariables>(
  'query PromptText($promptId: ID!) { prompt(promptId: $promptId) { text } }',
);
