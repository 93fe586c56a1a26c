// Builds the pages for browsers into dist/web/: one script, one style sheet and one icon, each named after its content, and the
// page that names them. Served from there both in a clone and in an installed package.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src/web');
const made = join(root, 'dist/web');
const assets = join(made, 'assets');
const page = join(made, 'index.html');

/** Whether the pages are missing, or older than what they are made of. */
export function isWebOutOfDate() {
  const builtAt = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const parts = [
    ...readdirSync(sources, { recursive: true }).map((name) => join(sources, name)),
    fileURLToPath(import.meta.url),
  ];
  return parts.some((path) => statSync(path).mtimeMs > builtAt);
}

async function buildWeb() {
  const { build } = await import('esbuild');
  rmSync(made, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['page.ts', 'page.css', 'icon.svg', 'graphiql.ts', 'graphiql.css', 'docs.ts', 'docs.css'].map((name) =>
      join(sources, name),
    ),
    outdir: assets,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    loader: { '.svg': 'copy' },
    legalComments: 'eof',
    metafile: true,
    logLevel: 'warning',
  });
  const names = new Map(await writeGraphiql());
  for (const [path, { inputs, entryPoint }] of Object.entries(metafile.outputs)) {
    names.set(basename(entryPoint ?? Object.keys(inputs)[0]), basename(path));
  }
  for (const name of ['graphiql.html', 'docs.html', 'index.html']) {
    const html = readFileSync(join(sources, name), 'utf8');
    const linked = html.replace(/"\.\/([\w.-]+)"/g, (_, source) => `"/assets/${assetOf(names, source)}"`);
    writeFileSync(join(made, name), linked);
  }
}

/** GraphiQL as its package ships it, in files of its own where the package would put all of it into one page. */
async function writeGraphiql() {
  const shipped = join(root, 'node_modules/@graphql-yoga/render-graphiql/esm/graphiql.js');
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await import(pathToFileURL(shipped).href);
  const files = {
    'bundle.js': js,
    'bundle.css': css,
    'editor.worker.js': editorWorkerService,
    'json.worker.js': jsonWorker,
    'graphql.worker.js': graphqlWorker,
  };
  return Object.entries(files).map(([name, text]) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const hashed = name.replace(/\.(js|css)$/, `-${hash}.$1`);
    writeFileSync(join(assets, hashed), text);
    return [name, hashed];
  });
}

function assetOf(names, source) {
  const name = names.get(source);
  if (!name) throw new Error(`A page names ${source}, which is not built.`);
  return name;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWeb();
