// The readers that hold the house in order find what they look for.

import { describe, expect, it } from 'vitest';
import { speaksSql, wrongImports, wrongImportsWithin } from './support/arrows.js';
import { circlesOf, parseSource } from './support/sources.js';

describe('the reader of sources', () => {
  it('tells types from values', () => {
    const text = `import type { A } from '../domain/a.js';
      import { type B } from './b.js';
      import { C, type D } from '../server/c.js';
      export * from '../tiles/e.js';
      const late = () => import('pg/lib');`;
    const found = parseSource('cli/x.ts', text).imports.map(({ target, isTypeOnly }) => [target, isTypeOnly]);
    expect(found).toEqual([
      ['domain/a.ts', true],
      ['cli/b.ts', true],
      ['server/c.ts', false],
      ['tiles/e.ts', false],
      ['pg', false],
    ]);
  });

  it('finds an import against the arrows', () => {
    expect(wrongImports(parseSource('domain/x.ts', "import { a } from '../tiles/a.js';"))).toHaveLength(1);
    expect(wrongImports(parseSource('schema/x.ts', "import { a } from '../database/a.js';"))).toHaveLength(1);
    expect(wrongImports(parseSource('schema/x.ts', "import type { A } from '../database/a.js';"))).toEqual([]);
    expect(wrongImports(parseSource('attic/x.ts', ''))).toHaveLength(1);
  });

  it('finds an import against the arrows within a room', () => {
    const wrong = (path: string, text: string) => wrongImportsWithin(parseSource(path, text));
    expect(wrong('tiles/answer/x.ts', "import { a } from '../roll/a.js';")).toHaveLength(1);
    expect(wrong('tiles/packed/x.ts', "import { a } from '../check.js';")).toHaveLength(1);
    expect(wrong('tiles/check.ts', "import { a } from './roll/a.js';")).toEqual([]);
    expect(wrong('tiles/attic/x.ts', '')).toHaveLength(1);
    expect(wrong('server/context/x.ts', "import { a } from '../cost/a.js';")).toHaveLength(1);
    expect(wrong('server/context/x.ts', "import type { A } from '../cost/a.js';")).toEqual([]);
  });

  it('finds a circle, however long', () => {
    const files = { 'a/a.ts': './b.js', 'a/b.ts': '../c/c.js', 'c/c.ts': '../a/a.js', 'c/d.ts': '../a/a.js' };
    const found = Object.entries(files).map(([path, target]) => parseSource(path, `import '${target}';`));
    expect(circlesOf(found)).toEqual([['a/a.ts', 'a/b.ts', 'c/c.ts']]);
    expect(circlesOf(found.slice(1))).toEqual([]);
  });

  it('finds SQL in the wrong room', () => {
    const text = 'export const rows = (db) => db.pool.query("select 1");';
    expect(speaksSql(parseSource('server/x.ts', text))).toBe(true);
    expect(speaksSql(parseSource('tiles/x.ts', text))).toBe(false);
  });
});
