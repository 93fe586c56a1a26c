// Whether this build can work with its database now: it is reached, and its schema is this build's, neither older nor newer.

import { coalesce } from './coalesce.js';
import { pendingOf, readMigrations } from './migrate.js';
import type { Database } from './postgres.js';
import { readRecords } from './state.js';
import { isUnavailable } from './unavailable.js';

/** Resolves to what keeps the database from being used, in a sentence for everybody; `null`: nothing does. */
export type Readiness = () => Promise<string | null>;

/** Whoever asks while a look is under way shares the next one, so that probes cost one statement at a time, however many there are. */
export function createReadiness({ pool }: Database): Readiness {
  let known: ReturnType<typeof readMigrations> | undefined;
  const look = async (): Promise<string | null> => {
    try {
      const records = await readRecords(pool);
      known ??= readMigrations();
      return isCurrent(await known, records) ? null : 'The schema of the database is not that of this version.';
    } catch (error) {
      return `The database ${isUnavailable(error) ? 'cannot be reached' : 'does not answer as it should'} right now.`;
    }
  };
  const ask = coalesce(async (askers: readonly null[]) => {
    const found = await look();
    return askers.map(() => found);
  });
  return () => ask(null);
}

function isCurrent(...[known, records]: Parameters<typeof pendingOf>): boolean {
  try {
    return pendingOf(known, records).length === 0;
  } catch {
    return false;
  }
}
