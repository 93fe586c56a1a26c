// A fresh set of loaders for each request: what one request reads twice is read once, and nothing outlives the request.

import type { Reading } from '../database/until.js';
import { analyticsLoader, type OnCorrupt } from './analytics.js';
import { entityLoaders, listLoaders } from './entities.js';
import { createQuiet } from './quiet.js';
import { runLoaders } from './runs.js';

export type Loaders = ReturnType<typeof createLoaders>;

/** The loaders of one request. `onCorrupt` is told of tiles that could not be believed. */
export function createLoaders(db: Reading, onCorrupt: OnCorrupt = () => {}) {
  const quiet = createQuiet();
  return {
    ...entityLoaders(db, quiet),
    ...listLoaders(db),
    ...runLoaders(db, quiet, onCorrupt),
    analytics: analyticsLoader(db, quiet, onCorrupt),
  };
}
