// What lists know of a database from one request to the next: only what never changes.

import { NameRankCache } from './name-ranks.js';
import { UrlDomainCache } from './url-domains.js';

export interface ListCache {
  readonly domains: UrlDomainCache;
  readonly ranks: NameRankCache;
}

/** A cache for one database. */
export function createListCache(): ListCache {
  return { domains: new UrlDomainCache(), ranks: new NameRankCache() };
}
