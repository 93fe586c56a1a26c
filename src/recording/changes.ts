// What the admitted records of a batch change. Pure.

import type { BrandPage } from './pages.js';
import type { Assessment, RecordOf } from './records.js';
import type { CompanyRow, Place } from './state.js';

/** A run as it is written, and where the run that it replaces counted. `companies` are numbers: 0 for the brand, first when there. */
export interface AdmittedRun {
  readonly record: RecordOf<'run'>;
  readonly brandId: string;
  readonly companies: readonly number[];
  /** Parallel to `companies`. */
  readonly assessed: readonly Assessment[];
  readonly assessments: { readonly brand: Assessment; readonly competitors: ReadonlyMap<string, Assessment> };
  readonly replaced: Place | null;
  /** Where its citations begin in `Changes.cited`. */
  readonly citedFrom: number;
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
   * The pages that runs cite, in order; those of a run that a later one of the batch replaces too, so that what is numbered does not depend
   * on where a batch ends.
   */
  readonly cited: BrandPage[];
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
    cited: [],
  };
}
