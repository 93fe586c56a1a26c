// What a component shows of an answer of the API.

import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { ApiError } from './api.js';
import type { Complete, Document } from './document.js';
import type { Store } from './store.js';

export interface Query<Data> {
  /** Of the variables asked for, or while those are loading of the ones before, if they are of the same brand. */
  readonly data: Data | null;
  /** Whether the data is of the variables before. */
  readonly isOfBefore: boolean;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

export const StoreContext = createContext<Store | null>(null);

/** Asks a document, once for all components that ask the same; waits for variables that are `null`. */
export function useQuery<Data, Variables extends object>(
  document: Document<Data, Variables>,
  variables: Variables | null,
): Query<Complete<Data>> {
  const store = useContext(StoreContext);
  if (!store) throw new Error('There is no store above.');
  const key = variables && JSON.stringify([document, variables]);
  const brand = variables && 'brandId' in variables ? variables.brandId : null;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Not after the paint: the question is on its way while the page is drawn.
  useLayoutEffect(() => (key === null ? undefined : store.watch(key, () => redraw(null))), [store, key]);
  const { data, error, isLoading } = store.read(key ?? '');
  const last = useRef<{ readonly brand: unknown; readonly document: string; readonly data: unknown } | null>(null);
  if (data !== null) last.current = { brand, document, data };
  const { current: shown } = last;
  const isOfBefore = data === null && !error && shown?.brand === brand && shown?.document === document;
  return {
    data: (isOfBefore ? shown.data : data) as Complete<Data> | null, // safe because the store answers what the key asks
    isOfBefore,
    error,
    isLoading,
    retry: () => store.reload(key ?? ''),
  };
}

/** The selection that the answers shown are of: the one before until those of this one are there. */
export function useShown<Selection>(selection: Selection, isLoading: boolean): Selection {
  const shown = useRef(selection);
  if (!isLoading) shown.current = selection;
  return shown.current;
}
