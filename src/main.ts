// The process: its arguments, environment and streams go to the command line, and its exit status comes from there.

import { existsSync } from 'node:fs';
import { config as readDotenv } from 'dotenv';
import { run } from './cli/program.js';
import { processTerminal } from './cli/terminal.js';

/** What a command leaves open by mistake must not keep the process. */
const lingerMs = 2_000;

/** The exit status where what was printed is lost. */
const unwritten = 2;

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader of a pipe may go whenever it has seen enough; what the command does is done to its end.
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return;
  const lost =
    'What the command prints is lost; what it did is done: list and remove what it created, and run it again.';
  process.stderr.write(
    `Standard output cannot be written: ${code === 'ENOSPC' ? 'the disk is full' : message}. ${lost}\n`,
  );
  process.exit(unwritten);
});

// The counts and the exit status say the same.
process.stderr.on('error', () => {});

// The environment itself wins over `.env`.
const { error } = readDotenv({ quiet: true });
// A folder that cannot be looked into has none for us.
if (error && existsSync('.env')) {
  process.stderr.write(`The settings in .env cannot be read: ${error.message}.\n`);
  process.exit(2);
}
process.exitCode = await run(process.argv.slice(2), { env: process.env, terminal: processTerminal() });
setTimeout(() => process.exit(), lingerMs).unref();
