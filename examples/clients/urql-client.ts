// urql for Sightline, to copy: documents by their hash over GET, and a normalized cache that knows what a run is. `urql.ts` shows it at work.

import { Client, fetchExchange } from '@urql/core';
import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { persistedExchange } from '@urql/exchange-persisted';

/** Types without an identity of their own are kept within what has them. Each type that a document selects is listed here, unless its `id` is unique. */
const embedded = () => null;

export const keys: KeyingConfig = {
  // The id of a run is unique within its brand: select both.
  Run: ({ brandId, id }) => `${brandId}:${id}`,
  Viewer: ({ keyId }) => String(keyId),
  ...{ BrandAnalytics: embedded, Visibility: embedded, Prompts: embedded, PromptRuns: embedded },
};

/** A client of the server at `url`. */
export function connect(url: string, key: string): Client {
  return new Client({
    url: `${url}/graphql`,
    fetchOptions: { headers: { authorization: `Bearer ${key}` } },
    exchanges: [
      cacheExchange({ keys }),
      persistedExchange({ preferGetForPersistedQueries: 'within-url-limit' }),
      fetchExchange,
    ],
  });
}
