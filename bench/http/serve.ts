// The application in its own process, like `sightline serve` without the background updates of tiles; it reports its URL to its parent.

import { openApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';

const config = readConfig(process.env);
const app = await openApp(config);
const server = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: server.port });
process.once('disconnect', async () => {
  await server[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
  process.exit(0);
});
