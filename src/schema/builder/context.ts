// The context of a request in the resolvers.

import type { Limits } from '../../auth/limit.js';
import type { Viewer } from '../../auth/viewer.js';
import type { Budget } from '../../domain/budget.js';
import type { Turn } from '../../domain/pause.js';
import type { Fault } from '../../errors.js';
import type { Loaders } from '../../loaders/index.js';

export interface Context {
  /** The viewer; `null` until authentication, never `null` in a resolver. */
  readonly viewer: Viewer;
  /** A new set for each request. */
  readonly loaders: Loaders;
  /** Faults that the transport found in the request; reported together with those of the schema. */
  readonly faults: readonly Fault[];
  /** Whether a fault of any field refuses the whole request, as over REST. */
  readonly refusesWhole: boolean;
  /** When the request was received, epoch milliseconds: what today is. */
  readonly now: number;
  /** The most days that a series lists. */
  readonly maxSeriesDays: number;
  /** Charged for what is known only after reading. */
  readonly budget: Budget;
  /** Awaited before a part of the answer that may be long. */
  readonly turn: Turn;
  /** Sentences for the client about its answer, which are sent with it. */
  readonly notices: string[];
  /** The rate limits of keys, in requests per minute. */
  readonly limits: Limits;
}
