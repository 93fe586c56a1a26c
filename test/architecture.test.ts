// The house rules that a machine can hold: who may import whom, where SQL and the environment may be touched, how long a file may be.

import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, parseSource, readSources, type Source } from './support/sources.js';

const everyRoom = [
  'database',
  'domain',
  'auth',
  'tiles',
  'runs',
  'recording',
  'loaders',
  'schema',
  'server',
  'tracing',
];

/** The rooms of `src/` and what each may import besides itself, `errors`, `root` and types of `config`. A file beside the rooms is one itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  config: [],
  errors: [],
  root: [],
  domain: [],
  tracing: [],
  database: ['generated'],
  distribution: ['database'],
  // The statement that a request opens with reads its key and the version of its subject.
  auth: ['database', 'tiles'],
  tiles: ['database', 'domain'],
  runs: ['database', 'domain', 'tiles'],
  recording: ['database', 'domain', 'tiles'],
  loaders: ['database', 'domain', 'tiles', 'runs'],
  schema: ['auth', 'domain', 'loaders'],
  // The cost of a document counts days and bytes as the answer does.
  server: ['auth', 'database', 'domain', 'loaders', 'schema'],
  app: everyRoom,
  cli: ['app', 'auth', 'config', 'database', 'distribution', 'domain', 'recording', 'tiles'],
  main: ['cli', 'config'],
  web: [],
};

/** What a room may import as types only. */
const mayImportTypes: Readonly<Record<string, readonly string[]>> = {
  schema: ['database'],
  loaders: ['generated'],
  server: ['tracing'],
};

/**
 * The rooms within a room and what each may import of their own room. A file that is not listed stands on top of its room: it may import all
 * rooms in it, and none of them imports it.
 */
const mayImportWithin: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  tiles: {
    packed: ['layout'],
    stored: ['layout', 'packed'],
    cells: ['packed', 'stored'],
    plain: [],
    kept: [],
    answer: ['layout', 'packed', 'stored', 'cells', 'plain', 'kept'],
    lists: ['packed', 'stored', 'cells', 'plain', 'answer'],
    roll: ['layout', 'packed', 'stored', 'cells'],
  },
  database: {
    citus: ['coalesce', 'postgres', 'unavailable'],
    connection: ['watched'],
    copy: [],
    embedded: [],
    replica: ['migrate', 'postgres', 'state', 'unavailable'],
  },
  recording: {
    input: [],
    prepare: ['input'],
    admit: ['prepare'],
    write: ['prepare', 'admit'],
    export: ['prepare'],
    import: ['prepare'],
  },
  schema: {
    builder: [],
    arguments: ['builder'],
    loading: ['builder', 'arguments'],
    metrics: ['builder', 'arguments', 'loading'],
    lists: ['builder', 'arguments', 'loading', 'metrics'],
    runs: ['builder', 'arguments', 'loading', 'metrics', 'lists'],
    entities: ['builder', 'arguments', 'loading', 'metrics', 'lists'],
  },
  server: {
    cost: [],
    exchange: [],
    transport: ['exchange'],
    answers: ['exchange'],
    graphql: ['answers', 'cost', 'exchange'],
    rest: ['answers', 'exchange', 'graphql'],
    pages: ['answers', 'exchange', 'rest'],
    openapi: ['exchange', 'rest', 'pages'],
    mcp: ['exchange', 'rest', 'openapi'],
    watch: ['exchange'],
  },
};

/** What a room within a room may import of its own room as types only. */
const mayImportTypesWithin: Readonly<Record<string, readonly string[]>> = {
  'server/exchange': ['cost', 'graphql'],
  'server/transport': ['router'],
  'server/watch': ['answers', 'cost'],
};

const sqlRooms = new Set(['tiles', 'runs', 'recording', 'auth', 'database', 'distribution']);
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
    const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > maxLines);
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
    expect(wrong('server/exchange/x.ts', "import { a } from '../cost/a.js';")).toHaveLength(1);
    expect(wrong('server/exchange/x.ts', "import type { A } from '../cost/a.js';")).toEqual([]);
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

function roomOf(path: string): string {
  return path.split('/')[0]?.replace(/\.tsx?$/, '') ?? path;
}

function wrongImports({ path, imports }: Source): readonly string[] {
  const room = roomOf(path);
  const allowed = mayImport[room];
  if (!allowed) return [`${path} lies in a room that the table does not know`];
  return imports
    .filter(({ isOwn }) => isOwn)
    .filter(({ target, isTypeOnly }) => {
      const other = roomOf(target);
      if (other === room || other === 'errors' || other === 'root' || allowed.includes(other)) return false;
      return !(isTypeOnly && (other === 'config' || mayImportTypes[room]?.includes(other)));
    })
    .map(({ target, isTypeOnly }) => `${path} imports ${isTypeOnly ? 'types of ' : ''}${target}`);
}

function wrongImportsWithin({ path, imports }: Source): readonly string[] {
  const room = roomOf(path);
  const within = mayImportWithin[room];
  if (!within) return [];
  const own = placeOf(path);
  const isNested = path.split('/').length > 2;
  if (isNested && !within[own]) return [`${path} lies in a room that the table does not know`];
  if (!isNested) return [];
  const types = mayImportTypesWithin[`${room}/${own}`] ?? [];
  return imports
    .filter(({ isOwn, target }) => isOwn && roomOf(target) === room && placeOf(target) !== own)
    .filter(({ target, isTypeOnly }) => {
      const other = placeOf(target);
      return !within[own]?.includes(other) && !(isTypeOnly && types.includes(other));
    })
    .map(({ target, isTypeOnly }) => `${path} imports ${isTypeOnly ? 'types of ' : ''}${target}`);
}

/** The room within its room in which a file lies, or the file itself where it lies in none. */
function placeOf(path: string): string {
  return path.split('/')[1]?.replace(/\.tsx?$/, '') ?? path;
}

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

/** Prisma's own methods for entities are fine anywhere that a database may be; raw statements and the driver are not. */
function speaksSql({ path, accesses, imports }: Source): boolean {
  if (sqlRooms.has(roomOf(path))) return false;
  const raw = accesses.some((access) => /\.(query|\$(queryRaw|executeRaw)(Unsafe)?)$/.test(access));
  return raw || imports.some(({ target }) => target === 'pg' || target === 'pg-copy-streams');
}
