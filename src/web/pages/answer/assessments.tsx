// How an answer treats each company: whether it names it, as which one, how often, and in which tone.

import { useCatalog } from '../../app/catalog.js';
import type { Complete } from '../../data/document.js';
import type { Query } from '../../data/use-query.js';
import type { AnswerQuery } from '../../documents/generated/answer.js';
import { Badge } from '../../lists/badge.js';
import { type Column, tableOf } from '../../lists/column.js';
import { DataTable } from '../../lists/data-table.js';
import { Card } from '../../ui/card.js';
import { none, percent, whole, word } from '../../ui/format.js';
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
      size="wide"
      title="Companies in this answer"
      note="As assessed when it was recorded. A dash stands for what was not recorded."
      query={query}
      table={({ promptRun }) => tableOf(columns, rowsOf(promptRun))}
      hasPicture
    >
      {({ promptRun }) => <DataTable caption="Companies" columns={columns} rows={rowsOf(promptRun)} />}
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
    cell: ({ name, isBrand }) => (isBrand ? <strong>{name}</strong> : name),
    values: { Company: ({ name }) => name },
  },
  {
    id: 'named',
    label: 'Named',
    cell: ({ assessment: { mentioned, probability } }) => (
      <span title={typeof probability === 'number' ? `Probability ${percent(probability)}` : undefined}>
        {mentioned ? 'yes' : 'no'}
      </span>
    ),
    values: { Named: ({ assessment: { mentioned } }) => (mentioned ? 'yes' : 'no') },
  },
  {
    id: 'position',
    label: 'Position',
    isNumber: true,
    cell: ({ assessment: { position } }) => (typeof position === 'number' ? `#${position}` : none),
    values: { Position: ({ assessment: { position } }) => position ?? null },
  },
  {
    id: 'times',
    label: 'Times',
    help: 'How often the answer names it.',
    isNumber: true,
    cell: ({ assessment: { mentionCount } }) => whole(mentionCount ?? null),
    values: { 'Times named': ({ assessment: { mentionCount } }) => mentionCount ?? null },
  },
  {
    id: 'sentiment',
    label: 'Sentiment',
    cell: ({ assessment: { sentiment, reason } }) => (
      <>
        {sentiment ? <Badge kind={word(sentiment)}>{word(sentiment)}</Badge> : none}
        {reason && <span class="sub">{reason}</span>}
      </>
    ),
    values: {
      Sentiment: ({ assessment: { sentiment } }) => (sentiment ? word(sentiment) : null),
      Probability: ({ assessment: { probability } }) => probability ?? null,
      Reason: ({ assessment: { reason } }) => reason ?? null,
    },
  },
];
