// Watches every statement of a connection, Prisma's and `begin` and `commit` included: its text before it is sent, and afterwards
// how long it took and what it copied out.

import { Readable, Writable } from 'node:stream';
import type pg from 'pg';

/** What a statement took. */
export interface Statement {
  /** From being sent to its last row, in milliseconds. */
  readonly ms: number;
  /** What COPY sent us; 0 for other statements. */
  readonly copiedRows: number;
  readonly copiedBytes: number;
}

/** A callback that is called in the asynchronous context in which it was bound. */
export type Bind = <Args extends readonly unknown[]>(callback: (...args: Args) => void) => (...args: Args) => void;

export interface Watcher {
  /** Called with the text of every statement before it is sent. */
  readonly onQuery?: ((sql: string) => void) | undefined;
  /** Called with every statement that has ended, whether it succeeded or failed. */
  readonly onStatement?: ((statement: Statement) => void) | undefined;
  /** Called with the text of every statement before it is sent. What it returns is called when the statement has ended, with its error. */
  readonly onBegin?: ((sql: string) => ((error?: unknown) => void) | null) | undefined;
  /** Applied to callbacks that wait for a connection, so that `onBegin` is called in the context of whoever sent the statement. */
  readonly bind?: Bind | undefined;
}

/** Reports every statement of `client`. */
export function watch(client: pg.PoolClient, { onQuery, onStatement, onBegin }: Watcher): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  const watched = (...args: readonly unknown[]): unknown => {
    const sql = textOf(args[0]);
    onQuery?.(sql);
    const ended = onBegin?.(sql);
    if (!onStatement && !ended) return query(...args);
    const started = performance.now();
    const end: End = (error, copiedRows = 0, copiedBytes = 0) => {
      onStatement?.({ ms: performance.now() - started, copiedRows, copiedBytes });
      ended?.(error);
    };
    const last = args.at(-1);
    // safe because a callback is called with what came of the query, whatever that is
    if (typeof last === 'function') return query(...args.slice(0, -1), calling(last as () => unknown, end));
    const result = query(...args);
    if (result instanceof Promise) result.then(() => end(null), end);
    else if (result instanceof Readable) whenRead(result, end);
    else if (result instanceof Writable) whenWritten(result, end);
    return result;
  };
  client.query = watched as typeof client.query; // safe because it hands everything on, whichever overload was called
}

type End = (error: unknown, copiedRows?: number, copiedBytes?: number) => void;

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return '';
}

/** The pool's own queries come with a callback. */
function calling(callback: (...outcome: readonly unknown[]) => unknown, end: End) {
  return (...outcome: readonly unknown[]): unknown => {
    end(outcome[0]);
    return callback(...outcome);
  };
}

/** A stream must not be listened to for its data before its reader does, so what it is given to read is counted instead. */
function whenRead(stream: Readable & { readonly rowCount?: number }, end: End): void {
  let bytes = 0;
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) bytes += chunk.length;
    return push(chunk, encoding);
  };
  stream.once('close', () => end(stream.errored, stream.rowCount ?? 0, bytes));
}

function whenWritten(stream: Writable, end: End): void {
  stream.once('close', () => end(stream.errored));
}
