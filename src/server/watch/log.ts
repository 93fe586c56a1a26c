// The log: one JSON object a line on standard output. It never holds a key, an answer or a variable; of an error it takes what says where
// it comes from, not the rows and parameters that drivers attach.

import { type DestinationStream, type Logger, pino } from 'pino';

const deepest = 5;

/** A log that leaves out what is less than `level`. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: (error: unknown) => tellError(error) } };
  return destination ? pino(options, destination) : pino(options);
}

function tellError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const inner = cause !== undefined && depth < deepest ? { cause: tellError(cause, depth + 1) } : {};
  return { type: name, message, ...code, stack, ...inner };
}
