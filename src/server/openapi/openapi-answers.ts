// What the description of REST says of every answer alike: its headers, and the errors by the codes that they are thrown with.

import { STATUS_CODES } from 'node:http';
import { type ErrorCode, statusOf } from '../../errors.js';
import { restErrorBody } from '../exchange/http-response.js';
import { pathParameters, type Route } from '../rest/routes.js';

type Part = Readonly<Record<string, unknown>>;

interface ErrorPart {
  readonly code: ErrorCode;
  readonly when: string;
  /** A message of it. */
  readonly message: string;
  readonly headers?: readonly string[];
}

/** What a request of REST can be refused with. */
const errors = {
  BadRequest: {
    code: 'validation_error',
    when: 'A parameter is refused, or does not exist. All faults of a request are reported together.',
    message: 'The window is empty: start and end fall into one quarter hour.',
    headers: ['RateLimit', 'RateLimit-Policy'],
  },
  Unauthorized: {
    code: 'unauthorized',
    when: 'The key is missing, malformed, unknown, expired or revoked.',
    message: 'The API key is invalid.',
    headers: ['WWW-Authenticate'],
  },
  NotFound: {
    code: 'not_found',
    when: 'What the path names does not exist, or the key may not read it; the two are not told apart.',
    message: 'There is no brand "acme-crm" that this key may read.',
    headers: ['RateLimit', 'RateLimit-Policy'],
  },
  MethodNotAllowed: {
    code: 'method_not_allowed',
    when: 'The path was asked by another method than GET, HEAD or OPTIONS.',
    message: 'Method POST is not allowed here; use GET or HEAD.',
    headers: ['Allow', 'RateLimit', 'RateLimit-Policy'],
  },
  TooManyRequests: {
    code: 'rate_limited',
    when: "The key's requests of this minute are used up, or too many keys from the client's address were refused.",
    message: 'The rate limit of this key is 1000 requests per minute. Try again in 12 s.',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  InternalError: {
    code: 'internal_error',
    when: 'Something unexpected happened. The message holds the request id and nothing else of it.',
    message: 'Something went wrong on our side. Tell us this request id where you report it: 6c0f3f52.',
  },
  Unavailable: {
    code: 'unavailable',
    when: 'The database cannot be reached, too many questions wait already, or the server is shutting down.',
    message: 'The database cannot be reached right now: try again in a moment.',
    headers: ['Retry-After'],
  },
} as const satisfies Readonly<Record<string, ErrorPart>>;

const text = { type: 'string' };

/** Every header that an answer may carry, under `components`. */
export const headers: Readonly<Record<string, Part>> = {
  'X-Request-Id': header(
    'Identifies the request in the log of the server; the one that was sent, where that is sane.',
    text,
  ),
  ETag: header('Stands for this answer: sent back as `If-None-Match`, it saves sending the same again.', text),
  RateLimit: header(
    'What is left of the limit (`r`) and the seconds until it is whole again (`t`); absent without a limit.',
    {
      ...text,
      examples: ['"minute";r=999;t=60'],
    },
  ),
  'RateLimit-Policy': header('The limit (`q`) and its seconds (`w`); absent without a limit.', {
    ...text,
    examples: ['"minute";q=1000;w=60'],
  }),
  'Retry-After': header('Seconds after which to try again.', { type: 'integer', minimum: 1 }),
  Allow: header('The methods that the path takes.', { ...text, examples: ['GET, HEAD, OPTIONS'] }),
  'WWW-Authenticate': header('How to say who asks.', { ...text, const: 'Bearer' }),
};

/** The body of every error. */
export const errorSchema: Part = {
  type: 'object',
  description: 'What is wrong, and what would be right.',
  required: ['error', 'message', 'code'],
  properties: {
    error: { ...text, description: 'The text of the HTTP status.' },
    message: { ...text, description: 'What is wrong, and what would be right, for a person.' },
    code: { ...text, description: 'The kind of error, for a program.', enum: codesOf(Object.values(errors)) },
  },
};

/** The answers to refused requests, under `components`. */
export const responses: Readonly<Record<string, Part>> = {
  NotModified: {
    description: 'The answer is still the one that `If-None-Match` names.',
    headers: headerRefs(['ETag', 'RateLimit', 'RateLimit-Policy']),
  },
  ...Object.fromEntries(Object.entries<ErrorPart>(errors).map(([name, error]) => [name, responseOf(error)])),
};

/** The answers of a route besides 200, by status. */
export function otherAnswers(route: Route): Part {
  const takesPath = pathParameters(route).length > 0;
  const possible = Object.entries<ErrorPart>(errors).filter(([name]) => takesPath || name !== 'NotFound');
  return {
    ...(route.isTagged ? { 304: responseRef('NotModified') } : {}),
    ...Object.fromEntries(possible.map(([name, { code }]) => [statusOf[code], responseRef(name)])),
  };
}

/** References to headers; every answer has a request id. */
export function headerRefs(names: readonly string[]): Part {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function responseRef(name: string): Part {
  return { $ref: `#/components/responses/${name}` };
}

function responseOf({ code, when, message, headers: names = [] }: ErrorPart): Part {
  return {
    description: `${STATUS_CODES[statusOf[code]]}. ${when}`,
    headers: headerRefs(names),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { const: code } } }] },
        example: restErrorBody({ code, message }),
      },
    },
  };
}

function codesOf(all: readonly ErrorPart[]): readonly ErrorCode[] {
  return [...new Set(all.map(({ code }) => code))];
}

function header(description: string, schema: Part): Part {
  return { description, schema };
}
