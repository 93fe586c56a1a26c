// The memory of all responses of one process that are being computed or sent. Beyond its limit, no further response is started.

import { AppError } from '../../errors.js';

/** The memory reserved for one response. */
export interface Reservation {
  /** Changes the reservation to this number of bytes. Throws `unavailable` if the limit is exceeded. */
  readonly resize: (bytes: number) => void;
  /** How many more bytes can be reserved. */
  readonly headroom: () => number;
  /** Releases the reservation. Safe to repeat. */
  readonly release: () => void;
}

interface Pending {
  readonly open: () => Reservation;
  readonly bytes: () => number;
}

/** Limits the memory of all responses to `maxBytes`. The only pending response is always accepted. */
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
  const message = 'Too many responses are waiting to be sent. Try again in a moment.';
  return new AppError('unavailable', message, { headers: { 'Retry-After': '2' } });
}
