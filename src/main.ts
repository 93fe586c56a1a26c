// The process: its arguments, environment and streams go to the command line, and its exit status comes from there.

import { config as readDotenv } from 'dotenv';
import { run } from './cli/program.js';
import { processTerminal } from './cli/terminal.js';

/** What a command leaves open by mistake must not keep the process. */
const lingerMs = 2_000;

// The reader of a pipe may go whenever it has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// The environment itself wins over `.env`.
readDotenv({ quiet: true });
process.exitCode = await run(process.argv.slice(2), { env: process.env, terminal: processTerminal() });
setTimeout(() => process.exit(), lingerMs).unref();
