// Requests to the public GraphQL API, in the session of the browser.

import { type Complete, type Document, notices } from './document.js';

/** An error reported by the server, with its message. */
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
  readonly extensions?: { readonly notices?: readonly string[] };
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** The data of a document without errors. Throws `ApiError`, or the abort reason of `signal`. */
export async function ask<Data, Variables>(
  query: Document<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Complete<Data>> {
  const response = await send(JSON.stringify({ query, variables }), signal);
  const requestId = response.headers.get('x-request-id');
  const { data, errors = [], extensions } = await bodyOf(response, requestId);
  const messages = [...new Set(errors.map(({ message }) => message))];
  if (messages.length > 0 || !data) {
    throw new ApiError(
      messages.join(' ') || 'The server sent an empty response.',
      errors[0]?.extensions?.code ?? '',
      requestId,
    );
  }
  return { ...data, [notices]: extensions?.notices ?? [] } as Complete<Data>; // safe because the server answers in the shape of the document, and there are no errors
}

async function send(body: string, signal: AbortSignal | undefined): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  };
  try {
    return await fetch('/graphql', { method: 'POST', headers, body, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(
      'The server cannot be reached. It may be restarting, or the connection may be lost.',
      'unreachable',
    );
  }
}

async function bodyOf(response: Response, requestId: string | null): Promise<Body> {
  try {
    return (await response.json()) as Body; // safe because every response of /graphql has this shape
  } catch {
    throw new ApiError(`The server sent an invalid response with status ${response.status}.`, '', requestId);
  }
}
