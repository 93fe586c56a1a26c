// Validation compares all pairs of fields that have the same response name. Documents with too many pairs are refused as too complex, with
// advice: those of one selection set before anything is compared, and those that fragments add when graphql-js aborts.

import { type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../errors.js';

/** The message of graphql-js, which aborts after half a million comparisons. */
const aborted = 'Validation aborted.';

/** Pairs of fields with the same response name within the selection sets of a document: 200 equal fields, for instance. */
const maxPairs = 20_000;

/** A plugin that refuses documents whose validation needs too many comparisons. */
export function useValidationWork(): Plugin {
  const counted = new WeakSet<DocumentNode>();
  return {
    onValidate: ({ params }) => {
      const document: DocumentNode = params.documentAST;
      if (!counted.has(document) && pairsOf(document) > maxPairs) throw tooMuch();
      counted.add(document);
      return ({ valid, result }) => {
        if (!valid && result.some(({ message }: { message: string }) => message === aborted)) throw tooMuch();
      };
    },
  };
}

function pairsOf(document: DocumentNode): number {
  let pairs = 0;
  visit(document, {
    SelectionSet: (set: SelectionSetNode) => {
      const seen = new Map<string, number>();
      for (const node of set.selections) {
        if (node.kind !== Kind.FIELD) continue;
        const name = node.alias?.value ?? node.name.value;
        const before = seen.get(name) ?? 0;
        pairs += before;
        seen.set(name, before + 1);
      }
    },
  });
  return pairs;
}

function tooMuch(): AppError {
  return new AppError(
    'query_too_complex',
    'The document selects fields under the same name too many times to be validated: select each field once, and spread fragments less often.',
  );
}
