// The memory of all responses of one process that are being computed or sent. Beyond its limit, no further response is started.

import { unavailable } from '../../errors.js';

/** The memory reserved for one response. */
export interface Reservation {
  /** Changes the reservation to this number of bytes. Throws `unavailable` if the limit is exceeded. */
  readonly resize: (bytes: number) => void;
  /** How many more bytes can be reserved. */
  readonly headroom: () => number;
  /** Releases the reservation. Safe to repeat. */
  readonly release: () => void;
}

export interface Pending {
  readonly open: () => Reservation;
  readonly bytes: () => number;
}

/** The bytes of each thread of a process, in memory that all of them see; each writes to its own `place`. */
interface Tally {
  readonly bytes: Float64Array;
  readonly place: number;
}

/** Limits the memory of all responses to `maxBytes`. The only pending response is always accepted. */
export function createPending(maxBytes: number, { bytes: held, place }: Tally = ownTally()): Pending {
  const total = () => held.reduce((sum, each) => sum + each, 0);
  const add = (bytes: number) => {
    held[place] = (held[place] ?? 0) + bytes;
  };
  return { open, bytes: total };

  function open(): Reservation {
    let own = 0;
    let isReleased = false;
    const isAlone = () => total() === own;
    return {
      resize: (bytes) => {
        if (isReleased) return;
        if (bytes > own && total() - own + bytes > maxBytes && !isAlone()) throw noRoom();
        add(bytes - own);
        own = bytes;
      },
      headroom: () => (isAlone() ? Number.MAX_SAFE_INTEGER : Math.max(0, maxBytes - total())),
      release: () => {
        isReleased = true;
        add(-own);
        own = 0;
      },
    };
  }
}

function ownTally(): Tally {
  return { bytes: new Float64Array(1), place: 0 };
}

function noRoom() {
  return unavailable('Too many responses are waiting to be sent. Try again in a moment.');
}
