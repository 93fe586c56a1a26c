// How much the database looks at for a statement, as PostgreSQL counts it while it executes the statement: on a cluster, all nodes together.

import type pg from 'pg';

/** A node of a plan, or anything that holds some. */
type Explained = Readonly<Record<string, unknown>>;

/** What every statement of `work` looked at, in rows and blocks. Statements that change rows are undone with the transaction of `client`. */
export async function countVisited(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<number> {
  let visited = 0;
  const heard = new Proxy(client, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key);
      return async (text: string, values: unknown[]) => {
        const { rows } = await target.query<Explained>(`explain (analyze, buffers, format json) ${text}`, values);
        visited += rowsOf(rows) + blocksOf(rows);
        return /\b(?:insert into|delete from)\b/.test(text) ? { rows: [] } : target.query(text, values);
      };
    },
  });
  await work(heard);
  return visited;
}

/** The rows that all nodes of all plans took, also those that they left out. */
function rowsOf(explained: unknown): number {
  if (typeof explained !== 'object' || explained === null) return 0;
  const node = explained as Explained; // safe because any object has properties
  const own = Object.entries(node).filter(([name]) => name === 'Actual Rows' || name.startsWith('Rows Removed by'));
  const rows = own.reduce((sum, [, value]) => sum + Number(value), 0) * Number(node['Actual Loops'] ?? 0);
  return Object.values(node).reduce<number>((sum, value) => sum + rowsOf(value), rows);
}

/** The blocks of the outermost nodes, which count those of the nodes within. */
function blocksOf(explained: unknown): number {
  if (typeof explained !== 'object' || explained === null) return 0;
  const node = explained as Explained; // safe because any object has properties
  if ('Shared Hit Blocks' in node && 'Node Type' in node && node['Custom Plan Provider'] !== 'Citus Adaptive')
    return Number(node['Shared Hit Blocks']) + Number(node['Shared Read Blocks']);
  return Object.values(node).reduce<number>((sum, value) => sum + blocksOf(value), 0);
}
