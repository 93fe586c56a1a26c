// The two databases of which every test gets a copy: a migrated one and an empty one, on a cluster registered with all its nodes.

import { randomBytes } from 'node:crypto';
import { migrate } from '../../src/database/migrate.js';
import { connect } from '../../src/database/postgres.js';
import { distribute } from '../../src/distribution/distribute.js';
import { addNodes, send } from '../citus/nodes.js';
import { alone, createDatabase, dropDatabase, withDatabase } from './database.js';

export interface Templates extends AsyncDisposable {
  readonly template: string;
  readonly emptyTemplate: string;
}

/** Creates both on each of the `nodes`; with more than one, the migrated one is distributed over them. */
export async function createTemplates(nodes: readonly string[]): Promise<Templates> {
  const suffix = randomBytes(8).toString('hex');
  const [template, emptyTemplate] = [`sightline_template_${suffix}`, `sightline_empty_${suffix}`];
  await create(nodes, emptyTemplate, async () => {});
  await create(nodes, template, async (url) => {
    await using db = connect(url, { poolSize: 2, statementTimeoutMs: 60_000 });
    await migrate(db.pool);
    if (nodes.length > 1) await distribute(db.pool);
  });
  return {
    template,
    emptyTemplate,
    [Symbol.asyncDispose]: async () => {
      for (const name of [emptyTemplate, ...(await copiesOf(nodes, template)), template])
        await dropDatabase(nodes, name);
    },
  };
}

async function create(nodes: readonly string[], name: string, fill: (url: string) => Promise<void>): Promise<void> {
  const urls = nodes.map((url) => withDatabase(url, name));
  await createDatabase(nodes, name, 'template0');
  if (urls.length > 1) await addNodes(urls);
  await fill(urls[0] ?? '');
  for (const url of nodes) await close(url, name);
}

/** Nobody connects to it any more, not even the maintenance process of Citus: else it could not be copied. */
export async function close(serverUrl: string, name: string): Promise<void> {
  await send(serverUrl, `alter database ${name} allow_connections false`);
  await send(serverUrl, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
}

/** Those that were filled for several tests. */
async function copiesOf([first = '']: readonly string[], template: string): Promise<readonly string[]> {
  return alone(first, 78, async (client) => {
    const { rows } = await client.query<{ datname: string }>(`select datname from pg_database where datname like $1`, [
      `${template}\\_%`,
    ]);
    return rows.map(({ datname }) => datname);
  });
}
