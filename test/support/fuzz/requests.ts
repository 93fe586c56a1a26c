// Random requests: every route, page and method there is, and much that there is not.

import { pathParameters, restPrefix, routes } from '../../../src/server/rest/routes.js';
import type { Choices } from './choices.js';
import { hostileText, textFor } from './texts.js';
import type { Sent } from './wire.js';

const otherPaths: readonly string[] = [
  '/',
  '/graphql',
  '/graphql/',
  '/health/live',
  '/health/ready',
  '/metrics',
  restPrefix,
  `${restPrefix}/`,
  `${restPrefix}/openapi.json`,
  `${restPrefix}/docs`,
  `${restPrefix}/../health/live`,
  `//${restPrefix}`,
  '/api/v2/models',
  '/favicon.ico',
  '/index.html',
];

const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];

/** Any request to anything but a POST to GraphQL, mostly with a key that reads everything. */
export function requestOf(choices: Choices, key: string): Sent {
  const method = choices.of(methods);
  const path = pathOf(choices);
  return { method, path, headers: headersOf(choices, key), body: choices.rarely(8) ? bodyOf(choices) : null };
}

function pathOf(choices: Choices): string {
  const place = choices.rarely(6) ? otherPathOf(choices) : routePathOf(choices);
  return choices.rarely(10) ? place : `${place}?${searchOf(choices)}`;
}

function otherPathOf(choices: Choices): string {
  const path = choices.of(otherPaths);
  return choices.rarely(3) ? `${path}/${escaped(choices, hostileText(choices))}` : path;
}

function routePathOf(choices: Choices): string {
  const route = choices.of(routes);
  return pathParameters(route).reduce(
    (path, { name }) => path.replace(`:${name}`, () => escaped(choices, textFor(choices, name)) || '-'),
    route.path,
  );
}

const asked = [...new Set(routes.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)))];

/** How a window is named. */
const ways = [['start', 'end'], ['start', 'end'], ['from', 'to'], ['last']];

function searchOf(choices: Choices): string {
  const way = choices.of(ways);
  const isOther = (name: string) => ways.flat().includes(name) && !way.includes(name) && !choices.rarely(9);
  const names = choices.rarely(2) ? asked.filter((name) => !isOther(name) && !choices.rarely(3)) : way;
  const pairs = names.map((name) => `${name}=${escaped(choices, textFor(choices, name))}`);
  const more = choices.list(2, () => {
    const name = choices.rarely(2) ? choices.of(asked) : escaped(choices, hostileText(choices));
    return `${name}${choices.rarely(3) ? '' : '='}${escaped(choices, hostileText(choices))}`;
  });
  return [...pairs, ...more].join(choices.rarely(30) ? ';' : '&');
}

/** A text as a part of an address: encoded as it should be, or as little as node's client allows. */
function escaped(choices: Choices, text: string): string {
  const whole = Buffer.from(text).toString(); // encoding refuses half of a surrogate pair
  return choices.rarely(5)
    ? whole.replace(/[^\x21-\x7e]/g, '').slice(0, 200)
    : encodeURIComponent(whole).slice(0, 9_000);
}

const headerValues: Readonly<Record<string, readonly string[]>> = {
  accept: [
    ...['*/*', 'text/html', 'application/json', 'image/png', 'application/graphql-response+json;q=0', ',;=,'],
    ...['text/csv', 'application/x-ndjson', 'text/csv;q=0.1, application/*;q=0.2', 'text/csv;q=0'],
  ],
  'accept-encoding': ['gzip', 'br;q=1.0, *;q=0', 'identity;q=0', 'x'.repeat(300)],
  'if-none-match': ['*', '"x"', 'W/"x"', '"', ',,,', '"a", "b", *'],
  'x-request-id': ['abc-123', '', 'a b', 'x'.repeat(129), '{{}}', '../..'],
  'content-type': [
    'application/json',
    'application/json; charset=latin1',
    'text/plain',
    'multipart/form-data',
    ';',
    'a',
  ],
  'content-encoding': ['gzip', 'identity', 'br'],
  origin: ['https://evil.example', 'null'],
  cookie: ['a=b; c="d'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0', 'ff'.repeat(200)],
  tracestate: ['a=b', '='.repeat(600)],
  'x-forwarded-for': ['127.0.0.1', '::', "'; drop table run; --"],
  range: ['bytes=0-1', 'bytes=-'],
  'x-http-method-override': ['DELETE'],
};

const authorizations = (key: string): readonly string[] => [
  `Bearer ${key}`,
  `bearer ${key}`,
  `Bearer  ${key}`,
  `Basic ${key}`,
  'Bearer',
  'Bearer ',
  'Bearer sightline_0000000000000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  `Bearer ${'x'.repeat(5_000)}`,
  `Bearer ${key} ${key}`,
];

/** Headers with a key, mostly the right one, and any others. */
export function headersOf(choices: Choices, key: string): Record<string, string> {
  const headers: Record<string, string> = {};
  if (!choices.rarely(40)) {
    headers.authorization = choices.rarely(15) ? choices.of(authorizations(key)) : `Bearer ${key}`;
  }
  for (const [name, values] of Object.entries(headerValues)) {
    if (!choices.rarely(8)) continue;
    const value = choices.rarely(4) ? hostileText(choices).replace(/[^\x20-\x7e]/g, '') : choices.of(values);
    headers[name] = value.slice(0, 1_000);
  }
  return headers;
}

/** A body that may be JSON, and may be anything. */
export function bodyOf(choices: Choices): Buffer {
  const make: readonly (() => Buffer)[] = [
    () => Buffer.from(JSON.stringify(jsonOf(choices))),
    () => Buffer.from(JSON.stringify({ query: '{ models { id } }', variables: jsonOf(choices) })),
    () => Buffer.from(JSON.stringify({ query: jsonOf(choices), operationName: jsonOf(choices) })),
    () => Buffer.from(JSON.stringify({ query: '{ models { id } }', extensions: jsonOf(choices) })),
    () => Buffer.from(`${'['.repeat(1 + choices.below(50_000))}`),
    () => Buffer.from(`{"query":"{ models { id } }","variables":${'{"a":'.repeat(1 + choices.below(20_000))}`),
    () => nested(choices),
    () => Buffer.from(choices.list(200, () => choices.below(256))),
    () => Buffer.from('\ufeff{"query":"{ models { id } }"}'),
    () => Buffer.from('{"query":"{ models { id } }","query":5}'),
    () => Buffer.from('{"query":"{ models { id } }","__proto__":{"query":1},"variables":{"__proto__":{"a":1}}}'),
    () => Buffer.alloc(900_000 + choices.below(300_000), 'a'),
    () => Buffer.alloc(0),
  ];
  return choices.of(make)();
}

function nested(choices: Choices): Buffer {
  const depth = 1 + choices.below(20_000);
  return Buffer.from(`{"query":"{ models { id } }","variables":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`);
}

/** Any JSON value. */
export function jsonOf(choices: Choices, depth = 0): unknown {
  const make: readonly (() => unknown)[] = [
    () => hostileText(choices),
    () => choices.below(0x7fffffff) - 0x3fffffff,
    () => choices.of([null, true, false, 0, -0, 0.5, 1e308, -1e-320, 2 ** 53, 2 ** 31, -1]),
    () => choices.list(4, () => (depth > 4 ? null : jsonOf(choices, depth + 1))),
    () =>
      Object.fromEntries(
        choices.list(4, () => [hostileText(choices), depth > 4 ? null : jsonOf(choices, depth + 1)] as const),
      ),
  ];
  return choices.of(make)();
}
