// Caches of parsed documents, limited by memory: up to 500 bytes per token or 250 characters, and 2 kB per syntax error.

import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

const maxTokens = 60_000;
/** What takes as much as a token: a comment of any length is one, and blanks are none. */
const charactersOfToken = 250;
const maxErrors = 1_000;
/** Longer documents, and errors in them, are not cached. */
const maxDocumentTokens = 10_000;
const maxErrorLength = 5_000;

/** Caches for Yoga, and a plugin that removes invalid documents: their errors would be kept with them, and take more memory than they do. */
export function createDocumentCaches() {
  const documentCache = new LRUCache<string, DocumentNode>({
    maxSize: maxTokens,
    maxEntrySize: maxDocumentTokens,
    sizeCalculation: (document, { length }) => tokensOf(document) + Math.ceil(length / charactersOfToken),
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

/** The number of tokens, including comments: the syntax tree of a document contains all of them. */
function tokensOf({ loc }: DocumentNode): number {
  let tokens = 1;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return tokens;
}
