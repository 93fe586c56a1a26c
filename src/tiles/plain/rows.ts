// Many asks in one statement: a UNION ALL branch or several for each, whose rows come back by ask.

import type pg from 'pg';
import { bindings } from '../../database/bindings.js';

/** A pool or a client: what one statement is sent through. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** Binds a value and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** A row, and the place of its ask. */
type OfAsk<Row> = Row & { readonly ask: number };

/** The branches of an ask at its place, which each says as `ask`. */
type Select<Ask> = (ask: Ask, place: number, bind: Bind) => string | readonly string[];

/** The rows of each ask, in the order of the asks and in the order that is given; no statement where there is no branch. */
export async function rowsOfEach<Row, Ask>(
  db: Queryable,
  asks: readonly Ask[],
  select: Select<Ask>,
  order = '',
): Promise<readonly OfAsk<Row>[][]> {
  const { values, bind } = bindings();
  const found = asks.map((): OfAsk<Row>[] => []);
  const branches = asks.flatMap((ask, place) => select(ask, place, bind));
  if (branches.length === 0) return found;
  const { rows } = await db.query<OfAsk<Row>>(`${branches.join('\nunion all\n')} ${order}`, values);
  for (const row of rows) found[row.ask]?.push(row);
  return found;
}
