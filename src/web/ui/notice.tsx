// A message in place of a page: what is the matter, and what can be done.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ApiError } from '../data/api.js';
import type { Query } from '../data/use-query.js';
import { everything, type View } from '../data/view.js';

interface NoticeProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What can be done. */
  readonly actions?: readonly (readonly [text: string, onClick: () => void])[];
}

export function Notice({ title, children, actions = [] }: NoticeProps) {
  useEffect(() => {
    document.title = `${title} · Sightline`;
  }, [title]);
  return (
    <div class="notice">
      <h1>{title}</h1>
      <p>{children}</p>
      <div class="row">
        {actions.map(([text, onClick], index) => (
          <button type="button" class={actions.length > 1 ? 'button' : 'button primary'} key={index} onClick={onClick}>
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The server's sentence, with the request id for finding the request in its log. */
export function Failure({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>
        {error.message}
        {error.requestId && <span class="quiet"> Request {error.requestId}.</span>}
      </p>
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  readonly loading: ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}

/** What is shown of an answer of the API; in its place that it is on its way, or why it is not there. */
export function Loaded<Data>({ query, loading, children }: LoadedProps<Data>): ComponentChildren {
  const { data, error, isLoading, retry } = query;
  const hasFailed = error !== null && !isLoading;
  if (data === null) return hasFailed ? <Failure error={error} onRetry={retry} /> : loading;
  return (
    <>
      {hasFailed && (
        <p class="stale quiet" role="status">
          These figures could not be updated: {error.message}{' '}
          <button type="button" class="link" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {children(data)}
    </>
  );
}

const isFiltered = (view: View): boolean =>
  Object.keys(everything).some((name) => view[name as keyof typeof everything].length > 0); // safe because these are its keys

/** Where there are no answers: that none were recorded, or that none fits the filters. */
export const noAnswer = (view: View): string =>
  isFiltered(view) ? 'No answer of this window fits these filters.' : 'No answers were recorded in this window.';

export const noAnswerBefore = (view: View): string =>
  isFiltered(view)
    ? 'No answer of the window compared with fits these filters.'
    : 'The window compared with has no answers.';

export const namesNobody = 'None of these answers names a company.';
