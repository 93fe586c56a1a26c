// Whether this build can work with its database now: it is reached, and its schema is this build's, neither older nor newer.

import { once } from '../once.js';
import { shared } from './coalesce.js';
import { pendingOf, readMigrations } from './migrate.js';
import type { Database } from './postgres.js';
import { readRecords } from './state.js';
import { troubleOf } from './trouble.js';

interface Ready {
  /** What keeps the database from being used, in a sentence for everybody; `null`: nothing does. */
  readonly trouble: string | null;
  /** How many nodes of a cluster do not answer: their brands cannot be used, all others can. */
  readonly unreachableNodes: number;
}

export type Readiness = () => Promise<Ready>;

/** Probes cost one statement at a time, however many there are. */
export function createReadiness({ pool }: Database, unreachableNodes: () => Promise<readonly string[]>): Readiness {
  const migrations = once(() => readMigrations());
  return shared(async () => {
    try {
      const records = await readRecords(pool);
      if (!isCurrent(await migrations(), records))
        return trouble('The schema of the database is not that of this version.');
      return { trouble: null, unreachableNodes: (await unreachableNodes()).length };
    } catch (error) {
      return trouble(`${troubleOf(error) ?? 'The database does not answer as it should right now'}.`);
    }
  });
}

function trouble(sentence: string): Ready {
  return { trouble: sentence, unreachableNodes: 0 };
}

function isCurrent(...[known, records]: Parameters<typeof pendingOf>): boolean {
  try {
    return pendingOf(known, records).length === 0;
  } catch {
    return false;
  }
}
