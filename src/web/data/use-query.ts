// What a component shows of an answer of the API.

import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { ApiError } from './api.js';
import type { Document, Noted } from './document.js';
import type { Store } from './store.js';

export interface Query<Data, Of = unknown> {
  /** Of the variables asked for, or while those are loading of the ones before, if they are of the same brand. */
  readonly data: Data | null;
  /** Whether the data is of the variables before. */
  readonly isOfBefore: boolean;
  /** What was given as `of` with the variables of the data. */
  readonly of: Of;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

export const StoreContext = createContext<Store | null>(null);

/** Asks a document, once for all components that ask the same; waits for variables that are `null`. */
export function useQuery<Data, Variables extends object, Of = Variables | null>(
  document: Document<Data, Variables>,
  variables: Variables | null,
  of = variables as Of, // safe because it is of this type where none is given
): Query<Noted<Data>, Of> {
  const store = useContext(StoreContext);
  if (!store) throw new Error('There is no store above.');
  const key = variables && JSON.stringify([document, variables]);
  const brand = variables && 'brandId' in variables ? variables.brandId : null;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Not after the paint: the question is on its way while the page is drawn.
  useLayoutEffect(() => (key === null ? undefined : store.watch(key, () => redraw(null))), [store, key]);
  const { data, error, isLoading } = store.read(key ?? '');
  const asked = { brand, document, data, of };
  const last = useRef(asked);
  if (data !== null) last.current = asked;
  const { current: past } = last;
  const isOfBefore =
    data === null && !error && past.data !== null && past.brand === brand && past.document === document;
  const shown = isOfBefore ? past : asked;
  return {
    data: shown.data as Noted<Data> | null, // safe because the store answers what the key asks
    isOfBefore,
    of: shown.of,
    error,
    isLoading,
    retry: () => store.reload(key ?? ''),
  };
}
