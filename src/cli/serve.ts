// `sightline serve`: answers until it is told to stop, then ends in order.

import { setTimeout } from 'node:timers/promises';
import { openApp } from '../app.js';
import { hasKeys } from '../auth/store.js';
import type { Config } from '../config.js';
import { keepRolling } from '../tiles/roll/rolling.js';
import { onSignal } from './record.js';
import type { Terminal } from './terminal.js';

const rollingPauseMs = 2_000;

interface ServeOptions {
  readonly terminal: Terminal;
  /** Called once requests are answered, with the address of the server, in place of the usual greeting. */
  readonly greet?: (url: string) => void;
}

/**
 * Serves until SIGTERM or SIGINT, gives balancers time to notice, finishes what is under way, and yields the exit status 0. A second
 * signal ends the process at once.
 */
export async function serve(config: Config, { terminal, greet }: ServeOptions): Promise<0> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  using _signals = onSignal(() => stop());
  await using app = await openApp(config);
  await using server = await app.listen(config);
  await using _rolling = keepRolling(app.db, {
    pauseMs: rollingPauseMs,
    onError: (err) => app.log.warn({ err }, 'tiles could not be brought up to date; answers come from the raw rows'),
  });
  (greet ?? ((url: string) => terminal.tell(greeting(url))))(server.url);
  if (config.adminKeys.length === 0 && !(await hasKeys(app.db))) terminal.tell(keysHint);
  app.log.info({ url: server.url }, 'listening');
  await stopped;
  app.log.info('shutting down');
  app.leave();
  await setTimeout(config.shutdownDelayMs);
  return 0;
}

function greeting(url: string): string {
  return `Sightline answers at ${url}
  A page to look at     ${url}/
  GraphQL and GraphiQL  ${url}/graphql
  REST                  ${url}/api/v1
`;
}

const keysHint = `There is no key yet, so nobody can ask anything. Make one of these:
  an organization key   sightline keys create --org <id> --name <text>
  an admin key          ADMIN_API_KEYS=<at least 16 characters> sightline serve
`;
