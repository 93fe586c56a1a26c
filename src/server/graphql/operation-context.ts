// The context of an operation: its viewer, a new set of loaders over one snapshot, and a budget.

import type { Config } from '../../config.js';
import type { BoundedDatabase } from '../../database/bounded.js';
import { createReach } from '../../database/citus/brand-reach.js';
import { until } from '../../database/until.js';
import { createTurn } from '../../domain/pause.js';
import type { Fault } from '../../errors.js';
import type { Caches } from '../../loaders/caches.js';
import { createLoaders, type Loaders, type OnCorrupt } from '../../loaders/index.js';
import type { ExportAsk } from '../../loaders/list-export.js';
import type { ReplicaFor } from '../../loaders/versions.js';
import type { Context } from '../../schema/builder/context.js';
import type { AuthorizedContext } from '../context/request-context.js';
import { type Bounds, createBudget, type RequestBudget } from '../cost/budget.js';

export interface OperationParts {
  readonly db: BoundedDatabase;
  readonly config: Config;
  readonly onCorrupt: OnCorrupt;
  readonly caches: Caches;
  readonly replicaFor: ReplicaFor;
}

/** A stored document, to which only the limit of the response size applies. */
export interface Stored {
  /** Faults of its variables that the transport found. */
  readonly faults: readonly Fault[];
  /** Whether its response can have any size. */
  readonly isUnbounded: boolean;
  /** Whether it asks what the runs of its pages say at length. */
  readonly wantsDetails: boolean;
  /** Called with each long list in place of reading it; `null`: they are read. */
  readonly onList: ((ask: ExportAsk) => void) | null;
}

export interface OperationContext extends Context, AsyncDisposable {
  readonly requestContext: AuthorizedContext;
  /** Whether the document comes from a client, so that the limits apply. */
  readonly isLimited: boolean;
  readonly budget: RequestBudget;
  /** Called with the cost of the whole request after execution. */
  readonly reportWholeCost: () => void;
  /** At how many instants something was read for the operation. */
  readonly instants: () => number;
  /** Gives the connection of the operation back: its loaders read no more. */
  readonly endReads: () => Promise<void>;
  /** Called after `endReads`: loaders that read everything at one instant, on the primary. */
  readonly readAgain: () => Loaders;
}

/** A value of a response usually has at least this many bytes; determines the maximum cost of a stored document. */
const minBytesPerUnit = 16;

/** The context of one operation; `stored` is `null` if a client sent the document. Disposal ends the snapshot that the loaders read in. */
export function operationContext(
  parts: OperationParts,
  requestContext: AuthorizedContext,
  stored: Stored | null,
): OperationContext {
  const { config, onCorrupt, caches, replicaFor } = parts;
  const { keyId } = requestContext.viewer;
  const db = parts.db.of(keyId);
  const budget = createBudget(boundsOf(config, stored), requestContext.reservation);
  requestContext.reach ??= createReach();
  const { reach } = requestContext;
  let reading = until(db, requestContext.deadline.signal, {
    replica: replicaFor(requestContext, keyId),
    reach,
  });
  const loadersOf = (version: () => string | null) =>
    createLoaders(reading, {
      ...{ onCorrupt, budget, caches, version },
      wantsDetails: stored?.wantsDetails ?? false,
      onList: stored?.onList ?? null,
    });
  return {
    requestContext,
    viewer: requestContext.viewer,
    loaders: loadersOf(() => requestContext.version ?? null),
    faults: stored?.faults ?? [],
    now: requestContext.origin.now.getTime(),
    maxSeriesDays: config.maxSeriesDays,
    limits: config,
    budget,
    notices: [],
    turn: createTurn(),
    isLimited: stored === null,
    refusesWhole: stored !== null,
    // A document refused before it was weighed has only the cost computed from its text.
    reportWholeCost: () => {
      const { requested } = budget.cost();
      if (requested > 0) requestContext.cost = { requested, limit: config.maxQueryCost };
    },
    instants: () => reading.instants(),
    endReads: async () => reading[Symbol.asyncDispose](),
    readAgain: () => {
      reading = until(db, requestContext.deadline.signal, { isOneInstant: true, reach });
      return loadersOf(() => null);
    },
    [Symbol.asyncDispose]: () => reading[Symbol.asyncDispose](),
  };
}

function boundsOf({ maxQueryCost, maxAnswerBytes }: Config, stored: Stored | null): Bounds {
  if (!stored) return { maxCost: maxQueryCost, maxAnswerBytes };
  if (stored.isUnbounded) return { maxCost: Number.MAX_SAFE_INTEGER, maxAnswerBytes: Number.MAX_SAFE_INTEGER };
  return { maxCost: Math.floor(maxAnswerBytes / minBytesPerUnit), maxAnswerBytes };
}
