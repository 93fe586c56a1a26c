// The arguments of the long lists, validated in one place: the look-ahead, the fields and the cost read the same values.

import { z } from 'zod';
import {
  categories,
  directions,
  type ListKind,
  presences,
  promptOrders,
  queryOrders,
  sourceOrders,
} from '../../domain/lists/lists.js';
import { outcomes } from '../../domain/outcome.js';
import { limit, listSearch, page } from './arguments.js';
import type { Parsed } from './parsed-arguments.js';

/** Where the client gives none: of prompts the worst come first, of all others the most. */
export const listDefaults = {
  prompts: { orderBy: 'visibility', direction: 'asc' },
  domains: { orderBy: 'citations', direction: 'desc' },
  urls: { orderBy: 'citations', direction: 'desc' },
  queries: { orderBy: 'runs', direction: 'desc' },
} as const;

/** One of `values`, by default `otherwise`. GraphQL refuses all others before they come here. */
function choice<const Values extends readonly string[]>(values: Values, otherwise: Values[number]) {
  return z
    .enum(values)
    .nullish()
    .transform((given) => given ?? otherwise);
}

const paging = { page, limit, search: listSearch };
const outcome = choice(outcomes, 'all');
const presence = choice(presences, 'current');
const direction = (kind: ListKind) => choice(directions, listDefaults[kind].direction);
const sources = (kind: 'domains' | 'urls') =>
  z.object({
    ...paging,
    orderBy: choice(sourceOrders, listDefaults[kind].orderBy),
    direction: direction(kind),
    outcome,
    presence,
    category: z
      .array(z.enum(categories))
      .nullish()
      .transform((given) => categories.filter((each) => given?.includes(each))),
  });

export const listArguments = {
  prompts: z.object({
    ...paging,
    orderBy: choice(promptOrders, listDefaults.prompts.orderBy),
    direction: direction('prompts'),
    outcome,
  }),
  domains: sources('domains'),
  urls: sources('urls'),
  queries: z.object({
    ...paging,
    orderBy: choice(queryOrders, listDefaults.queries.orderBy),
    direction: direction('queries'),
    presence,
  }),
} as const;

/** The arguments of a list, validated. */
export type ListArguments<Kind extends ListKind = ListKind> = z.output<(typeof listArguments)[Kind]>;

/** The arguments of a list, or every fault of them. */
export function parseListArguments(kind: ListKind, given: unknown): Parsed<ListArguments> {
  const parsed = listArguments[kind].safeParse(given);
  if (parsed.success) return { value: parsed.data };
  return { faults: parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })) };
}
