// What a process keeps of tiles, within so many bytes: the least recently used goes first. Each value is kept under the stamp of what it was
// read from, so that what is found is what the database holds in the snapshot that the stamp was read in.

import { LRUCache } from 'lru-cache';

/** Something that never changes. */
export interface Cached {
  /** About what it takes of memory. */
  readonly bytes: number;
}

interface Entry {
  readonly stamp: string;
  /** `null`: there is nothing to keep, and that is known. */
  readonly value: Cached | null;
}

/** What an entry takes beside its key and its value, about: the map, the list of the order of use, and the stamp. */
const entryBytes = 300;

export class TileCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({ maxSize: maxBytes });
  }

  /** What all that is kept takes, about. */
  get bytes(): number {
    return this.entries.calculatedSize;
  }

  /** What was kept under a stamp: `null` where there is nothing to keep, `undefined` where it is not known. */
  get(key: string, stamp: string): Cached | null | undefined {
    const entry = this.entries.get(key);
    return entry?.stamp === stamp ? entry.value : undefined;
  }

  /** Keeps a value in place of that of another stamp. */
  set(key: string, stamp: string, value: Cached | null): void {
    this.entries.set(key, { stamp, value }, { size: entryBytes + key.length + (value?.bytes ?? 0) });
  }
}

/** A cache for one database; `null` where nothing may be kept. */
export function createTileCache(maxBytes: number): TileCache | null {
  return maxBytes > 0 ? new TileCache(maxBytes) : null;
}
