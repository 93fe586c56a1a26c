// The request to REST that a tool makes with the arguments of an assistant.

import { invalid } from '../../errors.js';
import type { KnownExchange } from '../exchange/exchange.js';
import { pathParameters } from '../rest/routes.js';
import type { ToolRow } from './tools.js';

/**
 * The exchange of that request: of the same client, key and limits, and without conditions. What is unknown goes along, for REST to refuse.
 * Throws for a parameter of the path that is missing.
 */
export function requestOf(
  { route, fixed = {} }: ToolRow,
  given: Readonly<Record<string, unknown>>,
  exchange: KnownExchange,
): KnownExchange {
  const inPath = new Set(pathParameters(route).map(({ name }) => name));
  const missing = [...inPath].filter((name) => (given[name] ?? '') === '');
  if (missing.length > 0) throw invalid(missing.map((field) => ({ field, message: `${field} is required.` })));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(given[name] ?? '')));
  const query = new URLSearchParams(fixed);
  for (const [name, value] of Object.entries(given))
    if (!inPath.has(name) && value !== undefined && value !== null) query.append(name, textOf(value));
  const request = new Request(new URL(`${path}?${query}`, 'http://localhost'));
  return Object.create(exchange, {
    path: { value: path },
    search: { value: query.toString() },
    request: { value: request },
    version: { value: undefined },
    // What the request is found to cost and to be is that of the whole.
    cost: property(exchange, 'cost'),
    operation: property(exchange, 'operation'),
  });
}

function property(exchange: KnownExchange, name: 'cost' | 'operation'): PropertyDescriptor {
  return {
    get: () => exchange[name],
    set: (value) => Object.assign(exchange, { [name]: value }),
  };
}

/** A list is written as REST reads it, divided by commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
