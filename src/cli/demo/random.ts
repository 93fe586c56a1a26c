// Reproducible random numbers, seeded by a text, so that the sample data has the same runs and ids everywhere.

import { uuidFrom } from '../../recording/import/content-id.js';

/** Numbers in [0, 1), the same sequence for the same seed. */
export class Random {
  private state: number;

  constructor(seed: string) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    this.state = hash;
  }

  /** mulberry32: small, fast and even enough for a demo. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** `true` with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** One of `choices`, which must not be empty. */
  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T; // safe because the index is below the length
  }

  /** A rank from 0 to `count` − 1, each about as frequent as 1 ÷ (rank + 1): few are common, most are rare. */
  rank(count: number): number {
    return Math.floor((count + 1) ** this.next()) - 1;
  }

  /** Noise around 0 with a deviation of about 1 (the sum of twelve even draws). */
  noise(): number {
    let sum = -6;
    for (let draw = 0; draw < 12; draw += 1) sum += this.next();
    return sum;
  }
}

/** The UUID of a name. */
export function uuidOf(name: string): string {
  return uuidFrom(`sightline demo ${name}`);
}
