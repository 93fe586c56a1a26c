// Packs the project, installs the package into an empty folder as a user would, follows the links of its README, and runs it there: `--version`,
// one record, `doctor` and the demo.
// Usage: check-package.mjs [<empty folder>]; the folder then keeps what is installed, and the demo is left to try-node-versions.mjs.

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenLinks, check, checkDemo, installPackage, root, run } from './installed-package.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const needed = [
  'bin/sightline.mjs',
  'dist/main.js',
  'dist/prepare-thread.js',
  'dist/day-thread.js',
  'dist/reader-thread.js',
  'dist/roller-thread.js',
  'dist/web/files.json',
  'dist/web/index.html',
  'dist/web/index.html.br',
  'dist/web/index.html.gz',
  'dist/web/graphiql.html',
  'dist/web/docs.html',
  'prisma/migrations/0001_tables/migration.sql',
  'schema.graphql',
  'README.md',
  'LICENSE',
];
const unwanted = /^(src|scripts)\/|^(test|bench|prisma)\/.*\.[jt]s$/;

/** Checks that `npm ci --ignore-scripts` accepts the lock file. That the package works without scripts is checked by running it. */
function checkLock(folder) {
  mkdirSync(folder);
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name));
  run(folder, 'npm', ['ci', '--ignore-scripts', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error']);
}

const kept = process.argv[2];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'sightline-package-'));
try {
  checkLock(join(folder, 'clone'));
  const packed = installPackage(folder);
  const paths = packed.files.map(({ path }) => path);
  for (const path of needed) check(paths.includes(path), `${path} is missing from the package.`);
  for (const path of paths) check(!unwanted.test(path), `${path} does not belong into the package.`);

  const broken = brokenLinks(paths, (path) => readFileSync(join(folder, 'node_modules/sightline', path), 'utf8'));
  check(broken.length === 0, `Links lead nowhere in the package:\n${broken.join('\n')}`);

  const sightline = (args, options) => run(folder, 'npx', ['--no-install', 'sightline', ...args], options);
  check(sightline(['--version']).trim() === version, 'The installed package does not say its version.');
  const env = { ...process.env, DATABASE_URL: '', SIGHTLINE_DATA: join(folder, 'data') };
  sightline(['record', '-'], { env, input: '{"type":"organization","id":"acme","name":"Acme Inc."}\n' });
  check(JSON.parse(sightline(['doctor', '--json'], { env })).ok, 'The installed package finds itself unwell.');
  if (!kept)
    await checkDemo({ folder, env: { ...env, SIGHTLINE_DATA: join(folder, 'demo'), PORT: '0', LOG_LEVEL: 'silent' } });
  console.log(
    `${packed.filename}: ${paths.length} files, ${Math.round(packed.size / 1000)} kB; installs and records${kept ? '' : ', and shows its demo'}.`,
  );
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
