// Tells "the database cannot be reached right now" from every other failure, whichever layer wrapped it.

/** Socket failures, SQLSTATEs (refused, shutting down, crashed, starting, full) and Prisma's codes for the same. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P02', '57P03', '57P05', '53300'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'],
]);

/** What pg says without a code. */
const messages = [
  /^timeout exceeded when trying to connect/,
  /^timeout expired/,
  /^Connection terminated/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
  /^Cannot use a pool after calling end/,
];

/**
 * Whether `error` means that the database cannot be reached or takes no more connections: the same question may succeed
 * later. A statement that ran too long (57014) is not of this kind.
 */
export function isUnavailable(error: unknown): boolean {
  return within(error, 8);
}

function within(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  const failure: Failure = error;
  if (typeof failure.code === 'string' && isCode(failure.code, failure)) return true;
  if (typeof failure.message === 'string' && messages.some((message) => message.test(String(failure.message)))) {
    return true;
  }
  const inner = Array.isArray(failure.errors) ? failure.errors : [];
  return [failure.cause, failure.meta?.driverAdapterError, ...inner].some((each) => within(each, depth - 1));
}

/** The fields that pg, node, Prisma and AggregateError tell their reasons in. */
interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

function isCode(code: string, { syscall }: Failure): boolean {
  // A Unix socket that is gone is ENOENT, and one whose backlog is full EAGAIN; the same codes of files mean something else.
  return codes.has(code) || /^08[0-9A-Z]{3}$/.test(code) || (syscall === 'connect' && /^(ENOENT|EAGAIN)$/.test(code));
}
