// Who may import whom and who may speak SQL: the rooms of `src/`, and the rooms within them.

import type { Source } from './sources.js';

const everyRoom = [
  ...['database', 'domain', 'auth', 'tiles', 'runs', 'recording', 'loaders', 'schema', 'server', 'tracing'],
];

/** The rooms of `src/` and what each may import besides itself, `errors`, `root` and types of `config`. A file beside the rooms is one itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  config: [],
  errors: [],
  root: [],
  thread: [],
  once: [],
  'limits-by-key': [],
  'own-value': [],
  stop: [],
  domain: [],
  tracing: [],
  // Which prompts name the brand is decided wherever a database is opened.
  database: ['domain', 'generated', 'limits-by-key', 'once', 'stop'],
  distribution: ['database'],
  // The statement that a request opens with reads its key and the version of its subject.
  auth: ['database', 'tiles'],
  tiles: ['database', 'domain', 'thread'],
  runs: ['database', 'domain', 'tiles'],
  recording: ['database', 'domain', 'own-value', 'thread', 'tiles'],
  notify: ['database', 'domain', 'tiles'],
  loaders: ['database', 'domain', 'tiles', 'runs'],
  schema: ['auth', 'domain', 'loaders'],
  // The cost of a document counts days and bytes as the answer does.
  // Records come in over HTTP as well.
  server: [
    'auth',
    'database',
    'domain',
    'limits-by-key',
    'loaders',
    'once',
    'own-value',
    'recording',
    'schema',
    'stop',
    'thread',
  ],
  app: [...everyRoom, 'thread'],
  cli: ['app', 'auth', 'config', 'database', 'distribution', 'domain', 'notify', 'recording', 'tiles'],
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
    scan: ['layout', 'packed', 'stored', 'cells', 'plain', 'kept'],
    accumulate: ['layout', 'packed', 'kept', 'scan'],
    answer: ['layout', 'packed', 'stored', 'plain', 'kept', 'scan', 'accumulate'],
    lists: ['packed', 'stored', 'cells', 'kept', 'scan', 'answer'],
    breakdowns: ['stored', 'plain', 'kept', 'scan', 'answer', 'lists'],
    // Which tags and markets there are is looked up as breakdowns do it.
    signals: ['scan', 'answer', 'lists', 'breakdowns'],
    roll: ['layout', 'packed', 'stored', 'cells'],
  },
  database: {
    citus: ['coalesce', 'in-time', 'postgres', 'unavailable'],
    connection: ['in-time', 'watched'],
    copy: [],
    derived: [],
    embedded: [],
    replica: ['in-time', 'migrate', 'postgres', 'state', 'unavailable'],
  },
  recording: {
    input: [],
    prepare: ['input'],
    admit: ['prepare'],
    write: ['prepare', 'admit'],
    delete: ['prepare', 'admit', 'write'],
    export: ['prepare'],
    import: ['input', 'prepare', 'admit', 'write'],
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
    context: [],
    transport: ['context'],
    answers: ['context'],
    graphql: ['answers', 'cost', 'context'],
    rest: ['answers', 'context', 'graphql'],
    pages: ['answers', 'context', 'rest'],
    openapi: ['context', 'rest', 'pages'],
    mcp: ['context', 'rest', 'openapi'],
    records: ['context', 'cost'],
    session: ['context'],
    readers: ['answers', 'context', 'cost', 'rest', 'transport'],
    watch: ['context'],
  },
};

/** What a room within a room may import of its own room as types only. */
const mayImportTypesWithin: Readonly<Record<string, readonly string[]>> = {
  'server/context': ['cost', 'graphql'],
  'server/transport': ['router'],
  'server/watch': ['answers', 'cost'],
  'server/readers': ['graphql', 'reading', 'watch'],
};

/** The room of a file below `src/`: its first folder, or the file itself. */
export function roomOf(path: string): string {
  return path.split('/')[0]?.replace(/\.tsx?$/, '') ?? path;
}

/** The imports of a file that the table of rooms does not allow. */
export function wrongImports({ path, imports }: Source): readonly string[] {
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

/** The imports of a file, within its room, that the table of that room does not allow. */
export function wrongImportsWithin({ path, imports }: Source): readonly string[] {
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

const sqlRooms = new Set(['tiles', 'runs', 'recording', 'notify', 'auth', 'database', 'distribution']);

/** Prisma's own methods for entities are fine anywhere that a database may be; raw statements and the driver are not. */
export function speaksSql({ path, accesses, imports }: Source): boolean {
  if (sqlRooms.has(roomOf(path))) return false;
  const raw = accesses.some((access) => /\.(query|\$(queryRaw|executeRaw)(Unsafe)?)$/.test(access));
  return raw || imports.some(({ target }) => target === 'pg' || target === 'pg-copy-streams');
}
