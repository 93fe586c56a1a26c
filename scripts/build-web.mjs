// Builds the pages for browsers into dist/web/: scripts, style sheets and an icon, each named after its content, the pages that name them, each
// compressed beside it, and the list of all. Served from there both in a clone and in an installed package.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src/web');
const made = join(root, 'dist/web');
const assets = join(made, 'assets');
const list = join(made, 'files.json');

/** Whether the pages are missing, or older than what they are made of. */
export function isWebOutOfDate() {
  const builtAt = statSync(list, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const parts = [
    ...readdirSync(sources, { recursive: true }).map((name) => join(sources, name)),
    fileURLToPath(import.meta.url),
  ];
  return parts.some((path) => statSync(path).mtimeMs > builtAt);
}

/** A server that runs meanwhile finds the files of the build before or those of this one: the list is put in place last, and what it lacks goes then. */
async function buildWeb() {
  const begun = new Date();
  mkdirSync(assets, { recursive: true });
  const parts = [...(await bundle()), ...(await readGraphiql())];
  const names = new Map(parts.map(({ source, name }) => [source, name]));
  const files = new Map(parts.map(({ name, contents }) => [`assets/${name}`, contents]));
  for (const name of ['graphiql.html', 'docs.html', 'index.html']) {
    const html = readFileSync(join(sources, name), 'utf8');
    const linked = html.replace(/"\.\/([\w.-]+)"/g, (_, source) => `"/assets/${assetOf(names, source)}"`);
    files.set(name, Buffer.from(withPreloads(linked, parts)));
  }
  await Promise.all([...files].map(([name, contents]) => write(name, contents)));
  const entries = [...files].map(([name, contents]) => [
    name,
    { hash: hashOf(contents), codings: Object.keys(coders) },
  ]);
  put('files.json', JSON.stringify(Object.fromEntries(entries)));
  // A source that was saved while this ran is not in it.
  utimesSync(list, begun, begun);
  removeOthers(new Set(['files.json', ...[...files.keys()].flatMap((name) => [name, ...codedNames(name)])]));
}

/** Scripts that a page's script imports are requested with it, not after it. */
function withPreloads(html, parts) {
  return html.replace(/( *)<script type="module" src="\/assets\/([^"]+)"/, (tag, indent, name) => {
    const needed = parts.find((part) => part.name === name)?.needs ?? [];
    const links = needed.map((each) => `${indent}<link rel="modulepreload" href="/assets/${each}" />\n`);
    return links.join('') + tag;
  });
}

/** Scripts, style sheets and the icon; `source` is what the pages call each. The parts of the dashboard that another page needs are loaded with it. */
async function bundle() {
  const dashboard = await buildParts(['main.tsx', 'dashboard.css', 'icon.svg'], { splitting: true });
  const others = await buildParts(['graphiql.tsx', 'graphiql.css', 'docs.tsx', 'docs.css'], {});
  return [...dashboard, ...others];
}

/** The pages read Markdown and render it themselves: the renderer of `marked`, which is its second half, is left out. */
const lexerAlone = {
  name: 'lexer-alone',
  setup({ onLoad }) {
    onLoad({ filter: /marked[\\/]lib[\\/]marked\.esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const lexer = /(?<name>\w+) as Lexer,/.exec(source)?.groups?.name;
      const [kept, ...rest] = source.split(/var \w+=class\{options;parser;/);
      if (!lexer || rest.length !== 1) throw new Error('This version of marked is built in another way.');
      return { contents: `${kept}export{${lexer} as Lexer};` };
    });
  },
};

/** GraphQL needs one space where the sources have line breaks. */
const compactDocuments = {
  name: 'compact-documents',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]web[\\/]documents[\\/][\w-]+\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      return { contents: source.replace(/`[^`]*`/g, (text) => text.replace(/\s+/g, ' ')), loader: 'ts' };
    });
  },
};

async function buildParts(entries, options) {
  const { build } = await import('esbuild');
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((name) => join(sources, name)),
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    // Children as arguments take four kilobytes less than in a property.
    tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    inject: [join(root, 'scripts/jsx-factory.mjs')],
    loader: { '.svg': 'copy' },
    legalComments: 'eof',
    metafile: true,
    logLevel: 'warning',
    write: false,
    plugins: [lexerAlone, compactDocuments],
    ...options,
  });
  const contents = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  return Object.entries(metafile.outputs).map(([path, { inputs, entryPoint, imports }]) => {
    const name = basename(path);
    const needs = imports.filter(({ kind }) => kind === 'import-statement').map((each) => basename(each.path));
    return {
      source: basename(entryPoint ?? Object.keys(inputs)[0] ?? name),
      name,
      contents: contents.get(name),
      needs,
    };
  });
}

/** GraphiQL as its package ships it, in files of its own where the package would put all of it into one page. */
async function readGraphiql() {
  const shipped = join(root, 'node_modules/@graphql-yoga/render-graphiql/esm/graphiql.js');
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await import(pathToFileURL(shipped).href);
  const files = {
    'bundle.js': js,
    'bundle.css': css,
    'editor.worker.js': editorWorkerService,
    'json.worker.js': jsonWorker,
    'graphql.worker.js': graphqlWorker,
  };
  return Object.entries(files).map(([source, text]) => {
    const contents = Buffer.from(text);
    return { source, name: source.replace(/\.(js|css)$/, `-${hashOf(contents).slice(0, 8)}.$1`), contents };
  });
}

/** From here on brotli's best takes seconds, and its next best sends little more. */
const largeBytes = 300_000;

const coders = {
  br: {
    ending: '.br',
    code: (contents) => {
      const quality = contents.length > largeBytes ? 9 : constants.BROTLI_MAX_QUALITY;
      return promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    },
  },
  gzip: { ending: '.gz', code: (contents) => promisify(gzip)(contents, { level: 9 }) },
};

function codedNames(name) {
  return Object.values(coders).map(({ ending }) => name + ending);
}

/** A file and its compressed forms. The name of a part says its content: one that is there already stays. */
async function write(name, contents) {
  const isNamedByContent = name.startsWith('assets/');
  const forms = [{ ending: '', code: (bytes) => bytes }, ...Object.values(coders)];
  for (const { ending, code } of forms) {
    if (isNamedByContent && existsSync(join(made, name + ending))) continue;
    put(name + ending, await code(contents));
  }
}

/** Puts a file in place whole. */
function put(name, contents) {
  const part = join(made, `${name}.${process.pid}`);
  writeFileSync(part, contents);
  renameSync(part, join(made, name));
}

function removeOthers(kept) {
  for (const folder of ['', 'assets/']) {
    for (const entry of readdirSync(join(made, folder), { withFileTypes: true })) {
      const isBeingWritten = /\.\d+$/.test(entry.name);
      if (entry.isFile() && !isBeingWritten && !kept.has(folder + entry.name))
        rmSync(join(made, folder, entry.name), { force: true });
    }
  }
}

function hashOf(contents) {
  return createHash('sha256').update(contents).digest('hex').slice(0, 32);
}

function assetOf(names, source) {
  const name = names.get(source);
  if (!name) throw new Error(`A page names ${source}, which is not built.`);
  return name;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWeb();
