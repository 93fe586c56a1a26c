// The size limit of one response, in units of about one value each. Code that learns how much a response will contain charges for it.

import { AppError, unavailable } from '../errors.js';

/** Up to this many bytes in UTF-8, a text costs only the unit of its field, and one more unit for each further multiple. */
export const textUnitBytes = 64;

/** Maximum bytes of a response per unit: a key, and a text of which JSON escapes every byte as `\u0001`. */
export const maxBytesPerUnit = 512;

export interface Budget {
  /** Adds units to the cost of the response. Throws `query_too_complex` if that exceeds the limit, and `unavailable` if memory is short. */
  readonly charge: (units: number) => void;
  /** Bytes of text that can still be read. */
  readonly remainingBytes: () => number;
  /** Maximum bytes of the response. */
  readonly maxAnswerBytes: number;
}

/** Charges bytes that were found to exceed `remainingBytes`. Throws `unavailable` if they fit by now. */
export function refuse(budget: Budget, bytes: number): never {
  budget.charge(Math.ceil(bytes / textUnitBytes));
  if (bytes > budget.maxAnswerBytes) throw answerTooLong(bytes, budget.maxAnswerBytes);
  throw unavailable('Too many responses are waiting to be sent. Try again in a moment.');
}

/** The error for a response that has, or would have, too many bytes. */
export function answerTooLong(bytes: number, limit: number): AppError {
  const [has, most] = [bytes, limit].map((each) => each.toLocaleString('en-US'));
  const message = `The answer has ${has} bytes, and the limit is ${most}: select fewer fields, shorter lists or fewer texts.`;
  return new AppError('query_too_complex', message);
}

/** The cost of a text in addition to the unit of its field. */
export function unitsOfText(text: string): number {
  // A code unit is at most 3 bytes in UTF-8.
  return text.length * 3 < textUnitBytes ? 0 : Math.floor(Buffer.byteLength(text) / textUnitBytes);
}

/** A budget without a limit, for reads that no request caused. */
export const unlimited: Budget = {
  charge: () => {},
  remainingBytes: () => Number.MAX_SAFE_INTEGER,
  maxAnswerBytes: Number.MAX_SAFE_INTEGER,
};
