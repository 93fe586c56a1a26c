// A session of its own on the coordinator, for one question about nodes: a session that was used keeps its connections to the nodes, and would wait on them.

import pg from 'pg';

interface SessionLimits {
  /** How long a node may take to accept a connection. */
  readonly connectMs: number;
  /** How long a statement may take. */
  readonly statementMs: number;
}

/** How much longer than its limit a statement is waited for, because the server may be unable to end it. */
const graceMs = 1_000;

/** Runs `work`, a short read, in one transaction of a new session like those of `pool`, which ends with it. */
export async function inOwnSession<T>(
  pool: pg.Pool,
  { connectMs, statementMs }: SessionLimits,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const { Client = pg.Client } = pool.options;
  const client = new Client(pool.options) as pg.Client; // safe because a pool's own class of clients extends it
  client.on('error', () => {});
  const close = () => void client.connection.stream.destroy();
  let limit: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    // Local settings, because a pooler gives the session of the server to others.
    await client.query(
      `begin read only; set local search_path = public; set local statement_timeout = ${statementMs};
       set local citus.node_connection_timeout = ${connectMs}`,
    );
    limit = setTimeout(close, statementMs + graceMs);
    return await work(client);
  } finally {
    clearTimeout(limit);
    close();
  }
}
