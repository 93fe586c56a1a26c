// Makes a clone ready to run: installs what package-lock.json names, generates the Prisma client, and builds the program and the pages for
// browsers, each only when it is out of date.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installCommand, installPackages } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = 'package-lock.json';
const installedLock = 'node_modules/.package-lock.json';

function newer(source, made) {
  return !existsSync(root + made) || statSync(root + source).mtimeMs > statSync(root + made).mtimeMs;
}

/** A lock file that was only touched, as by a change of branch and back, is no reason to install again. */
function isInstalled() {
  if (!newer(lock, installedLock)) return true;
  if (!existsSync(root + installedLock)) return false;
  const [wanted, installed] = [lock, installedLock].map(
    (file) => JSON.parse(readFileSync(root + file, 'utf8')).packages,
  );
  const same =
    Object.keys(installed).every((path) => wanted[path]?.version === installed[path].version) &&
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional || path in installed);
  if (same) utimesSync(root + installedLock, new Date(), new Date());
  return same;
}

/** Standard output is left to the command that is to run; what `command` says is shown if it fails. */
function run(what, [command, ...args]) {
  process.stderr.write(`${what} …\n`);
  const { status, stderr } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) fail(what, [command, ...args], stderr);
}

function fail(what, command, stderr) {
  process.stderr.write(`${stderr ?? ''}\n${what} failed: ${command.join(' ')}\n`);
  process.exit(2);
}

if (!isInstalled()) {
  const { status, stderr } = await installPackages(root, process.stderr);
  if (status !== 0) fail('Installing packages', installCommand, stderr);
}
if (newer('prisma/schema.prisma', 'src/generated/prisma/client.ts')) {
  run('Generating the Prisma client', [process.execPath, 'node_modules/prisma/build/index.js', 'generate']);
}
if ((await import('./build-program.mjs')).isProgramOutOfDate()) {
  run('Building the program', [process.execPath, 'scripts/build-program.mjs']);
}
if ((await import('./build-web.mjs')).isWebOutOfDate()) {
  run('Building the pages', [process.execPath, 'scripts/build-web.mjs']);
}
