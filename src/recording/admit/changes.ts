// What the admitted records of a batch change. Pure.

import type { Draft } from '../prepare/draft.js';
import type { Assessed } from '../prepare/mentions.js';
import type { RecordOf } from '../prepare/records.js';
import type { CompanyRow, Place } from './state.js';

/** A run as it is written, and where the run that it replaces counted. `companies` are numbers: 0 for the brand, first when there. */
export interface AdmittedRun extends Pick<Assessed, 'sentiments' | 'positions'> {
  readonly draft: Draft;
  readonly brandId: string;
  /** Parallel to `sentiments` and `positions`. */
  readonly companies: readonly number[];
  /** JSON, where it is derived; otherwise it stands in the draft's row. */
  readonly assessments: string | null;
  readonly replaced: Place | null;
}

/** What the admitted records of a batch change; of records with the same key the last one stands. */
export interface Changes {
  readonly organizations: Map<string, RecordOf<'organization'>>;
  /** Label by id. */
  readonly models: Map<string, string>;
  /** Models that only a run names: registered unless someone else did meanwhile. */
  readonly unseenModels: Set<string>;
  readonly brands: Map<string, RecordOf<'brand'>>;
  readonly prompts: Map<string, RecordOf<'prompt'> & { readonly number: number }>;
  /** By brand id and name. */
  readonly companies: Map<string, CompanyRow>;
  /** By brand id and run id. */
  readonly runs: Map<string, AdmittedRun>;
  /**
   * The runs that cite pages, in order; one that a later one of the batch replaces too, so that what is numbered does not depend on where a
   * batch ends.
   */
  readonly citing: AdmittedRun[];
}

export function noChanges(): Changes {
  return {
    organizations: new Map(),
    models: new Map(),
    unseenModels: new Set(),
    brands: new Map(),
    prompts: new Map(),
    companies: new Map(),
    runs: new Map(),
    citing: [],
  };
}
