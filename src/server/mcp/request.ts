// The request to REST that a tool makes with the arguments of an assistant.

import type { GivenAsJson } from '../rest/query.js';
import type { ToolRow } from './tools.js';

/** The address of that request. `texts` has every segment of the path. */
export function addressOf(
  { route, defaults = {} }: ToolRow,
  texts: ReadonlyMap<string, string>,
): Pick<GivenAsJson, 'path' | 'search'> {
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
  return { path, search: query.toString() };
}
