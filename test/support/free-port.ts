// A port of this machine that nobody listens on, for servers that cannot choose one themselves.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give out ports above these by themselves, and other processes of the tests begin elsewhere: nobody takes one before its server does. */
let next = 10_000 + (process.pid % 200) * 100;

/** A port that is free, and not given out again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next++;
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
