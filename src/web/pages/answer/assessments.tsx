// How an answer treats each company: whether it names it, as which one, how often, and in which tone.

import { useCatalog } from '../../app/catalog.js';
import type { Complete } from '../../data/document.js';
import type { Query } from '../../data/use-query.js';
import type { AnswerQuery } from '../../documents/generated/answer.js';
import { Badge } from '../../lists/badge.js';
import { type Column, tableOf } from '../../lists/column.js';
import { Card } from '../../ui/card.js';
import { counted, percent, word } from '../../ui/format.js';
import type { WholeAnswer } from './whole-answer.js';

interface Assessed {
  readonly name: string;
  readonly isBrand: boolean;
  readonly assessment: WholeAnswer['assessments']['brand'];
}

export function AssessmentsCard({ query }: { readonly query: Query<Complete<AnswerQuery>> }) {
  const { brands } = useCatalog();
  const rowsOf = (answer: WholeAnswer) =>
    companiesOf(answer, brands.find(({ id }) => id === answer.brandId)?.name ?? answer.brandId);
  return (
    <Card
      id="companies"
      title="Companies in this answer"
      note="As assessed when the answer was recorded."
      query={query}
      table={({ promptRun }) => tableOf(columns, rowsOf(promptRun))}
      hasPicture
    >
      {({ promptRun }) => (
        <ul class="ranked">
          {rowsOf(promptRun).map((each) => (
            <CompanyRow key={each.name} {...each} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Of a company that was named and not assessed. */
const unknown = { probability: null, reason: null, sentiment: null, position: null, mentionCount: null };

/** The brand, then the companies named by position, then the others. */
function companiesOf({ assessments, competitorsMentioned }: WholeAnswer, brandName: string): readonly Assessed[] {
  const assessed = assessments.competitors.map((each) => ({ ...each, isBrand: false }));
  const known = new Set(assessed.map(({ name }) => name));
  const unassessed = competitorsMentioned
    .filter((name) => !known.has(name))
    .map((name) => ({ name, isBrand: false, assessment: { ...unknown, mentioned: true } }));
  const rank = ({ assessment }: Assessed) =>
    assessment.mentioned ? (assessment.position ?? Number.MAX_SAFE_INTEGER - 1) : Number.MAX_SAFE_INTEGER;
  const others = [...assessed, ...unassessed].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
  return [{ name: brandName, isBrand: true, assessment: assessments.brand }, ...others];
}

const columns: readonly Column<Assessed>[] = [
  {
    id: 'company',
    label: 'Company',
    values: {
      Company: ({ name }) => name,
      Named: ({ assessment: { mentioned } }) => (mentioned ? 'yes' : 'no'),
      Position: ({ assessment: { position } }) => position ?? null,
      'Times named': ({ assessment: { mentionCount } }) => mentionCount ?? null,
      Sentiment: ({ assessment: { sentiment } }) => (sentiment ? word(sentiment) : null),
      Probability: ({ assessment: { probability } }) => probability ?? null,
      Reason: ({ assessment: { reason } }) => reason ?? null,
    },
  },
];

/** What was recorded of it. */
function CompanyRow({ name, isBrand, assessment }: Assessed) {
  const { mentioned, position, mentionCount, sentiment, probability, reason } = assessment;
  return (
    <li>
      <span class={isBrand ? 'strong' : undefined}>{name}</span>
      <span title={typeof probability === 'number' ? `Probability ${percent(probability)}` : undefined}>
        {!mentioned && <Badge>not named</Badge>}
        {typeof position === 'number' && <Badge title={`Named as number ${position}`}>#{position}</Badge>}{' '}
        {sentiment && <Badge kind={word(sentiment)}>{word(sentiment)}</Badge>}
      </span>
      <span class="quiet">
        {[typeof mentionCount === 'number' && mentioned ? `named ${counted(mentionCount, 'time')}` : '', reason ?? '']
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}
