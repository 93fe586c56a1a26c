// Validation compares all pairs of fields that have the same response name. graphql-js aborts after half a million comparisons, about
// 100 ms; a document that needs more is refused as too complex, with advice.

import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../errors.js';

/** The message of graphql-js. */
const aborted = 'Validation aborted.';

/** A plugin that refuses documents whose validation needs too many comparisons. */
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
