// What the lists of answers ask: answers of a brand or of a prompt with their texts, newest first, and the texts of their prompts.

import { declared, given, typed } from '../data/document.js';
import type {
  BrandAnswersQuery,
  BrandAnswersQueryVariables,
  CompanyNamesQuery,
  CompanyNamesQueryVariables,
  PromptAnswersQuery,
  PromptAnswersQueryVariables,
  PromptTextsQuery,
  PromptTextsQueryVariables,
} from './generated/answers.js';

const fields = `fragment ListedAnswer on Run {
  id promptId model createdAt brandMentioned competitorsMentioned citationCount
  assessments { brand { sentiment position } }
  answer { text }
}`;

export const brandAnswersDocument = typed<BrandAnswersQuery, BrandAnswersQueryVariables>(`
query BrandAnswers(
  ${declared},
  $outcome: Outcome!, $company: String, $after: String
) {
  answers: brandRuns(
    ${given},
    outcome: $outcome, company: $company, limit: 20, after: $after
  ) { data { ...ListedAnswer } total nextCursor }
}
${fields}`);

export const promptAnswersDocument = typed<PromptAnswersQuery, PromptAnswersQueryVariables>(`
query PromptAnswers($promptId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $limit: Int!, $after: String) {
  answers: promptRuns(promptId: $promptId, start: $start, end: $end, model: $model, limit: $limit, after: $after) {
    data { ...ListedAnswer } pagination { total } nextCursor
  }
}
${fields}`);

/** The companies that answers name, for the filter. */
export const companyNamesDocument = typed<CompanyNamesQuery, CompanyNamesQueryVariables>(`
query CompanyNames(${declared}) {
  brandAnalytics(${given}) {
    shareOfVoice { entries { name mentions } }
  }
}`);

/** As many prompts as a page of answers may have. */
export const maxPromptTexts = 20;

const slots = Array.from({ length: maxPromptTexts }, (_, index) => index);

/** The texts of prompts; slots that are not needed repeat one. */
export const promptTextsDocument = typed<PromptTextsQuery, PromptTextsQueryVariables>(`
query PromptTexts(${slots.map((slot) => `$p${slot}: ID!`).join(', ')}) {
  ${slots.map((slot) => `p${slot}: prompt(promptId: $p${slot}) { id text }`).join('\n  ')}
}`);
