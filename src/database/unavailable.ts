// Tells "the database cannot be reached right now" from every other failure, whichever layer wrapped it.

import { AppError } from '../errors.js';

/** A node of a cluster does not answer, and what was asked for is there. */
export class NodeUnavailable extends AppError {
  constructor(options: { readonly cause?: unknown } = {}) {
    super('unavailable', 'The data of this brand cannot be reached right now. Try again in a moment.', {
      headers: { 'Retry-After': '2' },
      ...options,
    });
  }
}

/** Socket failures, SQLSTATEs (shutting down, crashed, starting, dropped, idle too long, too many connections), and what Prisma and its adapter call these. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P02', '57P03', '57P04', '57P05', '53300'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'],
]);

/** The SQLSTATEs of a connection that failed. */
const connectionException = /^08[0-9A-Z]{3}$/;

/** What pg says where there is no code, at the start of a line, because Prisma sets lines of its own above. */
const message = new RegExp(
  [
    '^timeout exceeded when trying to connect',
    '^timeout expired',
    '^Query read timeout',
    '^Connection terminated',
    '^Client has encountered a connection error',
    '^Client was closed',
    '^Cannot use a pool after calling end',
    // A standby that must replay what a statement stands in the way of ends that statement.
    '^(canceling statement|terminating connection) due to conflict with recovery',
    // What the coordinator of a cluster says of a worker whose connection breaks: libpq's words, without a code of their own.
    '^server closed the connection unexpectedly',
    '^could not (receive data from|send data to) server',
    '^connection not open',
    '^no connection to the server',
    '^SSL (SYSCALL error|connection has been closed unexpectedly)',
    '^failed to COPY to shard \\d+ on ',
    '^failure on connection marked as essential',
    '^could not find any healthy placement for shard',
    // A Unix socket that is gone, one whose backlog is full, and none left to open; the same codes of files mean something else.
    '^connect (ENOENT|EAGAIN|EMFILE|ENFILE) ',
  ].join('|'),
  'm',
);

/**
 * Whether `error` means that the database cannot be reached or takes no more connections: the same question may succeed
 * later. A statement that ran too long (57014) is not of this kind.
 */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some(
    (each) =>
      each instanceof NodeUnavailable ||
      [each.code, each.kind].some(isCode) ||
      (typeof each.message === 'string' && message.test(each.message)),
  );
}

/** What a connection ends with that nobody accepted: no host of this name, nothing that listens there, no way to it. */
const refusals = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
]);

/** The SQLSTATEs of a role, a password or a database that a server does not accept. */
const notAccepted = /^(28|3D)[0-9A-Z]{3}$/;

/** Whether the address of the database may be wrong: nothing there accepts a connection, or not this one. */
export function isRefused(error: unknown): boolean {
  const isOne = (code: unknown) => typeof code === 'string' && (refusals.has(code) || notAccepted.test(code));
  return isUnavailable(error) && causesOf(error).some(({ code }) => isOne(code));
}

/** Whether a statement was ended by its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === '57014');
}

function isCode(code: unknown): boolean {
  return typeof code === 'string' && (codes.has(code) || connectionException.test(code));
}

/** The fields that pg, node, Prisma and AggregateError give their reasons in. */
interface Failure {
  readonly code?: unknown;
  /** Of an error that Prisma's adapter recognised, in place of a code. */
  readonly kind?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

/** `error` and all that it wraps, the outermost first. */
export function causesOf(error: unknown, depth = 8): readonly Failure[] {
  if (typeof error !== 'object' || error === null || depth === 0) return [];
  const failure: Failure = error;
  const inner = Array.isArray(failure.errors) ? failure.errors : [];
  const wrapped = [failure.cause, failure.meta?.driverAdapterError, ...inner];
  return [failure, ...wrapped.flatMap((each) => causesOf(each, depth - 1))];
}
