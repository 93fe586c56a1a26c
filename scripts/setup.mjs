// Makes a clone ready to run: installs what package-lock.json names, generates the Prisma client, and builds the program and the pages for
// browsers, each only when it is out of date.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function newer(source, made) {
  return !existsSync(root + made) || statSync(root + source).mtimeMs > statSync(root + made).mtimeMs;
}

/** Standard output is left to the command that is to run; what `command` says is shown if it fails. */
function run(what, [command, ...args]) {
  process.stderr.write(`${what} …\n`);
  const { status, stderr } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) fail(`${stderr ?? ''}\n${what} failed: ${[command, ...args].join(' ')}\n`);
}

function fail(text) {
  process.stderr.write(text);
  process.exit(2);
}

const failure = await ensurePackages(root, process.stderr);
if (failure) fail(failure);
if (newer('prisma/schema.prisma', 'src/generated/prisma/client.ts')) {
  run('Generating the Prisma client', [process.execPath, 'scripts/generate-client.mjs']);
}
if ((await import('./build-program.mjs')).isProgramOutOfDate()) {
  run('Building the program', [process.execPath, 'scripts/build-program.mjs']);
}
if ((await import('./build-web.mjs')).isWebOutOfDate()) {
  run('Building the pages', [process.execPath, 'scripts/build-web.mjs']);
}
