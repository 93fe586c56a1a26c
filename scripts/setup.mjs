// Makes a clone ready to run: installs what package-lock.json names and generates the Prisma client, each only when it is out of date.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function newer(source, made) {
  return !existsSync(root + made) || statSync(root + source).mtimeMs > statSync(root + made).mtimeMs;
}

function run(what, command, ...args) {
  process.stderr.write(`${what} …\n`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write(`${what} failed: ${command} ${args.join(' ')}\n`);
    process.exit(2);
  }
}

if (newer('package-lock.json', 'node_modules/.package-lock.json')) {
  run('Installing packages', npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
}
if (newer('prisma/schema.prisma', 'src/generated/prisma/client.ts')) {
  run('Generating the Prisma client', process.execPath, 'node_modules/prisma/build/index.js', 'generate');
}
