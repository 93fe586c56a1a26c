// The application in a process of its own, which reports on request for how long its event loop was blocked at most since the last time.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';

const resolution = 5;
const delay = monitorEventLoopDelay({ resolution });
const app = await openApp(readConfig(process.env));
const server = await app.listen({ host: '127.0.0.1', port: 0 });
delay.enable();
process.on('message', () => {
  process.send?.({ blockedMs: Math.max(0, delay.max / 1e6 - resolution) });
  delay.reset();
});
process.send?.({ port: server.port });
process.once('disconnect', async () => {
  await server[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
  process.exit(0);
});
