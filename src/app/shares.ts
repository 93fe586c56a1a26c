// The settings of a process, shared out among its threads, so that all of them together keep what the settings promise.

import type { Config } from '../config.js';

export interface Shares {
  readonly door: Config;
  /** Of each reader; empty where the door reads itself. */
  readonly readers: readonly Config[];
  /** Of the thread that rolls. */
  readonly roller: Config;
}

/** A reader looks entities up while it holds a snapshot. */
const leastOfReader = 2;
/** The last reader sends exports, each of which keeps a connection and a read for as long as its client takes. */
const forExports = 1;
/** It rolls one brand at a time. */
const ofRoller = 1;
/** Keys and health, and a recording or two: one may wait long for its brand, or delete much. */
const [leastOfDoor, usualOfDoor] = [2, 3];

/** Where the door does all of it by itself, over a pool that is its own. */
export function undivided(config: Config): Shares {
  return { door: config, readers: [], roller: { ...config, poolSize: ofRoller } };
}

/** With too few connections or reads for so many readers, there are fewer. */
export function sharesOf(config: Config): Shares {
  const { maxConcurrentReads, answerCacheBytes } = config;
  const poolSize = config.poolSize - ofRoller;
  const most = Math.floor((poolSize - leastOfDoor - forExports) / leastOfReader);
  const count = Math.max(0, Math.min(config.readers, Math.max(1, maxConcurrentReads - forExports), most));
  const whole = undivided({ ...config, poolSize });
  if (count === 0) return whole;
  const ofDoor = Math.max(leastOfDoor, Math.min(usualOfDoor, poolSize - forExports - count * leastOfReader));
  const forReaders = poolSize - ofDoor;
  const keptAtDoor = Math.ceil(answerCacheBytes / 2);
  const readers = Array.from({ length: count }, (_, place) => {
    const part = (total: number) => Math.floor((total + place) / count);
    return {
      ...config,
      // What is left over is the last one's, which sends exports.
      poolSize: part(forReaders),
      maxConcurrentReads: part(maxConcurrentReads),
      maxQueuedReads: part(config.maxQueuedReads),
      tileCacheBytes: part(config.tileCacheBytes),
      // Those of REST, and of documents that are sent again, are kept at the door.
      answerCacheBytes: part(answerCacheBytes - keptAtDoor),
    };
  });
  return { door: { ...config, poolSize: ofDoor, answerCacheBytes: keptAtDoor }, readers, roller: whole.roller };
}
