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
  const answers = searched.length === 0 ? [] : await countAnswers(client, searched, options);
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

/** How many answers each search would look through. */
async function countAnswers(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  options: Partial<ReadingOptions>,
): Promise<readonly number[]> {
  const searched = asks.map(
    (ask): PageAsk => ({ ...ask, search: null, sentiment: null, after: null, parts: new Set(['total']) }),
  );
  const placed = await placePages(await openReading(client, searched.map(stateAskOf), options), searched);
  const left = searched.filter((ask) => !placed.has(ask));
  const rows = await countRuns(
    client,
    left.map((ask) => ({ filter: filterOf(ask), within: [ask.window] })),
  );
  return searched.map((ask) => placed.get(ask)?.total ?? rows[left.indexOf(ask)]?.[0] ?? 0);
}

function tooMany(answers: number, most: number): Fault {
  const [limit, found] = [most, answers].map((each) => each.toLocaleString('en-US'));
  const message = `search looks through at most ${limit} answers, and ${found} are selected: give a shorter window, a prompt, a company, a source or another filter.`;
  return { field: 'search', message };
}
