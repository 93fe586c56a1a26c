// What a request carries into the resolvers.

import type { Limits } from '../auth/limit.js';
import type { Viewer } from '../auth/viewer.js';
import type { Budget } from '../domain/budget.js';
import type { Turn } from '../domain/pause.js';
import type { Fault } from '../errors.js';
import type { Loaders } from '../loaders/index.js';

export interface Context {
  /** Who asks; `null` until authentication, and never `null` in a resolver. */
  readonly viewer: Viewer;
  /** A fresh set for each request. */
  readonly loaders: Loaders;
  /** Faults that the transport found in the request before the schema saw it: reported together with the schema's own. */
  readonly faults: readonly Fault[];
  /** The most days that a series lists. */
  readonly maxSeriesDays: number;
  /** Charged with what of the answer was not known before it was read. */
  readonly budget: Budget;
  /** Awaited before a part of the answer that may be long. */
  readonly turn: Turn;
  /** How many requests a minute keys may send. */
  readonly limits: Limits;
}
