// What the admitted records of a batch change. Pure.

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
  };
}
