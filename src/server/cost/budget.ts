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

export interface RequestBudget extends Budget {
  /** Starts with the cost of the document. Throws like `charge`. */
  readonly begin: (units: number) => void;
  /** Forgets what is charged from now on once the returned function is called: the document is executed again. */
  readonly mark: () => () => void;
  /** Charges errors by their size in JSON. */
  readonly chargeErrors: (bytes: number) => void;
  /** Sets the size of the completed response. Throws `query_too_complex` if it exceeds the limit. */
  readonly settle: (bytes: number) => void;
  readonly cost: () => Cost;
}

export function createBudget({ maxCost, maxAnswerBytes }: Bounds, reservation: Reservation): RequestBudget {
  let units = 0;
  const take = (more: number) => {
    units += more;
    if (units > maxCost) throw costExcess({ requested: units, limit: maxCost });
    reservation.resize(units * textUnitBytes);
  };
  return {
    maxAnswerBytes,
    begin: take,
    charge: take,
    mark: () => {
      const marked = units;
      return () => {
        units = marked;
      };
    },
    chargeErrors: (bytes) => take(Math.floor(bytes / maxBytesPerUnit)),
    remainingBytes: () => Math.min((maxCost - units + 1) * textUnitBytes, maxAnswerBytes, reservation.headroom()),
    settle: (bytes) => {
      if (bytes > maxAnswerBytes) throw answerTooLong(bytes, maxAnswerBytes);
      reservation.resize(bytes);
    },
    cost: () => ({ requested: Math.min(units, Number.MAX_SAFE_INTEGER), limit: maxCost }),
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
