// The road of a request as docs/design.md describes it: files that exist, each reached from the one before, from the socket to SQL.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources, type Source } from './support/sources.js';

const sources = new Map(readSources().map((source) => [source.path, source]));
const design = readFileSync('docs/design.md', 'utf8');
const chapter = design.slice(design.indexOf('## The road of a request')).split('\n## ')[0] ?? '';
const spine = [...chapter.matchAll(/^\d+\. `([^`]+)`:/gm)].map(([, path = '']) => path);

/** The files that a file imports, as values or as types, and those that these import in turn. */
function reachedFrom(path: string, seen = new Set<string>()): ReadonlySet<string> {
  const source: Source | undefined = sources.get(path);
  for (const { target, isOwn } of source?.imports ?? []) {
    if (!isOwn || seen.has(target)) continue;
    seen.add(target);
    reachedFrom(target, seen);
  }
  return seen;
}

describe('the road of a request', () => {
  it('is described in docs/design.md, and passes at most eight files', () => {
    expect(spine.length).toBeGreaterThan(4);
    expect(spine.length).toBeLessThanOrEqual(8);
    expect(spine.filter((path) => !sources.has(path))).toEqual([]);
  });

  it('begins at the socket and ends at the tiles', () => {
    expect(sources.get(spine[0] ?? '')?.text).toContain('createServer(');
    expect(sources.get(spine.at(-1) ?? '')?.text).toContain('streamRows(');
  });

  it('leads from each file to the next', () => {
    const gaps = spine.slice(1).filter((path, index) => {
      // The schema reaches the loaders through the context that the engine gives it.
      const before = spine[index] ?? '';
      return !reachedFrom(before).has(path) && !reachedFrom('app.ts').has(path);
    });
    expect(gaps).toEqual([]);
    expect(reachedFrom('server/router.ts').has('server/paths.ts')).toBe(true);
  });
});
