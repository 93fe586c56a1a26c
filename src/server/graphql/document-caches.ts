// What is remembered of documents that were parsed, bounded by what it takes in memory: up to 500 bytes a token, and 2 kB for a syntax error.

import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

const maxTokens = 60_000;
const maxErrors = 1_000;
/** A document that long, or an error in one, is not remembered. */
const maxDocumentTokens = 10_000;
const maxErrorLength = 5_000;

/** Caches for Yoga, and a plugin that forgets what is not valid: its errors would be kept with it, and take more than it does. */
export function createDocumentCaches() {
  const documentCache = new LRUCache<string, DocumentNode>({
    maxSize: maxTokens,
    maxEntrySize: maxDocumentTokens,
    sizeCalculation: tokensOf,
  });
  const errors = new LRUCache<string, Error>({ max: maxErrors });
  const errorCache = {
    get: (text: string) => errors.get(text),
    set: (text: string, error: Error) => {
      if (text.length <= maxErrorLength) errors.set(text, error);
    },
  };
  const plugin: Plugin = {
    onValidate: ({ context }) => {
      const { query = '' } = context.params;
      return ({ valid }) => {
        if (!valid) documentCache.delete(query);
      };
    },
  };
  return { documentCache, errorCache, plugin };
}

/** Tokens, comments too: the tree of a document holds them all. */
function tokensOf({ loc }: DocumentNode): number {
  let tokens = 1;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return tokens;
}
