// One database on all nodes of a Citus cluster: created, registered and dropped on each of them.

import pg from 'pg';

/** Makes the databases at these addresses, the coordinator's first, one cluster. */
export async function addNodes([coordinator, ...workers]: readonly string[]): Promise<void> {
  if (!coordinator) return;
  for (const url of [coordinator, ...workers]) await send(url, 'create extension if not exists citus');
  const { hostname, port } = new URL(coordinator);
  await send(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    const { hostname, port } = new URL(worker);
    await send(coordinator, `select citus_add_node('${hostname}', ${port})`);
  }
}

/** The addresses of all nodes of the cluster whose coordinator is at `url`, its own first. */
export async function nodesOf(url: string): Promise<readonly string[]> {
  const rows = await send(url, `select nodename, nodeport from pg_dist_node order by groupid`);
  return rows.map(({ nodename, nodeport }) => {
    const node = new URL(url);
    node.hostname = nodename ?? '';
    node.port = String(nodeport);
    return node.href;
  });
}

/** Sends one statement over a connection of its own. */
export async function send(url: string, sql: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}
