// The arguments of the long lists, of breakdowns and of signals, validated in one place: the look-ahead, the fields and the cost read the same values.

import { z } from 'zod';
import {
  breakdownOrders,
  type DimensionName,
  dimensionNames,
  dimensions,
  maxDimensions,
} from '../../domain/breakdown/dimensions-and-measures.js';
import {
  categories,
  directions,
  presences,
  promptOrders,
  queryOrders,
  sourceOrders,
} from '../../domain/lists/lists.js';
import { signalKinds } from '../../domain/signals/signals.js';
import type { ListField } from '../builder/cost.js';
import { breakdownLimit, choice, level, limit, listSearch, minRuns, outcome, page } from './arguments.js';
import type { Parsed } from './parsed-arguments.js';

/** Where the client gives none: of prompts the worst come first, of all others the most. */
export const listDefaults = {
  prompts: { orderBy: 'visibility', direction: 'asc' },
  sources: { orderBy: 'citations', direction: 'desc' },
  queries: { orderBy: 'runs', direction: 'desc' },
} as const;

const paging = { page, limit, search: listSearch };
const presence = choice(presences, 'current');
const direction = (kind: keyof typeof listDefaults) => choice(directions, listDefaults[kind].direction);
const sources = z.object({
  ...{ ...paging, outcome, presence },
  orderBy: choice(sourceOrders, listDefaults.sources.orderBy),
  direction: direction('sources'),
  category: z
    .array(z.enum(categories))
    .nullish()
    .transform((given) => categories.filter((each) => given?.includes(each))),
});

/** One to three dimensions, each once and at most one of time. */
const by = z.array(z.enum(dimensionNames)).superRefine((given, ctx) => {
  const message = byFault(given);
  if (message !== null) ctx.addIssue(message);
});

function byFault(given: readonly DimensionName[]): string | null {
  if (given.length === 0) return `by must name 1 to ${maxDimensions} dimensions, such as tag,model; none is given.`;
  const doubled = given.find((name, place) => given.indexOf(name) !== place);
  if (doubled) return `by must name each dimension once; ${doubled} is given more than once.`;
  const times = given.filter((name) => dimensions[name].of === 'time');
  if (times.length > 1)
    return `by must name at most one dimension of time: day, week or month; given were ${times.join(' and ')}.`;
  if (given.length <= maxDimensions) return null;
  return `by must name at most ${maxDimensions} dimensions; given were ${given.length}: ${given.join(', ')}.`;
}

const breakdown = z
  .object({
    ...{ by, minRuns, page, limit: breakdownLimit },
    orderBy: choice(breakdownOrders, 'runs'),
    direction: z.enum(directions).nullish(),
  })
  .transform(({ direction: given, ...rest }) => {
    return { ...rest, direction: given ?? (rest.orderBy === 'key' ? ('asc' as const) : ('desc' as const)) };
  });

/** In a fixed order; empty: all. */
const kinds = z
  .array(z.enum(signalKinds))
  .nullish()
  .transform((given) => signalKinds.filter((kind) => !given?.length || given.includes(kind)));

export const listArguments = {
  prompts: z.object({
    ...paging,
    orderBy: choice(promptOrders, listDefaults.prompts.orderBy),
    direction: direction('prompts'),
    outcome,
  }),
  domains: sources,
  urls: sources,
  queries: z.object({
    ...paging,
    orderBy: choice(queryOrders, listDefaults.queries.orderBy),
    direction: direction('queries'),
    presence,
  }),
  breakdown,
  signals: z.object({ level, kinds, limit: breakdownLimit }),
} as const;

/** The arguments of a list, validated. */
export type ListArguments<Kind extends ListField = ListField> = z.output<(typeof listArguments)[Kind]>;

/** The arguments of a list, or every fault of them. */
export function parseListArguments<Kind extends ListField>(kind: Kind, given: unknown): Parsed<ListArguments<Kind>> {
  const parsed = listArguments[kind].safeParse(given);
  if (parsed.success) return { value: parsed.data as ListArguments<Kind> }; // safe because the arguments are those of the kind
  return { faults: parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })) };
}
