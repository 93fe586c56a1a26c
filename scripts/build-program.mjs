// Builds the program into dist/: main.js, the threads that read figures, roll, read lines and make tiles, and the chunks that both share or load later, each named after its
// content. The packages that it uses are bundled: one file is read where Node would look for a thousand.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'dist');
const main = join(outdir, 'main.js');
const list = join(outdir, 'program.json');
const threads = [
  'src/app/reader-thread.ts',
  'src/app/roller-thread.ts',
  'src/recording/prepare/prepare-thread.ts',
  'src/tiles/roll/day-thread.ts',
];
const sources = ['src', 'node_modules/.package-lock.json', 'scripts/build-program.mjs'];

/** Whether the program is missing, or older than what it is made of. A file that was removed shows in the time of its folder. */
export function isProgramOutOfDate() {
  const builtAt = statSync(main, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((path) => changedAt(join(root, path)) > builtAt);
}

function changedAt(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  // The pages have a build of their own.
  const parts = readdirSync(path).filter((name) => join(path, name) !== join(root, 'src/web'));
  return Math.max(stats.mtimeMs, ...parts.map((name) => changedAt(join(path, name))));
}

async function buildProgram() {
  const begun = new Date();
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts', ...threads],
    outdir,
    entryNames: '[name]',
    // Chunks lie beside main.js, so that src/root.ts finds the project from wherever it ends up.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.15',
    external: ['pg-native'],
    // CommonJS packages ask for parts of Node by `require`, which a module does not have.
    banner: {
      js: "import{createRequire as sightlineRequire}from'node:module';const require=sightlineRequire(import.meta.url);",
    },
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'eof',
    logLevel: 'warning',
    write: false,
  });
  write(outputFiles, begun);
}

/**
 * Puts the build in place, main.js last: whoever starts meanwhile finds the build before or this one. Files of the build before stay until
 * the next one, for processes that have yet to load them.
 */
function write(files, begun) {
  mkdirSync(outdir, { recursive: true });
  const { names: before } = JSON.parse(readOr(list, '{"names":[]}'));
  const names = files.map(({ path }) => basename(path));
  const isEntry = (path) => path === main;
  for (const { path, contents } of files.toSorted((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)))) {
    const part = `${path}.${process.pid}`;
    writeFileSync(part, contents);
    renameSync(part, path);
  }
  // A source that was saved while this ran is not in it.
  utimesSync(main, begun, begun);
  for (const name of readdirSync(outdir)) {
    if (/\.js(\.map)?$/.test(name) && !names.includes(name) && !before.includes(name)) rmSync(join(outdir, name));
  }
  writeFileSync(list, JSON.stringify({ names }));
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildProgram();
