// The answers to one prompt. The API lists them whomever they name: those of an outcome or a company are picked from its pages here.

import { useState } from 'preact/hooks';
import { useBrand } from '../../app/catalog.js';
import { useQuery, useShown } from '../../data/use-query.js';
import { promptAnswersDocument } from '../../documents/answers.js';
import { Card } from '../../ui/card.js';
import { counted, whole } from '../../ui/format.js';
import { AnswerList, answerTable } from './answer-list.js';
import { Failed } from './brand-answers.js';
import { type AnswerSelection, isSelected } from './selection.js';

interface PromptAnswersProps extends AnswerSelection {
  readonly promptId: string;
  /** Answers asked for at once. */
  readonly limit?: number;
}

/** The answers, newest first. */
export function PromptAnswers(props: PromptAnswersProps) {
  return <FirstPage key={props.promptId} {...props} />;
}

/** All those of a prompt in most windows, so that picking some of them leaves no page nearly empty. */
const defaultLimit = 100;

function variablesOf({ promptId, filter, limit = defaultLimit }: PromptAnswersProps) {
  const { start, end, model } = filter;
  return { promptId, start, end, ...(model ? { model } : {}), limit };
}

function FirstPage(props: PromptAnswersProps) {
  const query = useQuery(promptAnswersDocument, variablesOf(props));
  const shown = useShown(props, query.isLoading);
  const pick = usePick(props);
  const isFiltered = props.outcome !== 'ALL' || props.company !== '';
  return (
    <Card
      id="answers"
      size="wide"
      title={query.data ? titleOf(query.data.promptRuns, pick, isFiltered) : 'Answers'}
      note="Newest first. Open one to read it whole, with the companies it names and the sources it cites."
      query={query}
      isEmpty={({ promptRuns }) => promptRuns.nextCursor === null && !promptRuns.data.some(pick)}
      empty="No answer to this prompt in this window fits these filters."
      table={({ promptRuns }) => answerTable(promptRuns.data.filter(pick))}
      hasPicture
    >
      {({ promptRuns: { data, nextCursor } }) => (
        <AnswerList answers={data.filter(pick)} isOfOnePrompt>
          <More key={JSON.stringify(shown)} {...shown} cursor={nextCursor} />
        </AnswerList>
      )}
    </Card>
  );
}

type Pick = (answer: Parameters<typeof isSelected>[0]) => boolean;

function usePick({ outcome, company }: PromptAnswersProps): Pick {
  const brandName = useBrand()?.name ?? '';
  return (answer) => isSelected(answer, { outcome, company, brandName });
}

interface Listed {
  readonly data: readonly Parameters<typeof isSelected>[0][];
  readonly pagination: { readonly total: number };
  readonly nextCursor: string | null;
}

function titleOf({ data, pagination: { total }, nextCursor }: Listed, pick: Pick, isFiltered: boolean): string {
  if (!isFiltered) return counted(total, 'answer');
  const picked = whole(data.filter(pick).length);
  if (nextCursor === null) return `${picked} of ${counted(total, 'answer')}`;
  return `${picked} of the newest ${whole(data.length)} of ${counted(total, 'answer')}`;
}

/** A button that loads the answers after a cursor in its place. */
function More({ cursor, ...props }: PromptAnswersProps & { readonly cursor: string | null }) {
  const [isOpen, setOpen] = useState(false);
  if (cursor === null) return null;
  if (isOpen) return <NextPage {...props} cursor={cursor} />;
  return (
    <button type="button" class="button more-answers" data-export="no" onClick={() => setOpen(true)}>
      Show older answers
    </button>
  );
}

function NextPage({ cursor, ...props }: PromptAnswersProps & { readonly cursor: string }) {
  const { data, error, retry } = useQuery(promptAnswersDocument, { ...variablesOf(props), after: cursor });
  const pick = usePick(props);
  if (!data && error) return <Failed message={error.message} onRetry={retry} />;
  if (!data) return <p class="quiet">Loading older answers …</p>;
  const { promptRuns } = data;
  return (
    <AnswerList answers={promptRuns.data.filter(pick)} isOfOnePrompt>
      {!promptRuns.data.some(pick) && (
        <p class="quiet">None of the next {counted(promptRuns.data.length, 'answer')} fits these filters.</p>
      )}
      <More {...props} cursor={promptRuns.nextCursor} />
    </AnswerList>
  );
}
