// `sightline serve`: serves requests until a signal stops it, then shuts down gracefully.

import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { tuneHeap } from '../app/heap.js';
import { openApp } from '../app.js';
import { hasKeys } from '../auth/store.js';
import type { Config } from '../config.js';
import { onSignal } from './command.js';
import type { Terminal } from './terminal.js';

/**
 * Serves until SIGTERM or SIGINT, gives load balancers time to notice, finishes pending requests, and returns the exit status 0. A second
 * signal terminates the process. `greet` is called with the URL of the server once it is listening, instead of printing the default greeting.
 */
export async function serve(
  config: Config,
  terminal: Terminal,
  { greet = (url) => terminal.writeErr(greeting(url)) }: { readonly greet?: (url: string) => void } = {},
): Promise<0> {
  using stop = onSignal();
  tuneHeap();
  await using app = await openApp(config);
  await using server = await app.listen(config);
  await using _rolling = app.db.isReadOnly ? null : app.roll();
  greet(server.url);
  if (config.adminKeys.length === 0 && !(await hasKeys(app.db))) terminal.writeErr(keysHint);
  if (app.db.isReadOnly) terminal.writeErr(readOnlyHint);
  app.log.info({ url: server.url, isReadOnly: app.db.isReadOnly }, 'listening');
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  app.log.info('shutting down');
  app.leave();
  await setTimeout(config.shutdownDelayMs);
  return 0;
}

const readOnlyHint =
  'The database is read-only: tiles are not updated here, and rate limits are counted for this process alone.\n';

function greeting(url: string): string {
  return `Sightline is listening at ${url}
  Dashboard             ${url}/
  GraphQL and GraphiQL  ${url}/graphql
  REST                  ${url}/api/v1
  REST reference        ${url}/api/v1/docs
`;
}

const keysHint = `There is no API key yet. Create one:
  organization key      sightline keys create --org <id> --name <text>
  admin key             ADMIN_API_KEYS=<at least 16 characters> sightline serve
`;
