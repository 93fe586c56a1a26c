// Pages of runs, but those of searches that would have to look through too many answers: no index holds their texts.

import type pg from 'pg';
import { maxSearchedAnswers } from '../domain/limits.js';
import type { PageAsk, RunPage } from '../domain/run.js';
import type { Fault } from '../errors.js';
import { openReading, type ReadingOptions } from '../tiles/scan/reading.js';
import { countRuns } from './list.js';
import { filterOf, noPage } from './page.js';
import { placePages, stateAskOf } from './place-pages.js';
import { type PageOptions, readPlacedPages } from './placed-page.js';

interface SearchOptions extends PageOptions {
  /** How many answers a search looks through. */
  readonly maxSearched?: number;
}

/** The pages of `asks`, in their order, or why there is none. To be called within one snapshot. */
export async function readSearchedPages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  { maxSearched = maxSearchedAnswers, ...options }: SearchOptions = {},
): Promise<readonly (RunPage | Fault)[]> {
  const searched = asks.filter(({ search = null }) => search !== null);
  const answers = searched.length === 0 ? [] : await countAnswers(client, searched, { maxSearched, ...options });
  const refused = new Map(
    searched.flatMap((ask, place) => {
      const found = answers[place] ?? 0;
      return found > maxSearched ? [[ask, tooMany(found, maxSearched)] as const] : [];
    }),
  );
  const left = asks.filter((ask) => !refused.has(ask));
  const pages = await readPlacedPages(client, left, options);
  const pageOf = new Map(left.map((ask, place) => [ask, pages[place]]));
  return asks.map((ask) => refused.get(ask) ?? pageOf.get(ask) ?? noPage);
}

/** How many answers each search would look through. Those of a sentiment are counted one by one, where there are too many of all. */
async function countAnswers(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  { maxSearched, ...options }: Partial<ReadingOptions> & { readonly maxSearched: number },
): Promise<readonly number[]> {
  const searched = asks.map(
    (ask): PageAsk => ({ ...ask, search: null, sentiment: null, after: null, parts: new Set(['total']) }),
  );
  const placed = await placePages(await openReading(client, searched.map(stateAskOf), options), searched);
  const left = searched.filter((ask) => !placed.has(ask));
  const counted = await countOneByOne(client, left);
  const all = searched.map((ask) => placed.get(ask)?.total ?? counted[left.indexOf(ask)] ?? 0);
  const ofSentiment = asks.filter(
    ({ sentiment = null }, place) => sentiment !== null && (all[place] ?? 0) > maxSearched,
  );
  const found = await countOneByOne(client, ofSentiment);
  return asks.map((ask, place) => found[ofSentiment.indexOf(ask)] ?? all[place] ?? 0);
}

/** How many runs there are, whatever their texts are. */
async function countOneByOne(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<readonly number[]> {
  const lists = asks.map((ask) => ({ filter: filterOf({ ...ask, search: null }), within: [ask.window] }));
  return (await countRuns(client, lists)).map(([count = 0]) => count);
}

function tooMany(answers: number, most: number): Fault {
  const [limit, found] = [most, answers].map((each) => each.toLocaleString('en-US'));
  const message = `search looks through at most ${limit} answers, and ${found} are selected: give a shorter window, a prompt, a company, a source or another filter.`;
  return { field: 'search', message };
}
