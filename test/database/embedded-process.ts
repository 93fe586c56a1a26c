// A process that uses the embedded database of the folder that it is given, until its standard input ends.

import { openEmbedded } from '../../src/database/embedded/embedded.js';

try {
  await using embedded = await openEmbedded(process.argv[2] ?? '');
  process.stdout.write(`${embedded.url}\n`);
  for await (const _ of process.stdin);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
