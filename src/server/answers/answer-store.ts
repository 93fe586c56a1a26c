// Finished answers in memory, bounded in bytes: the least recently sent make room for new ones.

import { LRUCache } from 'lru-cache';
import type { HttpResponse } from '../context/http-response.js';
import type { RequestContext } from '../context/request-context.js';
import type { AnswerKey } from './etag.js';

/** A complete answer, ready to be sent, and what is reported of the request that it answers. */
export interface Answer extends Pick<RequestContext, 'cost' | 'operation'> {
  readonly headers: HttpResponse['headers'];
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface AnswerStore {
  readonly find: (key: AnswerKey) => Answer | undefined;
  readonly keep: (key: AnswerKey, answer: Answer) => void;
  /** What the kept answers take, and how many they are. */
  readonly size: () => { readonly bytes: number; readonly answers: number };
}

/** What an entry takes beside its body: its objects, its headers, and its place in the map. */
const entryBytes = 1_024;
/** One answer takes at most this share of the memory. */
const maxShare = 1 / 4;

/** A store of at most `maxBytes`; `null` for 0: none are kept. */
export function createAnswerStore(maxBytes: number): AnswerStore | null {
  if (maxBytes === 0) return null;
  const kept = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes * maxShare)),
    sizeCalculation: ({ body }) => entryBytes + body.byteLength,
  });
  return {
    find: ({ etag }) => kept.get(etag),
    keep: ({ etag }, answer) => void kept.set(etag, answer),
    size: () => ({ bytes: kept.calculatedSize, answers: kept.size }),
  };
}
