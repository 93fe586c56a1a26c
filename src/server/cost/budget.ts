// The budget of one request: what its document costs, and what is charged beyond it while it is run. An answer that would be too much is
// refused whole, with its numbers.

import { answerTooLong, type Budget, maxBytesPerUnit, textUnitBytes } from '../../domain/budget.js';
import { AppError } from '../../errors.js';
import type { Reservation } from './pending.js';

/** What a request costs, and the most that it may. */
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
  /** Begins with what the document costs. Throws as `charge` does. */
  readonly begin: (units: number) => void;
  /** Charges errors, by their bytes in JSON. */
  readonly chargeErrors: (bytes: number) => void;
  /** The answer is made and has so many bytes. Throws `query_too_complex` where that is too much. */
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
    chargeErrors: (bytes) => take(Math.floor(bytes / maxBytesPerUnit)),
    remainingBytes: () => Math.min((maxCost - units + 1) * textUnitBytes, maxAnswerBytes, reservation.headroom()),
    settle: (bytes) => {
      if (bytes > maxAnswerBytes) throw answerTooLong(bytes, maxAnswerBytes);
      reservation.resize(bytes);
    },
    cost: () => ({ requested: Math.min(units, Number.MAX_SAFE_INTEGER), limit: maxCost }),
  };
}

/** The refusal of a request that costs too much. */
export function costExcess({ requested, limit }: Cost): AppError {
  return new AppError('query_too_complex', costSentence({ requested, limit }));
}

export function costSentence({ requested, limit }: Cost): string {
  return `The document costs ${figure(requested)}, and the limit is ${figure(limit)}: select fewer fields, shorter lists or fewer aliases.`;
}

/** Numbers beyond what is exact come from fragments that multiply one another; nobody needs their digits. */
export function figure(value: number): string {
  return value > Number.MAX_SAFE_INTEGER ? 'countless' : value.toLocaleString('en-US');
}
