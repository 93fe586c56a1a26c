// Validation compares fields that would answer under one name, each with each. graphql-js gives up after half a million comparisons, in about
// 100 ms; a document that needs more is refused as too complex, and told what to do.

import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../errors.js';

/** All that graphql-js says of it. */
const aborted = 'Validation aborted.';

/** A plugin that refuses documents that take too many comparisons to validate. */
export function useValidationWork(): Plugin {
  return {
    onValidate: () => {
      return ({ valid, result }) => {
        if (valid || !result.some(({ message }: { message: string }) => message === aborted)) return;
        const message =
          'The document selects fields under the same name too many times to be validated: select each field once, and spread fragments less often.';
        throw new AppError('query_too_complex', message);
      };
    },
  };
}
