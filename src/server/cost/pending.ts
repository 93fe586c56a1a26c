// The memory of what is under way in a process: of all responses that are being computed or sent, or of all records that are received and not
// answered for yet. Beyond its limit, nothing further is started.

import { unavailable } from '../../errors.js';

export type Pending = ReturnType<typeof createPending>;

/** The memory reserved for one response, or for one body of records. */
export type Reservation = ReturnType<Pending['open']>;

interface Settings {
  /** The bytes of each thread of a process, in memory that all of them see; each writes to its own `place`. */
  readonly bytes?: Float64Array;
  readonly place?: number;
  /** Whoever is refused is told this. */
  readonly message?: string;
}

const tooManyResponses = 'Too many responses are waiting to be sent. Try again in a moment.';

/** Limits the memory to `maxBytes`. The only one that is pending is always accepted, and the only one of its key is not held to the half. */
export function createPending(maxBytes: number, settings: Settings = {}) {
  const { bytes: held = new Float64Array(1), place = 0, message = tooManyResponses } = settings;
  const ofKeys = new Map<string, number>();
  const total = () => held.reduce((sum, each) => sum + each, 0);
  const ofKey = (keyId: string | undefined) => (keyId === undefined ? 0 : (ofKeys.get(keyId) ?? 0));
  const isTooMuch = (others: number, bytes: number, max: number) => others > 0 && others + bytes > max;
  return { open, bytes: total };

  /** `keyId`: of a key that has half of the memory at most, so that no key leaves others without. */
  function open(keyId?: string) {
    let own = 0;
    let isReleased = false;
    const take = (bytes: number) => {
      held[place] = (held[place] ?? 0) + bytes - own;
      const whole = ofKey(keyId) + bytes - own;
      own = bytes;
      if (keyId === undefined) return;
      if (whole === 0) ofKeys.delete(keyId);
      else ofKeys.set(keyId, whole);
    };
    return {
      /** Changes the reservation to this number of bytes. Throws `unavailable` if the limit is exceeded. Does nothing once it is released. */
      resize: (bytes: number): void => {
        if (isReleased) return;
        const isRefused =
          isTooMuch(total() - own, bytes, maxBytes) ||
          (keyId !== undefined && isTooMuch(ofKey(keyId) - own, bytes, maxBytes / 2));
        if (bytes > own && isRefused) throw unavailable(message);
        take(bytes);
      },
      /** How many more bytes can be reserved. */
      headroom: (): number => (total() === own ? Number.MAX_SAFE_INTEGER : Math.max(0, maxBytes - total())),
      /** Releases the reservation. Safe to repeat. */
      release: (): void => {
        isReleased = true;
        take(0);
      },
    };
  }
}
