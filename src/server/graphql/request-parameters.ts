// What a GraphQL request may consist of. Nothing that a client sends is silently dropped: an unknown or repeated parameter is refused, and so is
// the query string of a POST.

import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { type Fault, invalid } from '../../errors.js';
import { repeatedParameter, unknownParameters } from '../exchange/parameter-names.js';

const known = ['query', 'variables', 'operationName', 'extensions', 'documentId'];

/** A plugin that refuses requests with parameters that would be ignored, with all of them. */
export function useRequestParameters(): Plugin {
  return {
    onRequestParse: ({ request: { method, url } }) => {
      const start = url.indexOf('?');
      if (start === -1) return;
      const search = new URLSearchParams(url.slice(start + 1));
      assertNone(method === 'GET' ? queryStringFaults(search) : outsideBody(search));
    },
    onParams: ({ params }) => {
      assertNone(bodyFaults(params));
    },
  };
}

function assertNone(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults);
}

function queryStringFaults(search: URLSearchParams): readonly Fault[] {
  const repeated = known.filter((name) => search.getAll(name).length > 1);
  return [...unknownParameters(search.keys(), known), ...repeated.map(repeatedParameter)];
}

function outsideBody(search: URLSearchParams): readonly Fault[] {
  if (search.size === 0) return [];
  return [{ field: null, message: 'A POST to this path takes no query string: send its parameters in the body.' }];
}

/** `params` is whatever JSON was sent. What is `null` is absent. */
function bodyFaults(params: GraphQLParams): readonly Fault[] {
  const given = Object.entries(Object(params)).filter(([, value]) => value !== null && value !== undefined);
  return Array.isArray(params)
    ? []
    : unknownParameters(
        given.map(([name]) => name),
        known,
      );
}
