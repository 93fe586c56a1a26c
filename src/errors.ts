// The one error class and the closed set of codes. `server/` turns codes into answers; everything else only throws.

/** Every code an answer can carry, with its HTTP status. */
export const statusOf = {
  validation_error: 400,
  query_too_complex: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** One thing wrong with the input: the argument or record field at fault, and a sentence that says what would be right. */
export interface Fault {
  readonly field: string | null;
  readonly message: string;
}

interface AppErrorOptions {
  readonly faults?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that the caller is meant to read. Anything else that is thrown is a bug and is masked. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.faults = options.faults ?? [];
    this.headers = options.headers ?? {};
  }
}

/** An error for a request that may succeed when repeated. */
export function unavailable(message: string, headers: AppError['headers'] = {}): AppError {
  return new AppError('unavailable', message, { headers: { 'Retry-After': '2', ...headers } });
}

/** Whether `error` is one of the system or of PostgreSQL with one of `codes`, such as ENOENT. */
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** A `validation_error` that reports all faults of one request together. Faults must not be empty. */
export function invalid(faults: readonly Fault[]): AppError {
  return new AppError('validation_error', faults.map((fault) => fault.message).join(' '), { faults });
}

/** What `thrown` says, which may be no error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
