// The budget of one request: the cost of its document, and what is charged in addition while it is executed. A response that exceeds it is
// refused as a whole, with the figures.

import { answerTooLong, type Budget, maxBytesPerUnit, textUnitBytes } from '../../domain/budget.js';
import { AppError } from '../../errors.js';
import type { Reservation } from './pending.js';

/** The cost of a request, and its limit. */
export interface Cost {
  readonly requested: number;
  readonly limit: number;
}

export interface Bounds {
  /** Units. */
  readonly maxCost: number;
  readonly maxAnswerBytes: number;
}

export type RequestBudget = ReturnType<typeof createBudget>;

export function createBudget({ maxCost, maxAnswerBytes }: Bounds, reservation: Reservation) {
  let units = 0;
  const take = (more: number) => {
    units += more;
    if (units > maxCost) throw costExcess({ requested: units, limit: maxCost });
    reservation.resize(units * textUnitBytes);
  };
  const budget: Budget = {
    maxAnswerBytes,
    charge: take,
    remainingBytes: () => Math.min((maxCost - units + 1) * textUnitBytes, maxAnswerBytes, reservation.headroom()),
  };
  return {
    ...budget,
    /** Starts with the cost of the document. Throws like `charge`. */
    begin: take,
    /** Forgets what is charged from now on once the returned function is called: the document is executed again. */
    mark: () => {
      const marked = units;
      return () => {
        units = marked;
      };
    },
    /** Charges errors by their size in JSON. */
    chargeErrors: (bytes: number) => take(Math.floor(bytes / maxBytesPerUnit)),
    /** Sets the size of the completed response. Throws `query_too_complex` if it exceeds the limit. */
    settle: (bytes: number) => {
      if (bytes > maxAnswerBytes) throw answerTooLong(bytes, maxAnswerBytes);
      reservation.resize(bytes);
    },
    cost: (): Cost => ({ requested: Math.min(units, Number.MAX_SAFE_INTEGER), limit: maxCost }),
  };
}

/** The error for a request whose cost exceeds the limit. */
function costExcess({ requested, limit }: Cost): AppError {
  return new AppError('query_too_complex', costSentence({ requested, limit }));
}

export function costSentence({ requested, limit }: Cost): string {
  return `The document costs ${figure(requested)}, and the limit is ${figure(limit)}: select fewer fields, shorter lists or fewer aliases.`;
}

/** Numbers beyond the exact integers result from nested fragments; their digits are of no use. */
export function figure(value: number): string {
  return value > Number.MAX_SAFE_INTEGER ? 'countless' : value.toLocaleString('en-US');
}
