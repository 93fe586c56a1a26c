// Requests to this server, in the session of the browser: to the public GraphQL API, and for the session itself.

import { type Document, type Noted, notices } from './document.js';

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

interface Fault {
  readonly message: string;
  readonly code?: string;
  readonly extensions?: { readonly code?: string };
}

/** As GraphQL answers; any other error is the body itself. */
interface Body {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: { readonly notices?: readonly string[] };
  readonly errors?: readonly Fault[];
}

const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' };

/** The data of a document without errors. Throws `ApiError`, or the abort reason of `signal`. */
export async function ask<Data, Variables>(
  query: Document<Data, Variables>,
  variables: Variables,
  signal: AbortSignal | null = null,
): Promise<Noted<Data>> {
  const body = JSON.stringify({ query, variables });
  const { data, extensions } = await request('/graphql', { method: 'POST', headers, body, signal });
  if (!data) throw new ApiError('The server sent an empty response.', '');
  return { ...data, [notices]: extensions?.notices ?? [] } as Noted<Data>; // safe because the server answers in the shape of the document, and there are no errors
}

/** The body of a response without errors. Throws `ApiError`, or the abort reason of the signal. */
export async function request(path: string, init: RequestInit): Promise<Body> {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    const message = 'The server cannot be reached. It may be restarting, or the connection may be lost.';
    throw new ApiError(message, 'unreachable');
  });
  if (response.status === 204) return {};
  const invalid = `The server sent an invalid response with status ${response.status}.`;
  const body: Body & Fault = await response.json().catch(() => ({ errors: [{ message: invalid }] }));
  const errors = body.errors ?? (response.ok ? [] : [body]);
  const [first] = errors;
  if (!first) return body;
  const text = [...new Set(errors.map(({ message }) => message))].join(' ') || invalid;
  throw new ApiError(text, first.extensions?.code ?? first.code ?? '', response.headers.get('x-request-id'));
}
