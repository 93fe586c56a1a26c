// The memory of records that are received and not answered for yet. One key has at most half of it, unless what it sends is a single body: no key
// leaves others without.

import { unavailable } from '../../errors.js';

/** What a body takes up. */
interface Place {
  /** Throws `unavailable` where there is no room for so many bytes. Does nothing once it is released. */
  readonly resize: (bytes: number) => void;
  /** Safe to repeat. */
  readonly release: () => void;
}

/** `maxBytes`: of one process. Opens the place of a body, by the key that sends it. */
export function createRoom(maxBytes: number): (keyId: string) => Place {
  let total = 0;
  const ofKeys = new Map<string, number>();
  return (keyId) => {
    let [own, isReleased] = [0, false];
    const take = (bytes: number) => {
      const ofKey = (ofKeys.get(keyId) ?? 0) + bytes - own;
      total += bytes - own;
      own = bytes;
      if (ofKey === 0) ofKeys.delete(keyId);
      else ofKeys.set(keyId, ofKey);
    };
    return {
      resize: (bytes) => {
        if (isReleased) return;
        const ofOthers = total - own;
        const ofOtherBodies = (ofKeys.get(keyId) ?? 0) - own;
        const isTooMuch = (held: number, max: number) => held > 0 && held + bytes > max;
        if (bytes > own && (isTooMuch(ofOthers, maxBytes) || isTooMuch(ofOtherBodies, maxBytes / 2))) throw noRoom();
        take(bytes);
      },
      release: () => {
        isReleased = true;
        take(0);
      },
    };
  };
}

function noRoom() {
  return unavailable('Too many records are being received. Try again in a moment, or send less at once.');
}
