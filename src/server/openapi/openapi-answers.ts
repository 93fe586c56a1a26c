// The parts that all responses in the OpenAPI description share: headers, and errors by code.

import { STATUS_CODES } from 'node:http';
import { type ErrorCode, statusOf } from '../../errors.js';
import { restErrorBody } from '../context/http-response.js';
import { pathParameters, type Route } from '../rest/routes.js';

type Part = Readonly<Record<string, unknown>>;

interface ErrorPart {
  readonly code: ErrorCode;
  /** Another one with the same status. */
  readonly otherCode?: ErrorCode;
  readonly when: string;
  /** An example message. */
  readonly message: string;
  readonly headers?: readonly string[];
}

/** Of answers to requests whose key was accepted. */
export const limitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;

/** The errors of REST requests. */
const errors = {
  BadRequest: {
    code: 'validation_error',
    otherCode: 'query_too_complex',
    when: 'A parameter is refused, or does not exist: all faults of a request are reported together. Or, with the code `query_too_complex`, the answer is longer than `MAX_ANSWER_BYTES`.',
    message: 'The window is empty: start and end fall into one quarter hour.',
    headers: limitHeaders,
  },
  Unauthorized: {
    code: 'unauthorized',
    when: 'The key is missing, malformed, unknown, expired or revoked.',
    message: 'The API key is invalid.',
    headers: ['WWW-Authenticate'],
  },
  NotFound: {
    code: 'not_found',
    when: 'The resource does not exist, or the key cannot read it; the response is the same. Where records are sent: the key cannot record.',
    message: 'There is no brand "acme-crm" that this key may read.',
    headers: limitHeaders,
  },
  MethodNotAllowed: {
    code: 'method_not_allowed',
    when: 'The path does not accept the method; `Allow` lists those that it does.',
    message: 'Method POST is not allowed here; use GET or HEAD.',
    headers: ['Allow', ...limitHeaders],
  },
  TooManyRequests: {
    code: 'rate_limited',
    when: "The key's requests of this minute are used up, or too many keys from the client's address were refused.",
    message: 'The rate limit of this key is 1000 requests per minute. Try again in 12 s.',
    headers: ['Retry-After', ...limitHeaders],
  },
  InternalError: {
    code: 'internal_error',
    when: 'An unexpected error. The message contains only the request id.',
    message: 'Something went wrong on our side. Report this request id: 6c0f3f52.',
  },
  Unavailable: {
    code: 'unavailable',
    when: 'The database cannot be reached, too many requests are waiting, or the server is shutting down.',
    message: 'The database cannot be reached right now: try again in a moment.',
    headers: ['Retry-After'],
  },
} as const satisfies Readonly<Record<string, ErrorPart>>;

/** Further errors of requests that record. */
const recordErrors = {
  PayloadTooLarge: {
    code: 'payload_too_large',
    when: 'The records are too large. Those up to the line that the message names are recorded.',
    message:
      'The records are larger than 64000000 bytes, or are once they are decompressed: send them in several requests.',
    headers: limitHeaders,
  },
  UnsupportedMediaType: {
    code: 'unsupported_media_type',
    when: 'The body is not newline-delimited JSON, plain or gzipped.',
    message: 'Send newline-delimited JSON as Content-Type: application/x-ndjson, plain or with Content-Encoding: gzip.',
    headers: limitHeaders,
  },
} as const satisfies Readonly<Record<string, ErrorPart>>;

const text = { type: 'string' };

/** All response headers, under `components`. */
export const headers: Readonly<Record<string, Part>> = {
  'X-Request-Id': {
    description: 'Identifies the request in the log of the server; the value sent by the client, if it is valid.',
    schema: text,
  },
  ETag: {
    description:
      'Identifies this version of the response; send it as `If-None-Match` to get 304 while it is unchanged.',
    schema: text,
  },
  RateLimit: {
    description: 'Remaining requests (`r`) and seconds until the limit resets (`t`); absent without a limit.',
    schema: { ...text, examples: ['"minute";r=999;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The limit (`q`) and its window in seconds (`w`); absent without a limit.',
    schema: { ...text, examples: ['"minute";q=1000;w=60'] },
  },
  Notices: {
    description:
      'The `notices` of a list as CSV or NDJSON: a JSON list of strings in ASCII, of at most 2,000 bytes. A last one that ends with an ellipsis is cut, and more may follow; JSON has all of them. Absent if there is nothing, and with JSON.',
    schema: { ...text, examples: ['["No prompt has the tag \\"smB\\"; its tags are crm, smb."]'] },
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 1 } },
  Allow: { description: 'The methods that the path accepts.', schema: { ...text, examples: ['GET, HEAD, OPTIONS'] } },
  'WWW-Authenticate': { description: 'The authentication scheme.', schema: { ...text, const: 'Bearer' } },
};

/** The body of every error. */
export const errorSchema: Part = {
  type: 'object',
  description: 'An error.',
  required: ['error', 'message', 'code'],
  properties: {
    error: { ...text, description: 'The text of the HTTP status.' },
    message: { ...text, description: 'What is wrong and how to correct it, for people.' },
    code: {
      ...text,
      description: 'The kind of error, for programs.',
      enum: codesOf([...Object.values(errors), ...Object.values(recordErrors)]),
    },
    faults: {
      type: 'array',
      description: 'Everything that is wrong with the parameters; absent where nothing is.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: ['string', 'null'], description: 'The parameter; `null` where it is not one alone.' },
          message: { ...text, description: 'What is wrong with it, and what would be right.' },
        },
      },
    },
  },
};

/** The error responses, under `components`. */
export const responses: Readonly<Record<string, Part>> = {
  NotModified: {
    description: 'The response is unchanged since the version given in `If-None-Match`.',
    headers: headerRefs(['ETag', ...limitHeaders]),
  },
  ...Object.fromEntries(
    Object.entries<ErrorPart>({ ...errors, ...recordErrors }).map(([name, error]) => [name, responseOf(error)]),
  ),
};

function responseRef(name: string): Part {
  return { $ref: `#/components/responses/${name}` };
}

/** The responses of a route other than 200, by status. */
export function otherAnswers(route: Route): Part {
  const takesPath = pathParameters(route).length > 0;
  const { NotFound, ...others } = errors;
  return {
    ...(route.isUntagged ? {} : { 304: responseRef('NotModified') }),
    ...byStatus(takesPath ? errors : others),
  };
}

/** The responses of requests that record, other than 200, by status. */
export const recordAnswers = byStatus({ ...errors, ...recordErrors });

function byStatus(answers: Readonly<Record<string, ErrorPart>>): Part {
  return Object.fromEntries(Object.entries(answers).map(([name, { code }]) => [statusOf[code], responseRef(name)]));
}

/** References to headers; every response has a request id. */
export function headerRefs(names: readonly string[]): Part {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function responseOf(error: ErrorPart): Part {
  const { code, when, message, headers: names = [] } = error;
  return {
    description: `${STATUS_CODES[statusOf[code]]}. ${when}`,
    headers: headerRefs(names),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codesOf([error]) } } }],
        },
        example: restErrorBody({ code, message }),
      },
    },
  };
}

function codesOf(all: readonly ErrorPart[]): readonly ErrorCode[] {
  return [...new Set(all.flatMap(({ code, otherCode }) => [code, ...(otherCode ? [otherCode] : [])]))];
}
