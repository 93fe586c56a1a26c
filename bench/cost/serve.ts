// The application in a process of its own, which reports on request for how long its event loop was held at most since the last time.

import { openApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { watchStretches } from './stretch.js';

// What would hold a reader up holds up the thread that is watched.
const app = await openApp({ ...readConfig(process.env), readers: 0 });
const server = await app.listen({ host: '127.0.0.1', port: 0 });
const stretches = watchStretches();
process.on('message', () => process.send?.({ heldMs: stretches.take(), residentBytes: process.memoryUsage.rss() }));
process.send?.({ port: server.port });
process.once('disconnect', async () => {
  await server[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
  process.exit(0);
});
