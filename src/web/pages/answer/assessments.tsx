// How an answer treats each company: whether it names it, as which one, how often, and in which tone.

import { useCatalog } from '../../app/catalog.js';
import type { Query } from '../../data/use-query.js';
import type { AnswerQuery } from '../../documents/generated/pages.js';
import type { WholeAnswer } from '../../documents/pages.js';
import { Badge } from '../../lists/badge.js';
import { Card } from '../../ui/card.js';
import { counted, percent, word } from '../../ui/format.js';

type Assessed = WholeAnswer['assessments']['competitors'][number] & { readonly isBrand: boolean };

export function AssessmentsCard({ query }: { readonly query: Query<AnswerQuery> }) {
  const { brands } = useCatalog();
  return (
    <Card
      id="companies"
      title="Companies in this answer"
      note="As assessed when the answer was recorded."
      query={query}
      rowsOf={({ promptRun }) =>
        companiesOf(promptRun, brands.find(({ id }) => id === promptRun.brandId)?.name ?? promptRun.brandId)
      }
      columns={[
        { label: 'Company', value: ({ name }) => name },
        { label: 'Named', value: ({ assessment }) => (assessment.mentioned ? 'yes' : 'no') },
        { label: 'Position', value: ({ assessment }) => assessment.position ?? null },
        { label: 'Times named', value: ({ assessment }) => assessment.mentionCount ?? null },
        { label: 'Sentiment', value: ({ assessment: { sentiment } }) => (sentiment ? word(sentiment) : null) },
        { label: 'Probability', value: ({ assessment }) => assessment.probability ?? null },
        { label: 'Reason', value: ({ assessment }) => assessment.reason ?? null },
      ]}
    >
      {(_, companies) => (
        <ul class="ranked">
          {companies.map(({ name, isBrand, assessment }) => {
            const { mentioned, position, mentionCount, sentiment, probability, reason } = assessment;
            const times = typeof mentionCount === 'number' && mentioned ? `named ${counted(mentionCount, 'time')}` : '';
            return (
              <li key={name}>
                <span class={isBrand ? 'strong' : undefined}>{name}</span>
                <span title={typeof probability === 'number' ? `Probability ${percent(probability)}` : undefined}>
                  {!mentioned && <Badge>not named</Badge>}
                  {typeof position === 'number' && <Badge title={`Named as number ${position}`}>#{position}</Badge>}{' '}
                  {sentiment && <Badge kind={word(sentiment)}>{word(sentiment)}</Badge>}
                </span>
                <span class="quiet">{[times, reason].filter(Boolean).join(' · ')}</span>
              </li>
            );
          })}
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
