// Documents that clients send as an id instead of their text: those of the operator, for as long as the process runs, and those that
// clients registered, up to a number of bytes.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Texts of documents by their ids. */
export type SuppliedDocuments = ReadonlyMap<string, string>;

/** A document that a client sent with its hash. */
export interface ClientDocument {
  readonly keyId: string;
  readonly sha256: string;
  readonly text: string;
}

export interface PersistedDocuments {
  /** The text of a document that the operator supplied, or that was registered with this key; `undefined`: it is unknown, or was evicted. */
  readonly find: (keyId: string, id: string) => string | undefined;
  /** Keeps a document under its hash, for this key alone. Its text must be valid. */
  readonly register: (document: ClientDocument) => void;
}

const defaultMaxBytes = 8_000_000;
/** One document takes at most this share of the memory. */
const maxShare = 1 / 16;
/** What an entry takes beside its text. */
const entryBytes = 512;

type Registered = LRUCache<string, string>;

/**
 * A store that begins with `supplied`. What one key registers is not known to another, and where there is no room, the key that has most makes it: no key
 * evicts documents of one that has fewer.
 */
export function createPersistedDocuments(
  supplied: SuppliedDocuments,
  maxBytes: number = defaultMaxBytes,
): PersistedDocuments {
  const byKey = new Map<string, Registered>();
  const createRegistered = (): Registered =>
    new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes * maxShare),
      sizeCalculation: (text) => entryBytes + 2 * text.length,
    });
  return {
    find: (keyId, id) => supplied.get(id) ?? byKey.get(keyId)?.get(id),
    register: ({ keyId, sha256, text }) => {
      if (supplied.has(sha256)) return;
      const registered = byKey.get(keyId) ?? createRegistered();
      registered.set(sha256, text);
      if (registered.size > 0) byKey.set(keyId, registered);
      makeRoom(byKey, maxBytes);
    },
  };
}

/** Evicts documents of the key that has most, which has more than one document can exceed the limit by. */
function makeRoom(byKey: Map<string, Registered>, maxBytes: number): void {
  let excess = -maxBytes;
  for (const { calculatedSize } of byKey.values()) excess += calculatedSize;
  if (excess <= 0) return;
  const [largest] = [...byKey].sort(([, a], [, b]) => b.calculatedSize - a.calculatedSize);
  if (!largest) return;
  const [keyId, registered] = largest;
  const enough = Math.max(0, registered.calculatedSize - excess);
  while (registered.calculatedSize > enough) registered.pop();
  if (registered.size === 0) byKey.delete(keyId);
}

/** The same documents, of which `tell` hears whenever one is registered that was not known. */
export function toldDocuments(
  documents: PersistedDocuments,
  tell: (document: ClientDocument) => void,
): PersistedDocuments {
  return {
    find: documents.find,
    register: (document) => {
      if (documents.find(document.keyId, document.sha256) !== undefined) return;
      documents.register(document);
      tell(document);
    },
  };
}

/** The hash of a document, by which clients name it: of its text in UTF-8, in lower-case hexadecimal digits. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}
