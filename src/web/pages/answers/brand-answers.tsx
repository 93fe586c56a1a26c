// The answers of a brand, a page below the other.

import { useState } from 'preact/hooks';
import { useQuery, useShown } from '../../data/use-query.js';
import { brandAnswersDocument } from '../../documents/answers.js';
import { Card } from '../../ui/card.js';
import { counted } from '../../ui/format.js';
import { AnswerList, answerTable } from './answer-list.js';
import type { AnswerSelection } from './selection.js';

const variablesOf = ({ filter, outcome, company }: AnswerSelection) => ({
  ...filter,
  outcome,
  ...(company ? { company } : {}),
});

/** The first page, with its number of answers, and those that were asked for below it. */
export function BrandAnswers(selection: AnswerSelection) {
  const query = useQuery(brandAnswersDocument, variablesOf(selection));
  const shown = useShown(selection, query.isLoading);
  const total = query.data?.brandRuns.total;
  return (
    <Card
      id="answers"
      size="wide"
      title={total === undefined ? 'Answers' : counted(total, 'answer')}
      note="Newest first. Open one to read it whole, with the companies it names and the sources it cites."
      query={query}
      isEmpty={({ brandRuns }) => brandRuns.data.length === 0}
      empty="No answer in this window fits these filters."
      table={({ brandRuns }) => answerTable(brandRuns.data)}
      hasPicture
    >
      {({ brandRuns: { data, nextCursor } }) => (
        <AnswerList answers={data}>
          <More key={JSON.stringify(shown)} selection={shown} cursor={nextCursor} />
        </AnswerList>
      )}
    </Card>
  );
}

interface MoreProps {
  readonly selection: AnswerSelection;
  /** Null: there are no older answers. */
  readonly cursor: string | null;
}

/** A button that loads the answers after a cursor in its place. */
function More({ selection, cursor }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  if (cursor === null) return null;
  if (isOpen) return <NextPage selection={selection} cursor={cursor} />;
  return (
    <button type="button" class="button more-answers" data-export="no" onClick={() => setOpen(true)}>
      Show older answers
    </button>
  );
}

function NextPage({ selection, cursor }: { readonly selection: AnswerSelection; readonly cursor: string }) {
  const { data, error, retry } = useQuery(brandAnswersDocument, { ...variablesOf(selection), after: cursor });
  if (!data && error) return <Failed message={error.message} onRetry={retry} />;
  if (!data) return <p class="quiet">Loading older answers …</p>;
  return (
    <AnswerList answers={data.brandRuns.data}>
      <More selection={selection} cursor={data.brandRuns.nextCursor} />
    </AnswerList>
  );
}

/** The server's sentence, in the place of the answers. */
export function Failed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <p role="alert">
      {message}{' '}
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
