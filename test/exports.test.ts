// Holds the rule that a name is exported only where another file imports it.

import { describe, expect, it } from 'vitest';
import { readFiles, unusedExports } from './support/exports.js';

describe('the exports', () => {
  it('are those that another file imports', () => {
    expect(unusedExports(readFiles(['src', 'test', 'scripts', 'bench', 'examples']))).toEqual([]);
  });

  it('are found wherever they stand', () => {
    const files = [
      { path: 'src/a/a.ts', text: 'export const one = 1, two = 2; export function three() {} export type Four = 4;' },
      { path: 'src/b.tsx', text: 'export class B {} export interface C {}' },
      { path: 'src/c.ts', text: "import { two } from './a/a.js'; import type { C as D } from './b.js';" },
      { path: 'src/d.ts', text: 'export const whole = 1;' },
      { path: 'test/d.test.ts', text: "const { three } = await import('../src/a/a.js'); export const own = 1;" },
    ];
    expect(unusedExports(files)).toEqual(['src/b.tsx B', 'src/d.ts whole']);
    expect(unusedExports(files.slice(0, 3))).toEqual([
      'src/a/a.ts one',
      'src/a/a.ts three',
      'src/a/a.ts Four',
      'src/b.tsx B',
    ]);
  });
});
