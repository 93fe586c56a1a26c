// Finds something out about an operation once, and keeps it as long as its document.

import type { DocumentNode } from 'graphql';

/** Something about an operation of a document; by an empty name, about its only one. */
export type OfOperation<T> = (document: DocumentNode, operationName: string) => T;

/** What `find` finds. One result is kept for each document, whatever names clients send: what is kept grows with the documents alone. */
export function perOperation<T>(find: OfOperation<T>): OfOperation<T> {
  const kept = new WeakMap<DocumentNode, { readonly operationName: string; readonly found: T }>();
  return (document, operationName) => {
    const last = kept.get(document);
    if (last?.operationName === operationName) return last.found;
    const found = find(document, operationName);
    kept.set(document, { operationName, found });
    return found;
  };
}
