// Holds the rule that a name is exported only where another file imports it.

import { describe, expect, it } from 'vitest';
import { readFiles, unusedExports } from './support/exports.js';

describe('the exports', () => {
  it('are those that another file imports', () => {
    expect(unusedExports(readFiles(['src', 'test', 'scripts', 'bench', 'examples']))).toEqual([]);
  });

  it('are found wherever they stand', () => {
    const files = [
      {
        path: 'src/a/a.ts',
        text: 'export const one = 1;\nexport let two = 2;\nexport async function* three() {}\nexport type Four = 4;\n',
      },
      {
        path: 'src/b.tsx',
        text: 'export abstract class B {}\nexport interface C {}\nnamespace N {\n  export type T = 1;\n}\n',
      },
      {
        path: 'src/c.ts',
        text: "import type { C as D } from './b.js';\nimport {\n  one as first,\n  type Other,\n  two,\n} from './a/a.js';\n",
      },
      { path: 'src/d.ts', text: 'export const whole = 1;\n' },
      { path: 'test/d.test.ts', text: "const { three } = await import('../src/a/a.js');\nexport const own = 1;\n" },
      { path: 'test/e.test.ts', text: "import * as b from '../src/b.js';\nexport { whole } from '../src/d.js';\n" },
    ];
    expect(unusedExports(files)).toEqual([]);
    expect(unusedExports(files.slice(0, 5))).toEqual(['src/b.tsx B', 'src/d.ts whole']);
    expect(unusedExports(files.slice(0, 4))).toEqual([
      'src/a/a.ts three',
      'src/a/a.ts Four',
      'src/b.tsx B',
      'src/d.ts whole',
    ]);
  });
});
