// The request of an operation with the values of its form, as the browser sends it and as curl would.

import type { Operation } from './description.js';

/** The text of each parameter by its name; an empty one is not sent. */
export type Values = Readonly<Record<string, string>>;

type Prepared = ReturnType<typeof prepare>;

export type Reply = Awaited<ReturnType<typeof send>>;

/** The request for the values: its path with the query string, and its headers without that of the key. `accept` is the media type of the body. */
export function prepare({ path, parameters }: Operation, values: Values, accept: string) {
  const textOf = (name: string) => values[name]?.trim() ?? '';
  const given = parameters.filter(({ name }) => textOf(name) !== '');
  const query = given
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) => `${name}=${encode(textOf(name), schema.type === 'array')}`);
  const headers = given.filter((each) => each.in === 'header').map(({ name }) => [name, textOf(name)]);
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encode(textOf(name)));
  return {
    path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    headers: { Accept: accept, ...Object.fromEntries(headers) } as Readonly<Record<string, string>>,
  };
}

/** Percent-encoded, but for what may stand in a query string and is read more easily as it is. */
function encode(value: string, isList = false): string {
  const encoded = encodeURIComponent(value).replaceAll('%3A', ':').replaceAll("'", '%27');
  return isList ? encoded.replaceAll('%2C', ',') : encoded;
}

/** The same request by curl, with the key in a variable of the shell. */
export function toCurl({ path, headers }: Prepared, origin: string): string {
  const fields = Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value.replaceAll("'", `'\\''`)}'`);
  const lines = [
    `curl '${origin}${path}'`,
    '  -H "Authorization: Bearer $SIGHTLINE_KEY"',
    ...fields.filter((field) => field !== "  -H 'Accept: application/json'"),
  ];
  return lines.join(' \\\n');
}

/** Sends the request in the session of the browser. Throws if the server cannot be reached. */
export async function send({ path, headers }: Prepared) {
  // Without the browser's cache: what is shown is what the server sends, which has to know that it is asked by its own page.
  const response = await fetch(path, { headers, cache: 'no-store', referrerPolicy: 'origin' });
  const body = await response.blob();
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body,
    text: await body.text(),
  };
}
