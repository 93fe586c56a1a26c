// Installs what the package-lock.json of a folder names and says how far it is, which npm does not: a line that moves on a terminal, elsewhere a
// line every ten seconds. As a command: install.mjs <folder>, which does nothing where all is installed.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Installs unless all is installed. Resolves with what npm said where it failed, else with null. */
export async function ensurePackages(root, out) {
  if (isInstalled(root)) return null;
  const { status, stderr } = await installPackages(root, out);
  return status === 0 ? null : `${stderr}\nInstalling packages failed: ${installCommand.join(' ')}, in ${root}\n`;
}

/** A lock file that was only touched, as by a change of branch and back, is no reason to install again. */
function isInstalled(root) {
  const files = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => join(root, file));
  if (!existsSync(files[1])) return false;
  const [changed, made] = files.map((file) => statSync(file).mtimeMs);
  if (changed <= made) return true;
  const [wanted, installed] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  const same =
    Object.keys(installed).every((path) => wanted[path]?.version === installed[path].version) &&
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional || path in installed);
  if (same) utimesSync(files[1], new Date(), new Date());
  return same;
}

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failure = await ensurePackages(process.argv[2], process.stderr);
  if (failure) {
    process.stderr.write(failure);
    process.exitCode = 2;
  }
}
