// The pages of URLs, of which most occur again and again.

import { LRUCache } from 'lru-cache';
import { normaliseUrl, type Page } from '../../domain/url.js';

/** By characters, as anything can stand in place of a URL, and one may have nine for one that was given. */
const pages = new LRUCache<string, Page | false>({
  maxSize: 30_000_000,
  maxEntrySize: 3_000,
  sizeCalculation: (page, { length }) => 100 + length + (page ? page.url.length : 0),
  memoMethod: (url) => normaliseUrl(url) ?? false,
});

/** The page of a URL; `false`: it is none. */
export function pageOf(url: string): Page | false {
  return pages.memo(url);
}
