// The package as a user has it: packed, installed into an empty folder, with what its README links to, and run there by any Node.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command to its end and returns what it printed. Throws where it fails. */
export function run(folder, command, args, options = {}) {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    ...options,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${error?.message ?? status}:\n${stdout}`);
  return stdout;
}

/** Throws `complaint` unless `condition` holds. */
export function check(condition, complaint) {
  if (!condition) throw new Error(complaint);
}

/** Builds what is out of date, packs the project and installs the package in `folder`. Returns what `npm pack` says of it. */
export function installPackage(folder) {
  run(root, process.execPath, ['scripts/setup.mjs']);
  const [packed] = JSON.parse(run(root, 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  run(folder, 'npm', [...install, `./${packed.filename}`]);
  return packed;
}

/** The program of the package that is installed in `folder`. */
export function programIn(folder) {
  return join(folder, 'node_modules/sightline/bin/sightline.mjs');
}

/**
 * Starts a command that serves, and calls `work` with what `pattern` finds in what it prints. Then it is ended by SIGTERM, and must end with
 * status 0.
 */
export async function whileServing({ folder, node = process.execPath, args, env, pattern }, work) {
  const server = spawn(node, [programIn(folder), ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  let said = '';
  const found = new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (text) => {
        said += text;
        const match = pattern.exec(said);
        if (match) resolve(match);
      });
    }
    server.on('error', reject);
    server.on('exit', (status) => reject(new Error(`sightline ${args.join(' ')} ended with ${status}:\n${said}`)));
  });
  try {
    await work(await found);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
  check(
    server.exitCode === 0,
    `sightline ${args.join(' ')} was told to end, and ended with ${server.exitCode}:\n${said}`,
  );
}

/** Starts the demo as npx does, and requests its pages, the OpenAPI description and its brands. */
export async function checkDemo({ folder, node, env }) {
  const pattern = /(http:\/\/\S+?)\/#key=(\S+)/;
  await whileServing({ folder, node, args: ['demo'], env, pattern }, async ([, url, key]) => {
    for (const path of ['/', '/graphql', '/api/v1/docs', '/api/v1/openapi.json', '/api/v1/brands']) {
      const accept = path.startsWith('/api/v1/b') ? 'application/json' : 'text/html';
      const { status } = await fetch(url + path, { headers: { accept, authorization: `Bearer ${key}` } });
      check(status === 200, `The demo of the installed package answers ${path} with ${status}.`);
    }
  });
}

/** A line for each link of the README, and of the pages that it leads to, to a file that is not among `paths`. `read` returns the text of a file of the package. */
export function brokenLinks(paths, read) {
  const packed = new Set(paths);
  for (const path of paths)
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) packed.add(folder);
  const broken = [];
  const reached = new Set(['README.md']);
  // A set is walked up to what is added on the way.
  for (const file of reached) {
    for (const link of linksOf(read(file))) {
      const target = posix.normalize(posix.join(posix.dirname(file), link));
      if (!packed.has(target)) broken.push(`${file} links to ${link}`);
      else if (target.endsWith('.md')) reached.add(target);
    }
  }
  return broken;
}

/** The relative links and pictures of a Markdown text, outside its code. */
function linksOf(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"\s]+)"/g)];
  return links
    .map(([, link, attribute]) => (link ?? attribute).replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/i.test(link))
    .map((link) => link.replace(/\/$/, ''));
}
