// Reads a GraphQL request as the GraphQL-over-HTTP specification says: POST with a JSON body, or GET with a query string.

import { AppError, type Fault, invalid } from '../../errors.js';
import type { Incoming } from '../exchange/call.js';

export interface GraphQLParams {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Record<string, unknown>;
  readonly extensions?: Record<string, unknown>;
}

/** What a POST, or else a GET, asks; throws what is wrong with it. No more than `maxBodyBytes` of a body is read. */
export async function readGraphQLParams(request: Incoming, maxBodyBytes: number): Promise<GraphQLParams> {
  if (request.method !== 'POST') return toParams(fromQueryString(request.url));
  assertJson(request.headers);
  return toParams(parseJson(await readText(request, maxBodyBytes)));
}

function assertJson(headers: Incoming['headers']): void {
  const given = headers.get('content-type') ?? '';
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((each) => each.startsWith('charset='))?.replace(/^charset="?([^"]*)"?$/, '$1');
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (type === 'application/json' && (charset ?? 'utf-8') === 'utf-8' && encoding === 'identity') return;
  const what = given === '' ? 'without a Content-Type' : `of ${given.slice(0, 100)}, ${encoding}-encoded`;
  throw new AppError(
    'unsupported_media_type',
    `The body must be application/json in UTF-8, not compressed; given was one ${what}.`,
  );
}

async function readText(request: Incoming, maxBytes: number): Promise<string> {
  const tooLarge = () => new AppError('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // safe because JSON.parse throws nothing but SyntaxError
    throw new AppError('validation_error', `The body is not JSON: ${(error as SyntaxError).message}.`);
  }
}

function fromQueryString(url: string): Record<string, unknown> {
  const at = url.indexOf('?');
  const search = new URLSearchParams(at === -1 ? '' : url.slice(at + 1).replace(/#.*$/s, ''));
  const json = (name: string) => {
    const text = search.get(name);
    if (!text) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw invalid([{ field: null, message: `${name} must be a JSON object.` }]);
    }
  };
  return {
    query: search.get('query') || undefined,
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

function toParams(given: unknown): GraphQLParams {
  if (Array.isArray(given)) throw refuse('Batches are not supported: send one operation a request.');
  if (!isObject(given)) throw refuse('The body must be a JSON object such as {"query": "{ models { id } }"}.');
  const { query, operationName, variables, extensions } = given;
  const faults: Fault[] = [];
  const fault = (message: string) => faults.push({ field: null, message });
  if (typeof query !== 'string' || query === '') fault('query is required: give a GraphQL document as a string.');
  if (!isAbsent(operationName) && typeof operationName !== 'string') fault('operationName must be a string.');
  if (!isAbsent(variables) && !isObject(variables)) fault('variables must be an object.');
  if (!isAbsent(extensions) && !isObject(extensions)) fault('extensions must be an object.');
  if (faults.length > 0) throw invalid(faults);
  return {
    query: String(query),
    ...(typeof operationName === 'string' ? { operationName } : {}),
    ...(isObject(variables) ? { variables } : {}),
    ...(isObject(extensions) ? { extensions } : {}),
  };
}

function refuse(message: string): AppError {
  return invalid([{ field: null, message }]);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
