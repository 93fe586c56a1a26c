// The request to REST that a tool makes with the arguments of an assistant.

import type { AuthorizedContext } from '../context/request-context.js';
import type { ToolRow } from './tools.js';

/** The context of that request: of the same client, key and limits, without conditions, and of no subject yet. `texts` has every segment of the path. */
export function requestOf(
  { route, defaults = {} }: ToolRow,
  texts: ReadonlyMap<string, string>,
  requestContext: AuthorizedContext,
): AuthorizedContext {
  const inPath = new Set<string>();
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name);
    // An unpaired surrogate, which has no percent-encoding, is replaced as it is for the database.
    return encodeURIComponent(Buffer.from(texts.get(name) ?? '').toString());
  });
  const query = new URLSearchParams(defaults);
  for (const [name, text] of texts) {
    const isDefault = text === '' && query.has(name);
    if (!inPath.has(name) && !isDefault) query.set(name, text);
  }
  const request = new Request(new URL(`${path}?${query}`, 'http://localhost'));
  return Object.create(requestContext, {
    path: { value: path },
    search: { value: query.toString() },
    request: { value: request },
    // What the request is found to cost and to be is that of the whole.
    cost: property(requestContext, 'cost'),
    operation: property(requestContext, 'operation'),
  });
}

function property(requestContext: AuthorizedContext, name: 'cost' | 'operation'): PropertyDescriptor {
  return {
    get: () => requestContext[name],
    set: (value) => Object.assign(requestContext, { [name]: value }),
  };
}
