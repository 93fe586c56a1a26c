// The statements that tests themselves send on a pool which the program uses too, as distinct from the program's.

import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const tests = fileURLToPath(new URL('../../', import.meta.url));

/** The texts of what test files send on `pool` from now on. */
export function recordOwnStatements(pool: pg.Pool): ReadonlySet<string> {
  const own = new Set<string>();
  watchCalls(pool, own);
  pool.on('connect', (client) => watchCalls(client, own));
  return own;
}

function watchCalls(target: pg.Pool | pg.PoolClient, own: Set<string>): void {
  const query = target.query.bind(target) as (...args: readonly unknown[]) => unknown;
  const watched = (...args: readonly unknown[]): unknown => {
    const text = textOf(args[0]);
    if (!own.has(text) && isCalledByTest(watched)) own.add(text);
    return query(...args);
  };
  target.query = watched as typeof target.query; // safe because it hands everything on, whichever overload was called
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/** Whether the function was called right from a file of the tests. */
function isCalledByTest(called: (...args: readonly unknown[]) => unknown): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    const place: { stack?: unknown } = {};
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = (_, [caller]) => caller?.getFileName() ?? '';
    Error.captureStackTrace(place, called);
    return String(place.stack).replace('file://', '').startsWith(tests);
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}
