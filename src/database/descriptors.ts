// Recognizes that the process, or the PostgreSQL that it starts, may open too few files, and says what to raise.

import { causesOf } from './unavailable.js';

/** A message for the operator; it fits what the server opens by default: `MAX_CONNECTIONS`, the pool, and its files. */
export const descriptorAdvice =
  'Too few file descriptors: raise the limit of open files to 4096 or more (ulimit -n 4096, or LimitNOFILE=4096 in a systemd unit).';

const message = /\b(EMFILE|ENFILE)\b|too many open files|insufficient file descriptors/i;

/** Whether `error`, or what caused it, is a lack of file descriptors. */
export function lacksDescriptors(error: unknown): boolean {
  return causesOf(error).some(({ message: text }) => typeof text === 'string' && message.test(text));
}
