// A question over REST: its address, and what is answered.

import type { TestApp } from './app.js';
import { expectSame } from './compare.js';
import type { Filter } from './naive/selection.js';
import { filterParameters } from './random/filters.js';

/** The address of a question: ids stand in `path` by their names, as `:brandId`; what is not given is left out. */
export function restPath(path: string, asked: object): string {
  const { filter, ...question }: { readonly filter?: Filter | undefined } = asked;
  const given = Object.entries({ ...question, ...filterParameters(filter) }).filter(([, value]) => value !== undefined);
  const values = new Map(given.map(([name, value]) => [name, `${value}`]));
  const place = path.replace(/:(\w+)/g, (_, name) => {
    const id = values.get(name) ?? '';
    values.delete(name);
    return encodeURIComponent(id);
  });
  return `/api/v1/${place}?${new URLSearchParams([...values])}`;
}

/** The body of an answer, but for its notices: of a filter that nothing carries, a sentence says so. Throws for a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
export async function bodyOf(app: TestApp, path: string): Promise<any> {
  const { status, body, text } = await app.get(path);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text} ${lastLogged(app)}`);
  const { notices: _, ...rest } = body;
  return rest;
}

/** A whole list as text. Throws for a refusal. */
export async function textOf(app: TestApp, path: string, accept: string): Promise<string> {
  const { status, headers, text } = await app.send(path, { headers: { accept } });
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text} ${lastLogged(app)}`);
  expectSame(headers.get('content-type')?.startsWith(accept), true);
  return text;
}

/** What the service says of its own failure. */
export function lastLogged({ logged }: TestApp): string {
  return JSON.stringify(logged.findLast(({ level }) => ['error', 'fatal'].includes(String(level))));
}
