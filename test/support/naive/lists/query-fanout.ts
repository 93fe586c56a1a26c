// The web queries that models issued, and how often, counted query by query.

import { type Comparison, comparedOf, namesPresent, type Presence } from '../compared.js';
import * as figures from '../figures.js';
import { type Filter, runsOf, windowOf } from '../selection.js';
import type { NaiveRun, NaiveWorld } from '../world.js';
import { inDirection, isFound, type Listing } from './ordered.js';

export const queryOrders = ['runs', 'prompts', 'visibility', 'change'] as const;

export interface QueriesQuestion extends Listing, Comparison {
  readonly brandId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly filter?: Filter | undefined;
  readonly promptId?: string | undefined;
  readonly presence?: Presence | undefined;
}

export type QueryElement = ReturnType<typeof elementOf>;

/** Every query that `search` leaves, in order. */
export function allQueries(world: NaiveWorld, question: QueriesQuestion): readonly QueryElement[] {
  const { orderBy = 'runs', direction = 'desc', search, presence } = question;
  const window = windowOf(question);
  const runs = runsOf(world, question, window);
  const earlier = runsOf(world, question, comparedOf(question));
  const items = [...namesPresent(runs.flatMap(queriesOf), earlier.flatMap(queriesOf), presence)]
    .filter((query) => isFound(query, search))
    .map((query) => ({ query, element: elementOf(query, runs, earlier) }))
    .map(({ query, element }) => ({
      element,
      identity: query,
      key: keyOf(element, presence === 'lost' ? 'previous' : orderBy),
    }));
  return inDirection(items, direction);
}

/** Of all runs, whatever is searched for in the list. */
export function fanoutSummary(world: NaiveWorld, question: QueriesQuestion) {
  const runs = runsOf(world, question, windowOf(question));
  const searched = runs.filter(({ webQueries }) => webQueries.length > 0);
  const queries = runs.flatMap(queriesOf);
  return {
    runs: runs.length,
    searchedRuns: searched.length,
    coverage: figures.ratio(searched.length, runs.length),
    queries: queries.length,
    uniqueQueries: new Set(queries).size,
    averagePerRun: figures.ratio(queries.length, searched.length),
  };
}

function elementOf(query: string, runs: readonly NaiveRun[], earlier: readonly NaiveRun[]) {
  const issuing = runs.filter((run) => queriesOf(run).includes(query));
  const before = earlier.filter((run) => queriesOf(run).includes(query)).length;
  const brandMentions = issuing.filter(({ brandMentioned }) => brandMentioned).length;
  return {
    query,
    runs: issuing.length,
    prompts: figures.distinctPrompts(issuing),
    models: new Set(issuing.map(({ model }) => model)).size,
    brandMentions,
    visibility: figures.ratio(brandMentions, issuing.length),
    previous: { runs: before },
    isNew: before === 0 && earlier.length > 0,
  };
}

/** The distinct queries of one run. */
function queriesOf({ webQueries }: NaiveRun): readonly string[] {
  return [...new Set(webQueries.map(oneSpelling))];
}

/** Composed characters, one blank between words, none around them. */
export function oneSpelling(text: string): string {
  const words = [...text.normalize('NFC')].map((character) => (/\p{White_Space}/u.test(character) ? ' ' : character));
  return words
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
}

function keyOf(element: QueryElement, orderBy: string): number | null {
  if (orderBy === 'previous') return element.previous.runs;
  if (orderBy === 'prompts') return element.prompts;
  if (orderBy === 'visibility') return element.visibility;
  if (orderBy === 'change') return element.runs - element.previous.runs;
  return element.runs;
}
