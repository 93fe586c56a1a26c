// Several questions in one statement, and the runs that each is about, with bound values.

import { sentimentLabels } from '../../domain/company-sums.js';
import type { Outcome } from '../../domain/outcome.js';
import type { RunFilter } from '../../domain/selection/run-filter.js';
import { allRunsKey, brandCompany, type RunSet } from '../../domain/summary.js';
import { type Bind, type Queryable, rowsOfEach } from './rows.js';

/** The runs named `run`, a row for each and for each company that it mentions. */
export const mentionsOfRuns = `cross join lateral unnest(
  array_prepend(${allRunsKey}, companies), array_prepend(0::smallint, sentiments), array_prepend(0, positions)
) as mention (company, sentiment, position)`;

/** The sums of a company over those rows. */
export const sumColumns = `count(*)::float8 as mentions,
  ${sentimentLabels.map((label, place) => `count(*) filter (where sentiment = ${place + 1})::float8 as ${label}`).join(', ')},
  coalesce(sum(position), 0)::float8 as "positionSum", count(*) filter (where position > 0)::float8 as positions`;

/** Conditions on a run that select each outcome; the brand comes first in its companies. */
const outcomeConditions: Readonly<Record<Outcome, string | null>> = {
  all: null,
  mentioned: `companies[1] = ${brandCompany}`,
  absent: `companies[1] is distinct from ${brandCompany}`,
  gap: `companies[1] <> ${brandCompany}`,
};

export interface Branch<Ask = unknown> {
  /** The ask's place, spliced as a number of ours. */
  readonly place: number;
  readonly ask: Ask;
  /** The bound brand id, constant in its branch: on a cluster every branch goes to one node. */
  readonly brand: string;
  /** The filtered runs, named `run`. */
  readonly runs: () => string;
  /** Those of them of the question's outcome, also named `run`. */
  readonly narrowed: () => string;
  /** Binds a further value and returns its placeholder. */
  readonly bind: Bind;
}

/** The rows of each ask about its runs, in one statement of a branch for each that `isWanted`; `select` says what follows the place of the ask. */
export async function rowsOf<Row, Ask extends { readonly question: RunSet }>(
  db: Queryable,
  asks: readonly Ask[],
  select: (branch: Branch<Ask>) => string,
  { order = '', isWanted = (_: Ask): boolean => true } = {},
) {
  return rowsOfEach<Row, Ask>(
    db,
    asks,
    (ask, place, bind) => {
      if (!isWanted(ask)) return [];
      const brand = bind(ask.question.brandId);
      const runs = () => runsOf({ ...ask.question, outcome: 'all' }, brand, bind);
      const narrowed = () => runsOf(ask.question, brand, bind);
      return `(select ${place} as ask, ${select({ place, ask, brand, runs, narrowed, bind })})`;
    },
    order,
  );
}

/** The runs of a set, named `run`. */
export function runsOf(set: RunSet, brand: string, bind: Bind): string {
  const { start, end } = set.window;
  const within = [`created_at >= ${bind(timestamp(start))}`, `created_at < ${bind(timestamp(end))}`];
  return `(select * from run where ${[...conditionsOf(set, brand, bind), ...within].join(' and ')}) as run`;
}

/**
 * Conditions on `run` that select the runs of a set, whenever they were created. Where few rows are looked at
 * (`isByRow`), each run's prompt is looked up: a join would read all prompts, or all runs of those with the tags, for
 * each stretch of a list.
 */
export function conditionsOf(set: RunSet, brand: string, bind: Bind, isByRow = false): readonly string[] {
  const { model, tags, promptId, filter, outcome } = set;
  const conditions = [`brand_id = ${brand}`, ...channelConditions(filter, bind)];
  if (promptId !== null) conditions.push(`prompt_id = ${bind(promptId)}`);
  if (model !== null) conditions.push(`model = ${bind(model)}`);
  if (outcomeConditions[outcome]) conditions.push(outcomeConditions[outcome]);
  const ofPrompt = promptConditions(filter, bind);
  if (tags.length > 0) ofPrompt.push(`prompt.tags && ${bind(tags)}::text[]`);
  if (ofPrompt.length > 0)
    conditions.push(
      isByRow
        ? `(select ${ofPrompt.join(' and ')} from prompt where prompt.id = run.prompt_id)`
        : `prompt_id in (select id from prompt where brand_id = ${brand} and ${ofPrompt.join(' and ')})`,
    );
  return conditions;
}

/** Conditions on the columns of `run` that select what a filter says of channels. */
function channelConditions({ models, providers, webSearch, markets }: RunFilter, bind: Bind): readonly string[] {
  const isAmong = (column: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${column} = any(${bind(list)}::text[])`];
  return [
    ...isAmong('model', models),
    ...isAmong('provider', providers),
    // No market is an empty text.
    ...isAmong(
      `coalesce(market, '')`,
      markets.map((market) => market ?? ''),
    ),
    ...(webSearch === null ? [] : [`web_search_enabled = ${bind(webSearch)}`]),
  ];
}

/** A condition on the columns of `prompt` for each filter of prompts but tags. */
function promptConditions({ branded, promptIds }: RunFilter, bind: Bind): string[] {
  return [
    ...(promptIds.length === 0 ? [] : [`prompt.id = any(${bind(promptIds)}::uuid[])`]),
    ...(branded === null ? [] : [`prompt.branded is ${branded ? '' : 'not '}true`]),
  ];
}

/** The prompts that filters other than tags select, to stand after `from`. */
export function promptsOfSet(
  { promptId, filter }: Pick<RunSet, 'promptId' | 'filter'>,
  brand: string,
  bind: Bind,
): string {
  const isOne = promptId === null ? [] : [`prompt.id = ${bind(promptId)}::uuid`];
  return `prompt where ${[`prompt.brand_id = ${brand}`, ...isOne, ...promptConditions(filter, bind)].join(' and ')}`;
}

/** An instant as PostgreSQL reads it; local days may begin before year 1 or end after year 9999. */
export function timestamp(instant: number): string {
  const text = new Date(instant).toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : instant < 0 ? '-infinity' : 'infinity';
}
