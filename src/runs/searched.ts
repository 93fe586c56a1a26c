// How many answers a search looks through: no index holds their texts.

import type pg from 'pg';
import type { PageAsk } from '../domain/run.js';
import { invalid } from '../errors.js';
import { openReading, type ReadingOptions } from '../tiles/scan/reading.js';
import { countRuns } from './list.js';
import { filterOf } from './page.js';
import { placePages, stateAskOf } from './place-pages.js';

interface SearchOptions extends Partial<ReadingOptions> {
  /** How many answers a search looks through. */
  readonly most: number;
}

/** Throws `validation_error` where a search would have to look through more answers. No statement where nothing is searched. */
export async function requireFew(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  { most, ...options }: SearchOptions,
): Promise<void> {
  const searched = asks
    .filter(({ search = null }) => search !== null)
    .map((ask): PageAsk => ({ ...ask, search: null, sentiment: null, after: null, parts: new Set(['total']) }));
  if (searched.length === 0) return;
  const placed = await placePages(await openReading(client, searched.map(stateAskOf), options), searched);
  const left = searched.filter((ask) => !placed.has(ask));
  const rows = await countRuns(
    client,
    left.map((ask) => ({ filter: filterOf(ask), within: [ask.window] })),
  );
  for (const ask of searched) {
    const answers = placed.get(ask)?.total ?? rows[left.indexOf(ask)]?.[0] ?? 0;
    if (answers > most) throw tooMany(answers, most);
  }
}

function tooMany(answers: number, most: number) {
  const [limit, found] = [most, answers].map((each) => each.toLocaleString('en-US'));
  const message = `search looks through at most ${limit} answers, and ${found} are selected: give a shorter window, a prompt, a company, a source or another filter.`;
  return invalid([{ field: 'search', message }]);
}
