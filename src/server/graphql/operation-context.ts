// What an operation is executed with: whose it is, a fresh set of loaders, and a budget.

import type { Limits } from '../../auth/limit.js';
import type { Database } from '../../database/postgres.js';
import { until } from '../../database/until.js';
import type { Fault } from '../../errors.js';
import type { OnCorrupt } from '../../loaders/analytics.js';
import { createLoaders } from '../../loaders/index.js';
import type { Context } from '../../schema/context.js';
import { type Bounds, type Cost, createBudget, type RequestBudget } from '../cost/budget.js';
import type { DocumentLimits, LimitsContext } from '../cost/limits.js';
import type { KnownExchange } from '../exchange/exchange.js';

export interface OperationParts {
  readonly db: Database;
  readonly maxWindowDays: number;
  readonly limits: Limits;
  readonly documentLimits: DocumentLimits;
  readonly maxAnswerBytes: number;
  readonly onCorrupt: OnCorrupt;
}

/** A document of our own, which no limit is for but that of its answer. */
export interface Stored {
  /** What the transport found wrong with its variables. */
  readonly faults: readonly Fault[];
  /** Whether its answer may be of any size. */
  readonly isUnbounded: boolean;
  /** Whether the version of its data is wanted, read before the data. */
  readonly isVersioned: boolean;
}

export interface OperationContext extends Context, LimitsContext {
  readonly exchange: KnownExchange;
  readonly budget: RequestBudget;
  /** Called with the name of the operation as soon as the document could be read. */
  readonly reportOperation: (operation: string) => void;
  /** Reports the cost of the whole request, once it was run. */
  readonly reportWholeCost: () => void;
}

/** A value of an answer takes this many bytes or more, as a rule: so much a stored document may cost. */
const minBytesPerUnit = 16;

/** The context of one operation; `stored` is `null` where a client sent the document. */
export function operationContext(
  parts: OperationParts,
  exchange: KnownExchange,
  stored: Stored | null,
): OperationContext {
  const { db, maxWindowDays, limits, onCorrupt, documentLimits } = parts;
  const budget = createBudget(boundsOf(parts, stored), exchange.reservation);
  const reportCost = (found: Cost) => {
    exchange.cost = { ...found, limit: documentLimits.maxQueryCost };
  };
  return {
    exchange,
    viewer: exchange.viewer,
    loaders: createLoaders(until(db, exchange.signal), { onCorrupt, budget }),
    faults: stored?.faults ?? [],
    maxWindowDays,
    limits,
    budget,
    isLimited: stored === null,
    reportCost,
    reportVersion: stored?.isVersioned
      ? (version) => {
          exchange.version = version;
        }
      : null,
    reportOperation: (operation) => {
      exchange.operation = operation;
    },
    // A document that was refused before it was weighed has only the cost that its text says.
    reportWholeCost: () => {
      if (budget.cost().requested > 0) reportCost(budget.cost());
    },
  };
}

function boundsOf({ documentLimits, maxAnswerBytes }: OperationParts, stored: Stored | null): Bounds {
  if (!stored) return { maxCost: documentLimits.maxQueryCost, maxAnswerBytes };
  if (stored.isUnbounded) return { maxCost: Number.MAX_SAFE_INTEGER, maxAnswerBytes: Number.MAX_SAFE_INTEGER };
  return { maxCost: Math.floor(maxAnswerBytes / minBytesPerUnit), maxAnswerBytes };
}
