// A fresh set of loaders for each request: what one request reads twice is read once, and nothing outlives the request.

import type { Database } from '../database/postgres.js';
import { analyticsLoader } from './analytics.js';
import { entityLoaders, listLoaders } from './entities.js';
import { createQuiet } from './quiet.js';
import { runLoaders } from './runs.js';

export type Loaders = ReturnType<typeof createLoaders>;

/** The loaders of one request. */
export function createLoaders(db: Database) {
  const quiet = createQuiet();
  return {
    ...entityLoaders(db, quiet),
    ...listLoaders(db),
    ...runLoaders(db, quiet),
    analytics: analyticsLoader(db, quiet),
  };
}
