// Asks the public GraphQL API with the visitor's key. Nothing else on these pages sends a request.

import { readKey } from './key.js';

/** What the server refused or failed at, in its own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    message: string,
    readonly code: string,
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

interface Body {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** The data of a document that has an answer in every field. Throws `ApiError`, or the abort of `signal`. */
export async function ask<Data>(
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<Data> {
  const response = await send(JSON.stringify({ query, variables }), signal);
  const requestId = response.headers.get('x-request-id');
  const { data, errors = [] } = await bodyOf(response, requestId);
  const messages = [...new Set(errors.map(({ message }) => message))];
  if (messages.length > 0 || !data) {
    throw new ApiError(
      messages.join(' ') || 'The server gave no answer.',
      errors[0]?.extensions?.code ?? '',
      requestId,
    );
  }
  return data as Data; // safe because the type goes with the document that the caller wrote
}

async function send(body: string, signal: AbortSignal | undefined): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
    authorization: `Bearer ${readKey() ?? ''}`,
  };
  try {
    return await fetch('/graphql', { method: 'POST', headers, body, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('The server cannot be reached. It may be restarting, or the connection is gone.', 'unreachable');
  }
}

async function bodyOf(response: Response, requestId: string | null): Promise<Body> {
  try {
    return (await response.json()) as Body; // safe because /graphql answers in this shape, whatever happens
  } catch {
    throw new ApiError(`The server answered with status ${response.status} and nothing readable.`, '', requestId);
  }
}
