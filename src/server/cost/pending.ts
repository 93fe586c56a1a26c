// The bytes of all answers that are being made or wait in memory to be sent, of one process. Beyond a bound no further answer is begun.

import { AppError } from '../../errors.js';

/** What one answer takes of the memory for answers. */
export interface Reservation {
  /** From now on the answer takes so many bytes. Throws `unavailable` where there is no room for more. */
  readonly resize: (bytes: number) => void;
  /** How many more bytes it may take. */
  readonly headroom: () => number;
  /** The answer is in memory no more. Safe to repeat. */
  readonly release: () => void;
}

export interface Pending {
  readonly open: () => Reservation;
  readonly bytes: () => number;
}

/** Memory for answers of `maxBytes` together. One that is alone always has room. */
export function createPending(maxBytes: number): Pending {
  let total = 0;
  return { open, bytes: () => total };

  function open(): Reservation {
    let own = 0;
    let isReleased = false;
    const isAlone = () => total === own;
    return {
      resize: (bytes) => {
        if (isReleased) return;
        if (bytes > own && total - own + bytes > maxBytes && !isAlone()) throw noRoom();
        total += bytes - own;
        own = bytes;
      },
      headroom: () => (isAlone() ? Number.MAX_SAFE_INTEGER : Math.max(0, maxBytes - total)),
      release: () => {
        isReleased = true;
        total -= own;
        own = 0;
      },
    };
  }
}

function noRoom(): AppError {
  const message = 'Too many answers wait in memory to be sent: try again in a moment.';
  return new AppError('unavailable', message, { headers: { 'Retry-After': '2' } });
}
