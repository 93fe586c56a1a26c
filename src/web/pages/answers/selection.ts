// What a list of answers is of.

import type { Filter } from '../../data/view.js';
import type { BrandAnswersQuery } from '../../documents/generated/answers.js';

export type Outcome = 'ALL' | 'MENTIONED' | 'ABSENT' | 'GAP';

/** An answer as a list shows it. */
export type ListedAnswer = NonNullable<BrandAnswersQuery['answers']>['data'][number];

export interface AnswerSelection {
  readonly filter: Filter;
  readonly outcome: Outcome;
  /** Empty: whomever the answers name. */
  readonly company: string;
}

/** Whether an answer is one of the selected, as the API decides it for the answers of a brand. */
export function isSelected(
  { brandMentioned, competitorsMentioned }: ListedAnswer,
  { outcome, company, brandName }: { readonly outcome: Outcome; readonly company: string; readonly brandName: string },
): boolean {
  const isNamed = company === '' || competitorsMentioned.includes(company) || (company === brandName && brandMentioned);
  switch (outcome) {
    case 'ALL':
      return isNamed;
    case 'MENTIONED':
      return isNamed && brandMentioned;
    case 'ABSENT':
      return isNamed && !brandMentioned;
    case 'GAP':
      return isNamed && !brandMentioned && competitorsMentioned.length > 0;
  }
}
