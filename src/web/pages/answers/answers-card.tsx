// The answers of a selection, newest first, a page below the other.

import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import type { AnswersQuery } from '../../documents/generated/pages.js';
import { answersDocument } from '../../documents/pages.js';
import { Card } from '../../ui/card.js';
import { counted } from '../../ui/format.js';
import { Loaded } from '../../ui/notice.js';
import { AnswerList, answerColumns } from './answer-list.js';
import { type AnswerSelection, listOf } from './selection.js';

interface AnswersProps {
  readonly selection: AnswerSelection;
  /** Default: how many they are. */
  readonly title?: string;
  /** Of the page, for the names of files. */
  readonly filters?: readonly string[];
  /** The same in words. */
  readonly selected?: string;
  /** Answers that are asked for at a time. */
  readonly limit?: number;
}

type AnswersPage = AnswersQuery['answers'];

/** The first page, and those that were asked for below it. */
export function AnswersCard({ selection, title, filters = [], selected = '', limit = 20 }: AnswersProps) {
  const { route, params } = useAddress();
  const isOfOnePrompt = Boolean(listOf(route, params).prompt);
  const variables = { ...selection, limit };
  const query = useQuery(answersDocument, variables, variables);
  const [older, setOlder] = useState<Readonly<Record<number, AnswersPage | null>>>({});
  const listed = (first: AnswersPage) => [first, ...Object.values(older)].flatMap((page) => page?.data ?? []);
  return (
    <Card
      id="answers"
      title={title ?? (query.data ? counted(query.data.answers.total, 'answer') : 'Answers')}
      query={query}
      filters={filters}
      selection={selected}
      rowsOf={({ answers }) => listed(answers)}
      totalOf={({ answers }) => answers.total}
      columns={answerColumns}
      empty={({ answers }) =>
        answers.total === 0 && `No answer ${isOfOnePrompt ? 'to this prompt ' : ''}in this window fits these filters.`
      }
    >
      {({ answers: { data, nextCursor } }) => (
        <>
          <AnswerList answers={data} />
          <More
            key={JSON.stringify(query.of)}
            variables={query.of}
            cursor={nextCursor}
            place={0}
            onPage={(place, page) => setOlder((pages) => ({ ...pages, [place]: page }))}
          />
        </>
      )}
    </Card>
  );
}

interface MoreProps {
  readonly variables: AnswerSelection & { readonly limit: number };
  /** Null: there are no older answers. */
  readonly cursor: string | null;
  /** Of the page among those below the first. */
  readonly place: number;
  /** Told of the page while it is shown, and `null` when it is no longer. */
  readonly onPage: (place: number, page: AnswersPage | null) => void;
}

/** How many pages below the first were opened of each list, for who comes back to it. */
const opened = new Map<string, number>();

/** A button that loads the answers after a cursor in its place. */
function More({ variables, cursor, place, onPage }: MoreProps) {
  const list = JSON.stringify(variables);
  const [isOpen, setOpen] = useState(place < (opened.get(list) ?? 0));
  const query = useQuery(answersDocument, isOpen && cursor !== null ? { ...variables, after: cursor } : null);
  const page = query.data?.answers ?? null;
  useEffect(() => {
    onPage(place, page);
    return () => onPage(place, null);
  }, [page]);
  if (cursor === null) return null;
  const open = () => {
    opened.set(list, place + 1);
    setOpen(true);
  };
  if (!isOpen)
    return (
      <button type="button" class="button more-answers" data-export="no" onClick={open}>
        Show older answers
      </button>
    );
  return (
    <Loaded query={query} loading={<p class="quiet">Loading older answers …</p>}>
      {({ answers: { data, nextCursor } }) => (
        <>
          <AnswerList answers={data} />
          <More variables={variables} cursor={nextCursor} place={place + 1} onPage={onPage} />
        </>
      )}
    </Loaded>
  );
}
