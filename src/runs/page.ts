// Pages of a prompt's runs by the plain definition: sort, skip, take. Many pages cost the statements of one.

import type pg from 'pg';
import type { PageAsk, Run, RunPage } from '../domain/run.js';
import { formatInstant } from '../domain/window.js';
import type { PagePlace } from './place.js';
import { runColumns } from './read.js';

/** The pages that `asks` want, in their order. All reads go through `client`: total and runs agree when it is in a snapshot. */
export async function readPages(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<readonly RunPage[]> {
  const rows = await readPart(asks, 'rows', (wanted) => listRuns(client, wanted));
  const totals = await readPart(asks, 'total', (wanted) => countRuns(client, wanted));
  return asks.map((ask) => ({ rows: rows.get(ask) ?? null, total: totals.get(ask) ?? null }));
}

/** One part for the asks that want it; no statement where nobody does. */
async function readPart<T>(
  asks: readonly PageAsk[],
  part: 'rows' | 'total',
  read: (asks: readonly PageAsk[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<PageAsk, T>> {
  const wanted = asks.filter((ask) => ask.parts.has(part));
  const answers = wanted.length === 0 ? [] : await read(wanted);
  return new Map(answers.map((answer, index) => [wanted[index] as PageAsk, answer])); // safe because the answers are parallel
}

function listRuns(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<readonly Run[][]> {
  return listPages(
    client,
    asks.map((ask) => ({ ask, place: { end: ask.window.end, skip: (ask.page - 1) * ask.limit } })),
  );
}

/** The runs of pages whose places are known, newest first, in one statement. */
export async function listPages(
  client: pg.ClientBase,
  pages: readonly { ask: PageAsk; place: PagePlace }[],
): Promise<readonly Run[][]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const branches = pages.map(({ ask, place }, index) => {
    const filter = filterOf({ ...ask, window: { start: ask.window.start, end: place.end } }, bind);
    return `(select ${index} as ask, run.* from run where ${filter}
      order by created_at desc, id desc limit ${bind(ask.limit)}::bigint offset ${bind(place.skip)}::bigint)`;
  });
  const { rows } = await client.query<Run & { ask: number }>(
    `select ask, ${runColumns} from (${branches.join('\nunion all\n')}) as run order by ask, created_at desc, id desc`,
    values,
  );
  const lists = pages.map((): Run[] => []);
  for (const { ask, ...run } of rows) lists[ask]?.push(run);
  return lists;
}

async function countRuns(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<readonly number[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const branches = asks.map(
    (ask, index) => `select ${index} as ask, count(*)::float8 as total from run where ${filterOf(ask, bind)}`,
  );
  const { rows } = await client.query<{ ask: number; total: number }>(branches.join('\nunion all\n'), values);
  const totals = asks.map(() => 0);
  for (const { ask, total } of rows) totals[ask] = total;
  return totals;
}

function filterOf({ brandId, promptId, window, model }: PageAsk, bind: (value: unknown) => string): string {
  const filters = [
    `brand_id = ${bind(brandId)}`,
    `prompt_id = ${bind(promptId)}`,
    `created_at >= ${bind(formatInstant(window.start))}`,
    `created_at < ${bind(formatInstant(window.end))}`,
  ];
  if (model !== null) filters.push(`model = ${bind(model)}`);
  return filters.join(' and ');
}
