// The house rules that a machine can hold: who may import whom, where SQL and the environment may be touched, how long a file may be.

import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roomOf, speaksSql, wrongImports, wrongImportsWithin } from './support/arrows.js';
import { readFiles } from './support/exports.js';
import { circlesOf, readSources, type Source } from './support/sources.js';

const maxLines = 250;
const maxFilesInAFolder = 15;

const sources = readSources();

describe('the house', () => {
  it('has sources to look at', () => {
    expect(sources.length).toBeGreaterThan(5);
  });

  it('imports only along the arrows', () => {
    expect(sources.flatMap(wrongImports)).toEqual([]);
  });

  it('imports only along the arrows within a room', () => {
    expect(sources.flatMap(wrongImportsWithin)).toEqual([]);
  });

  it('has no circle of files that import each other', () => {
    expect(circlesOf(sources)).toEqual([]);
  });

  it(`has at most ${maxFilesInAFolder} files in a folder`, () => {
    const files = new Map<string, number>();
    for (const { path } of sources) files.set(posix.dirname(path), (files.get(posix.dirname(path)) ?? 0) + 1);
    const long = [...files].filter(([, count]) => count > maxFilesInAFolder);
    expect(long).toEqual([]);
  });

  it('imports its own files by their own name, with .js', () => {
    expect(sources.flatMap(misspelledImports)).toEqual([]);
  });

  it('reads the environment in main and config alone, and hands the search path on to PostgreSQL', () => {
    expect(offenders(['main', 'config'], (access) => access === 'process.env')).toEqual([
      'database/embedded/cluster.ts',
    ]);
    expect(offenders(['main', 'config'], (access) => /^process\.env\.(?!PATH$)/.test(access))).toEqual([]);
  });

  it('ends the process in main alone', () => {
    expect(offenders(['main'], (access) => access === 'process.exit')).toEqual([]);
  });

  it('speaks SQL only in the rooms that may', () => {
    expect(sources.filter(speaksSql).map(({ path }) => path)).toEqual([]);
  });

  it(`keeps every file within ${maxLines} lines`, () => {
    const files = readFiles(['src', 'test', 'scripts', 'bench']);
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > maxLines);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('names files in kebab case and has an index only where one assembles', () => {
    const odd = sources.filter(({ path }) => {
      if (path.endsWith('/index.ts')) return !['schema/index.ts', 'loaders/index.ts'].includes(path);
      return !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(path);
    });
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('opens every file with a comment that says what it promises', () => {
    expect(sources.filter(({ text }) => !/^(\/\/|\/\*\*)/.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

function misspelledImports({ path, imports }: Source): readonly string[] {
  return imports
    .filter(({ isOwn, specifier }) => isOwn && !/\.(js|json)$/.test(specifier))
    .map(({ specifier }) => `${path} imports ${specifier}`);
}

function offenders(rooms: readonly string[], isMeant: (access: string) => boolean): readonly string[] {
  return sources
    .filter(({ path, accesses }) => !rooms.includes(roomOf(path)) && accesses.some(isMeant))
    .map(({ path }) => path);
}
