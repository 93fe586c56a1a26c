// A cache of tiles that says what it is given to keep.

import { type Cached, TileCache } from '../../src/tiles/kept/tile-cache.js';

export class ListeningCache extends TileCache {
  constructor(
    maxBytes: number,
    private readonly onKept: (key: string, value: Cached) => void,
  ) {
    super(maxBytes);
  }

  override set(...[key, stamp, value]: Parameters<TileCache['set']>): void {
    if (value) this.onKept(key, value);
    super.set(key, stamp, value);
  }
}
