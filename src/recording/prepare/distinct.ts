// What the runs of a batch share, each once, with an index, such as the pages they cite. Pure.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { normaliseQuery } from '../../domain/query.js';

/** Distinct texts, numbered from 0 in the order of their first occurrence. */
export class Texts {
  readonly texts: string[] = [];
  private readonly indexes = new Map<string, number>();

  /** The index of a text; that of a new one is how many there were. */
  add(text: string): number {
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    const index = this.texts.push(text) - 1;
    this.indexes.set(text, index);
    return index;
  }
}

/** `work` of a text. What most texts result in is kept, as most occur again soon; longer ones are in no cache, so that it is bounded in bytes too. */
function cached(work: (text: string) => string): (text: string) => string {
  const known = new LRUCache<string, string>({ max: 100_000, memoMethod: work });
  return (text) => (text.length <= 1_000 ? known.memo(text) : work(text));
}

/** The SHA-256 of a text in hexadecimal digits. */
const digestOf = (text: string) => hash('sha256', text, 'hex');
export const digestOfUrl = cached(digestOf);
export const digestOfQuery = cached(digestOf);

/** A query as it is told apart from others. */
export const normalisedQuery = cached(normaliseQuery);
