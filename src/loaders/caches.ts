// What the requests to one database keep for each other.

import { LRUCache } from 'lru-cache';
import type { FoundSizes } from '../runs/sizes.js';
import { createTileCache } from '../tiles/kept/tile-cache.js';
import { createListCache } from '../tiles/lists/read-lists.js';

const maxSizes = 5_000;
const maxCharactersOfSizes = 8_000_000;

export type Caches = ReturnType<typeof createCaches>;

/** Caches for one database; with 0 bytes nothing is kept of tiles. */
export function createCaches(tileBytes: number) {
  return {
    lists: createListCache(),
    tiles: createTileCache(tileBytes),
    /** By the version of the data that they are a function of, and by what was asked. */
    sizes: new LRUCache<string, FoundSizes>({
      max: maxSizes,
      maxSize: maxCharactersOfSizes,
      sizeCalculation: (found, name) => name.length + JSON.stringify(found).length,
    }),
  };
}
