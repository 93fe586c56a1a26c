// Tries the installed package on the oldest Node that it supports and on each release line after it: the demo, and an import of 10,000 rows, twice,
// whose figures are compared with plain counts. Where the registry has no Node for this machine or cannot be reached, it says so and tries this Node.
// Usage: try-node-versions.mjs [<folder in which the package is installed>]

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, checkDemo, installPackage, programIn, root, run, whileServing } from './installed-package.mjs';
import { analyticsPath, countRows, csvOf, csvRows, figuresOf, importArgs } from './sample-csv.mjs';

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** npm's packages of Node's own binaries: the oldest release that `engines` allows, and the lines of long-term support after it. */
const versions = [engines.node.replace('>=', ''), '22', '24'];
const binaries = `node-${process.platform}-${process.arch}`;
const adminKey = 'key-of-the-trial-0123456789';

const scratch = mkdtempSync(join(tmpdir(), 'sightline-nodes-'));
try {
  const nodes = versions.map((version) => installNode(version)).filter((node) => node !== null);
  const own = { node: process.execPath, name: process.version };
  await tryAll(nodes.length > 0 ? nodes : [own], process.argv[2] ?? scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Installs a version of Node; `null`, said plainly, where it cannot be had. */
function installNode(version) {
  const folder = join(scratch, `node-${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    run(folder, 'npm', [...install, `${binaries}@${version}`], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
    const node = join(folder, 'node_modules', binaries, 'bin/node');
    return { node, name: run(folder, node, ['--version']).trim() };
  } catch ({ message }) {
    console.log(`NOT TRIED on Node ${version}: ${binaries} cannot be installed from this registry. ${message.trim()}`);
    return null;
  }
}

async function tryAll(nodes, folder) {
  if (!existsSync(programIn(folder))) installPackage(folder);
  const rows = csvRows(10_000);
  const file = join(scratch, 'answers.csv');
  writeFileSync(file, csvOf(rows));
  const expected = countRows(rows);
  for (const { node, name } of nodes) {
    const started = performance.now();
    const env = { ...process.env, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'silent', ADMIN_API_KEYS: adminKey };
    const data = (use) => ({ ...env, SIGHTLINE_DATA: join(scratch, `${name}-${use}`) });
    await tryImport({ folder, node, env: data('import') }, file, expected);
    await checkDemo({ folder, node, env: data('demo') });
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(`${name}: the demo runs, and ${rows.length} rows imported twice give the plain counts; ${seconds} s.`);
  }
}

/** Imports `file` twice while a server runs. After each time, its figures must be `expected`, and all that it answers the same. */
async function tryImport({ folder, node, env }, file, expected) {
  const pattern = /listening at (\S+)\n/;
  await whileServing({ folder, node, args: ['serve'], env, pattern }, async ([, url]) => {
    const answers = [];
    for (const time of ['first', 'second']) {
      run(folder, node, [programIn(folder), ...importArgs(file)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const response = await fetch(url + analyticsPath, { headers: { authorization: `Bearer ${adminKey}` } });
      const text = await response.text();
      const figures = JSON.stringify(figuresOf(JSON.parse(text)));
      check(figures === JSON.stringify(expected), `After the ${time} import the figures are ${figures}.`);
      answers.push(text);
    }
    check(answers[0] === answers[1], 'The second import of the same file changed the figures.');
  });
}
