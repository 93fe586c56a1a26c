// The answers of a brand or to a prompt, a page below the other. Those of an outcome or a company are picked by the API for a brand; the
// answers to a prompt it lists whomever they name, and they are picked from its pages here.

import { useEffect, useState } from 'preact/hooks';
import { useBrand } from '../../app/catalog.js';
import type { Document } from '../../data/document.js';
import { useQuery, useShown } from '../../data/use-query.js';
import { brandAnswersDocument, promptAnswersDocument } from '../../documents/answers.js';
import type {
  BrandAnswersQuery,
  BrandAnswersQueryVariables,
  PromptAnswersQuery,
  PromptAnswersQueryVariables,
} from '../../documents/generated/answers.js';
import { Card } from '../../ui/card.js';
import { counted, whole } from '../../ui/format.js';
import { AnswerList, answerTable } from './answer-list.js';
import { type AnswerSelection, isSelected, type ListedAnswer } from './selection.js';

interface AnswersProps extends AnswerSelection {
  /** Empty: those of the brand. */
  readonly promptId: string;
  /** Of the page, for the names of files. */
  readonly filters?: readonly string[];
  /** Answers to a prompt that are asked for at once. */
  readonly limit?: number;
}

type Answers = BrandAnswersQuery | PromptAnswersQuery;

interface AnswersPage {
  readonly data: readonly ListedAnswer[];
  readonly nextCursor: string | null;
}

/** All those of a prompt in most windows, so that picking some of them leaves no page nearly empty. */
const defaultLimit = 100;

function usePage({ promptId, filter, outcome, company, limit = defaultLimit }: AnswersProps, after?: string) {
  const { start, end, model } = filter;
  const next = after === undefined ? {} : { after };
  const ofBrand: BrandAnswersQueryVariables = { ...filter, outcome, ...(company ? { company } : {}), ...next };
  const ofPrompt: PromptAnswersQueryVariables = { promptId, start, end, ...(model ? { model } : {}), limit, ...next };
  const document = promptId ? promptAnswersDocument : brandAnswersDocument;
  return useQuery(
    document as Document<Answers, object>, // safe because each is asked with its own variables
    promptId ? ofPrompt : ofBrand,
  );
}

type Pick = (answer: ListedAnswer) => boolean;

function usePick({ promptId, outcome, company }: AnswersProps): Pick {
  const brandName = useBrand()?.name ?? '';
  return (answer) => !promptId || isSelected(answer, { outcome, company, brandName });
}

/** The first page, and those that were asked for below it. A change of `promptId` needs another `key`. */
export function AnswersCard(props: AnswersProps) {
  const { promptId } = props;
  const query = usePage(props);
  const shown = useShown(props, query.isLoading);
  const pick = usePick(props);
  const [older, setOlder] = useState<Readonly<Record<number, AnswersPage | null>>>({});
  const listed = (first: AnswersPage) => listedOf([first, ...Object.values(older)], pick);
  return (
    <Card
      id="answers"
      size="wide"
      title={query.data ? titleOf(listed(query.data.answers), totalOf(query.data.answers), props) : 'Answers'}
      note="Newest first. Open one to read it whole, with the companies it names and the sources it cites."
      query={query}
      filters={props.filters ?? []}
      isEmpty={({ answers }) => answers.nextCursor === null && !answers.data.some(pick)}
      empty={`No answer ${promptId && 'to this prompt '}in this window fits these filters.`}
      table={({ answers }) => {
        const { picked, isWhole } = listed(answers);
        return { ...answerTable(picked), total: isWhole ? picked.length : totalOf(answers) };
      }}
      hasPicture
    >
      {({ answers: { data, nextCursor } }) => (
        <AnswerList answers={data.filter(pick)} isOfOnePrompt={promptId !== ''}>
          <More
            key={JSON.stringify(shown)}
            selection={shown}
            cursor={nextCursor}
            place={0}
            onPage={(place, page) => setOlder((pages) => ({ ...pages, [place]: page }))}
          />
        </AnswerList>
      )}
    </Card>
  );
}

const totalOf = (page: NonNullable<Answers['answers']>) => ('total' in page ? page.total : page.pagination.total);

/** What is listed, and how many were looked at for it. */
function listedOf(pages: readonly (AnswersPage | null)[], pick: Pick) {
  const loaded = pages.filter((page) => page !== null);
  const answers = loaded.flatMap(({ data }) => data);
  return { seen: answers.length, picked: answers.filter(pick), isWhole: loaded.at(-1)?.nextCursor === null };
}

function titleOf(
  { seen, picked, isWhole }: ReturnType<typeof listedOf>,
  total: number,
  { promptId, outcome, company }: AnswersProps,
): string {
  const all = counted(total, 'answer');
  if (!promptId || (outcome === 'ALL' && !company)) return all;
  return `${whole(picked.length)} of ${isWhole ? '' : `the newest ${whole(seen)} of `}${all}`;
}

interface MoreProps {
  readonly selection: AnswersProps;
  /** Null: there are no older answers. */
  readonly cursor: string | null;
  /** Of the page among those below the first. */
  readonly place: number;
  /** Told of the page while it is shown, and `null` when it is no longer. */
  readonly onPage: (place: number, page: AnswersPage | null) => void;
}

/** A button that loads the answers after a cursor in its place. */
function More({ cursor, ...props }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  if (cursor === null) return null;
  if (isOpen) return <OlderPage {...props} cursor={cursor} />;
  return (
    <button type="button" class="button more-answers" data-export="no" onClick={() => setOpen(true)}>
      Show older answers
    </button>
  );
}

function OlderPage({ selection, cursor, place, onPage }: MoreProps & { readonly cursor: string }) {
  const { data, error, retry } = usePage(selection, cursor);
  const pick = usePick(selection);
  const page = data?.answers ?? null;
  useEffect(() => {
    onPage(place, page);
    return () => onPage(place, null);
  }, [page]);
  if (!page && error) return <Failed message={error.message} onRetry={retry} />;
  if (!page) return <p class="quiet">Loading older answers …</p>;
  return (
    <AnswerList answers={page.data.filter(pick)} isOfOnePrompt={selection.promptId !== ''}>
      {!page.data.some(pick) && (
        <p class="quiet">None of the next {counted(page.data.length, 'answer')} fits these filters.</p>
      )}
      <More selection={selection} cursor={page.nextCursor} place={place + 1} onPage={onPage} />
    </AnswerList>
  );
}

/** The server's sentence, in the place of the answers. */
function Failed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <p role="alert">
      {message}{' '}
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
