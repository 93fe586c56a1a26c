// Documents that clients send as an id instead of their text: those of the operator, for as long as the process runs, and those that
// clients registered, up to a number of bytes.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Texts of documents by their ids. */
export type SuppliedDocuments = ReadonlyMap<string, string>;

export interface PersistedDocuments {
  /** The text of a document; `undefined`: it is unknown, or was evicted. */
  readonly find: (id: string) => string | undefined;
  /** Keeps a document under its hash. Its text must be valid. */
  readonly register: (sha256: string, text: string) => void;
}

const defaultMaxBytes = 8_000_000;
/** One document takes at most this share of the memory. */
const maxShare = 1 / 16;
/** What an entry takes beside its text. */
const entryBytes = 512;

/** A store that begins with `supplied`. Registrations are shared by all keys: only who has the text knows its hash. */
export function createPersistedDocuments(
  supplied: SuppliedDocuments,
  maxBytes: number = defaultMaxBytes,
): PersistedDocuments {
  const registered = new LRUCache<string, string>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * maxShare),
    sizeCalculation: (text) => entryBytes + 2 * text.length,
  });
  return {
    find: (id) => supplied.get(id) ?? registered.get(id),
    register: (sha256, text) => {
      if (!supplied.has(sha256)) registered.set(sha256, text);
    },
  };
}

/** The hash of a document, by which clients name it: of its text in UTF-8, in lower-case hexadecimal digits. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}
