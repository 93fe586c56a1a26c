// Answers as a list: who answered when, whom the answer names, and where in its text the brand stands.

import { labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { Badge } from '../../lists/badge.js';
import type { Column } from '../../lists/column.js';
import { createHighlighter, markFound } from '../../markdown/highlight.js';
import { counted, instant, word } from '../../ui/format.js';
import { excerptOf } from './excerpt.js';
import { type ListedAnswer, listOf } from './selection.js';

/** The answers, each a link to its page. */
export function AnswerList({ answers }: { readonly answers: readonly ListedAnswer[] }) {
  return (
    <ol class="answer-list">
      {answers.map((answer) => (
        <AnswerItem key={answer.id} answer={answer} />
      ))}
    </ol>
  );
}

function AnswerItem({ answer }: { readonly answer: ListedAnswer }) {
  const catalog = useCatalog();
  const brandName = useBrand()?.name ?? '';
  const { view, route, params } = useAddress();
  // The answer is one of a list, and knows those beside it.
  const of = listOf(route, params);
  const isOfOnePrompt = Boolean(of.prompt);
  const { id, promptId, model, createdAt, competitorsMentioned, citationCount } = answer;
  const when = instant(createdAt, view.timeZone);
  const { search } = of;
  // Excerpts begin at the name that is read about.
  const about = route.page === 'competitor' ? route.company : brandName;
  const names = createHighlighter(brandName, competitorsMentioned);
  const highlight = search ? markFound(search, names) : names;
  const excerpt = excerptOf(answer.answer.text ?? '', [search ?? about, ...competitorsMentioned]);
  return (
    <li class="answer-item">
      <p class="answer-head">
        <Link to={{ page: 'answer', promptId, runId: id, params: of }}>
          {isOfOnePrompt ? `${labelOf(catalog, model)}, ${when}` : answer.prompt.text}
        </Link>
      </p>
      <p class="answer-facts quiet">
        {!isOfOnePrompt && <span>{labelOf(catalog, model)}</span>}
        {!isOfOnePrompt && <time dateTime={createdAt}>{when}</time>}
        <Verdict {...answer} />
        <span>{counted(citationCount, 'citation')}</span>
      </p>
      <p class="excerpt">{excerpt === '' ? <em>The text of this answer was not recorded.</em> : highlight(excerpt)}</p>
      {competitorsMentioned.length > 0 && (
        <p class="quiet">
          {answer.brandMentioned ? 'Also named' : 'Named instead'}: {namesText(competitorsMentioned)}
        </p>
      )}
    </li>
  );
}

/** Badges: the sentiment and the position, or that the brand is not named. */
export function Verdict({ brandMentioned, assessments }: Pick<ListedAnswer, 'brandMentioned' | 'assessments'>) {
  if (!brandMentioned) return <Badge>not named</Badge>;
  const { sentiment = null, position = null } = assessments.brand;
  return (
    <>
      {sentiment ? <Badge kind={word(sentiment)}>{word(sentiment)}</Badge> : <Badge>named</Badge>}
      {position !== null && <Badge title={`Named as number ${position}`}>#{position}</Badge>}
    </>
  );
}

const maxNames = 8;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}

/** The answers with their texts. */
export const answerColumns: readonly Column<ListedAnswer>[] = [
  { label: 'Time', value: ({ createdAt }) => createdAt },
  { label: 'Model', value: ({ model }) => model },
  { label: 'Prompt id', value: ({ promptId }) => promptId },
  { label: 'Answer id', value: ({ id }) => id },
  { label: 'Brand named', value: ({ brandMentioned }) => (brandMentioned ? 'yes' : 'no') },
  { label: 'Sentiment', value: ({ assessments: { brand } }) => (brand.sentiment ? word(brand.sentiment) : null) },
  { label: 'Position', value: ({ assessments }) => assessments.brand.position ?? null },
  { label: 'Companies named', value: ({ competitorsMentioned }) => competitorsMentioned.join('; ') },
  { label: 'Citations', value: ({ citationCount }) => citationCount },
  { label: 'Text', value: ({ answer }) => answer.text ?? null },
];
