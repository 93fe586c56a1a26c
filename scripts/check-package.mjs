// Packs the project, installs the package into an empty folder as a user would, and runs it there: `--version`, one record, `doctor` and the demo.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const needed = [
  'bin/sightline.mjs',
  'dist/main.js',
  'dist/prepare-thread.js',
  'dist/day-thread.js',
  'dist/web/files.json',
  'dist/web/index.html',
  'dist/web/index.html.br',
  'dist/web/index.html.gz',
  'dist/web/graphiql.html',
  'dist/web/docs.html',
  'prisma/migrations/0001_init/migration.sql',
  'schema.graphql',
  'README.md',
  'LICENSE',
];
const unwanted = /^(src|test|bench|docs|scripts)\//;

function run(folder, command, args, options = {}) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    ...options,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}`);
  return stdout;
}

function check(condition, complaint) {
  if (!condition) throw new Error(complaint);
}

/** Starts the demo as npx does, and requests its pages, the OpenAPI description and its brands. */
async function checkDemo(folder, env) {
  const program = join(folder, 'node_modules/sightline/bin/sightline.mjs');
  const demo = spawn(process.execPath, [program, 'demo'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(demo, 'exit');
  let said = '';
  const address = new Promise((resolve, reject) => {
    for (const stream of [demo.stdout, demo.stderr]) {
      stream.on('data', (text) => {
        said += text;
        const [, url, key] = /(http:\/\/\S+?)\/#key=(\S+)/.exec(said) ?? [];
        if (key) resolve({ url, key });
      });
    }
    demo.on('exit', (status) => reject(new Error(`The demo ended with ${status}:\n${said}`)));
  });
  try {
    const { url, key } = await address;
    for (const path of ['/', '/graphql', '/api/v1/docs', '/api/v1/openapi.json', '/api/v1/brands']) {
      const accept = path.startsWith('/api/v1/b') ? 'application/json' : 'text/html';
      const { status } = await fetch(url + path, { headers: { accept, authorization: `Bearer ${key}` } });
      check(status === 200, `The demo of the installed package answers ${path} with ${status}.`);
    }
  } finally {
    demo.kill('SIGTERM');
    await ended;
  }
}

/** Checks that `npm ci --ignore-scripts` accepts the lock file. That the package works without scripts is checked by running it. */
function checkLock(folder) {
  mkdirSync(folder);
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name));
  run(folder, 'npm', ['ci', '--ignore-scripts', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error']);
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-package-'));
try {
  checkLock(join(folder, 'clone'));
  run(root, 'npm', ['run', '--silent', 'build']);
  const [packed] = JSON.parse(run(root, 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]));
  const paths = packed.files.map(({ path }) => path);
  for (const path of needed) check(paths.includes(path), `${path} is missing from the package.`);
  for (const path of paths) check(!unwanted.test(path), `${path} does not belong into the package.`);

  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  run(folder, 'npm', [...install, `./${packed.filename}`]);

  const sightline = (args, options) => run(folder, 'npx', ['--no-install', 'sightline', ...args], options);
  check(sightline(['--version']).trim() === version, 'The installed package does not say its version.');
  const env = { ...process.env, DATABASE_URL: '', SIGHTLINE_DATA: join(folder, 'data') };
  sightline(['record', '-'], { env, input: '{"type":"organization","id":"acme","name":"Acme Inc."}\n' });
  check(JSON.parse(sightline(['doctor', '--json'], { env })).ok, 'The installed package finds itself unwell.');
  await checkDemo(folder, { ...env, SIGHTLINE_DATA: join(folder, 'demo'), PORT: '0', LOG_LEVEL: 'silent' });
  console.log(
    `${packed.filename}: ${paths.length} files, ${Math.round(packed.size / 1000)} kB; installs, records and shows its demo.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
