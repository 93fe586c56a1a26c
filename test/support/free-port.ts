// A port of this machine that nobody listens on, for servers that cannot choose one themselves.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give out ports above these by themselves. */
const [least, above] = [10_000, 32_000];
const given = new Set<number>();

/** A port that is free, and not given out again. Drawn, so that what other processes of the tests are given is hardly ever the same. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(least, above);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
