// What a GraphQL request may consist of. Nothing that a client sends is silently dropped: an unknown or repeated parameter is refused, and so are
// those in the query string of a POST.

import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { type Fault, invalid } from '../../errors.js';
import { repeatedParameter, unknownParameters } from '../context/parameter-names.js';
import { encodingFaults, utf8Of } from '../context/utf8.js';

const types = new Map([
  ['query', 'string'],
  ['variables', 'JSON object'],
  ['operationName', 'string'],
  ['extensions', 'JSON object'],
]);
const known = [...types.keys(), 'documentId'];

/** A plugin that refuses requests with parameters that are wrong or would be ignored, with all of them. */
export function useRequestParameters(): Plugin {
  return {
    onRequestParse: ({ request: { method, url }, setRequestParser }) => {
      if (method === 'POST') setRequestParser(parseBody);
      const start = url.indexOf('?');
      if (start === -1) return;
      const text = url.slice(start + 1);
      const search = new URLSearchParams(text);
      assertNone(method === 'GET' ? [...encodingFaults(text), ...queryStringFaults(search)] : outsideBody(search));
    },
    onParams: ({ params }) => {
      const given = Object.entries<unknown>({ ...params }).filter(([, value]) => value !== null && value !== undefined);
      const names = given.map(([name]) => name);
      assertNone([...unknownParameters(names, known), ...given.flatMap(([name, value]) => typeFault(name, value))]);
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
  // Other names, such as that of an operation for a proxy's log, change nothing.
  return known
    .filter((name) => search.has(name))
    .map((field) => ({ field, message: `${field} of a POST belongs into its body, not into its query string.` }));
}

async function parseBody(request: Request): Promise<GraphQLParams> {
  const body = await jsonIn(request);
  if (typeOf(body) === 'JSON object') return Object(body);
  const message = `The body must be a JSON object such as {"query": "{ models { id } }"}; given was ${described(body)}.`;
  throw invalid([{ field: null, message }]);
}

async function jsonIn(request: Request): Promise<unknown> {
  const text = await utf8Of(request);
  if (text === null) throw invalid([{ field: null, message: 'The body is not valid UTF-8.' }]);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid([{ field: null, message: `The body must be JSON: ${error.message}.` }]);
  }
}

function typeFault(field: string, value: unknown): readonly Fault[] {
  const type = types.get(field);
  if (type === undefined || typeOf(value) === type) return [];
  return [{ field, message: `${field} must be a ${type}; given was ${described(value)}.` }];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' ? 'JSON object' : typeof value;
}

function described(value: unknown): string {
  const type = typeOf(value);
  return type === 'null' ? type : `${type === 'array' ? 'an' : 'a'} ${type}`;
}
