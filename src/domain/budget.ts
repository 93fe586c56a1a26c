// What one answer may hold, in units: about one value of it each. Whoever learns how much more an answer will hold charges it.

import { AppError } from '../errors.js';

/** A text costs nothing beyond the unit of its field up to this many bytes in UTF-8, and one unit for each time that they are full. */
export const textUnitBytes = 64;

/** An answer has at most this many bytes for each unit: a key, and a text of which JSON writes every byte as `\u0001`. */
export const maxBytesPerUnit = 512;

export interface Budget {
  /** Adds units to what the answer costs. Throws `query_too_complex` where that is too much, and `unavailable` where memory is short. */
  readonly charge: (units: number) => void;
  /** How many bytes of text may still be read. */
  readonly remainingBytes: () => number;
  /** The most bytes that an answer may have. */
  readonly maxAnswerBytes: number;
}

/** Charges what was found to be more than `remainingBytes`. Throws `unavailable` where there is room for it by now. */
export function refuse(budget: Budget, bytes: number): never {
  budget.charge(Math.ceil(bytes / textUnitBytes));
  if (bytes > budget.maxAnswerBytes) throw answerTooLong(bytes, budget.maxAnswerBytes);
  const message = 'Too many responses are waiting to be sent. Try again in a moment.';
  throw new AppError('unavailable', message, { headers: { 'Retry-After': '2' } });
}

/** The refusal of an answer that has, or would have, more bytes than it may. */
export function answerTooLong(bytes: number, limit: number): AppError {
  const [has, most] = [bytes, limit].map((each) => each.toLocaleString('en-US'));
  const message = `The answer has ${has} bytes, and the limit is ${most}: select fewer fields, shorter lists or fewer texts.`;
  return new AppError('query_too_complex', message);
}

/** What a text costs beyond the unit of its field. */
export function unitsOfText(text: string): number {
  // A code unit is at most 3 bytes in UTF-8.
  return text.length * 3 < textUnitBytes ? 0 : Math.floor(Buffer.byteLength(text) / textUnitBytes);
}

/** A budget without a bound, for what no request asks. */
export const unlimited: Budget = {
  charge: () => {},
  remainingBytes: () => Number.MAX_SAFE_INTEGER,
  maxAnswerBytes: Number.MAX_SAFE_INTEGER,
};
