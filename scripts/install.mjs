// Installs what package-lock.json names and says how far it is, which npm does not: a line that moves on a terminal, elsewhere a line every
// ten seconds.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
export const installCommand = [
  npm,
  'ci',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

const [movingMs, plainMs] = [200, 10_000];

/** Resolves with the exit status of npm and what it wrote to its standard error. */
export async function installPackages(root, out) {
  const wanted = packagesOf(root);
  const installed = () => wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
  const line = () => `Installing packages: ${installed()} of ${wanted.length}`;
  const show = () => out.write(out.isTTY ? `\r${line()}` : `${line()}\n`);
  show();
  const timer = setInterval(show, out.isTTY ? movingMs : plainMs);
  const [command, ...args] = installCommand;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const status = await new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  clearInterval(timer);
  if (status === 0) out.write(`${out.isTTY ? '\r' : ''}${`Installed ${installed()} packages`.padEnd(line().length)}\n`);
  return { status, stderr };
}

/** The folders of the packages that this machine gets: not those for other systems and processors, but a few that only these need. */
function packagesOf(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const suits = (values, own) =>
    !values || values.includes(own) || (values[0][0] === '!' && !values.includes(`!${own}`));
  return Object.entries(packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    .filter(([, { os, cpu }]) => suits(os, process.platform) && suits(cpu, process.arch))
    .map(([path]) => path);
}
