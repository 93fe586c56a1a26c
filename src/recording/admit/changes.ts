// The changes made by the admitted records of a batch. Pure.

import type { Draft } from '../prepare/draft.js';
import type { Assessed } from '../prepare/mentions.js';
import type { RecordOf } from '../prepare/records.js';
import type { CompanyRow, RunDimensions } from './state.js';

/** A run to be written, and the figures that the replaced run counted in. `companies` are numbers; the brand is 0 and comes first. */
export interface AdmittedRun extends Pick<Assessed, 'sentiments' | 'positions'> {
  readonly draft: Draft;
  readonly brandId: string;
  /** Parallel to `sentiments` and `positions`. */
  readonly companies: readonly number[];
  /** JSON if derived from the answer text; otherwise it is part of the draft's row. */
  readonly assessments: string | null;
  readonly replaced: RunDimensions | null;
}

/** No changes yet. Of records with the same key the last one wins. */
export const noChanges = () => ({
  organizations: new Map<string, RecordOf<'organization'>>(),
  /** Label by id. */
  models: new Map<string, string>(),
  /** Label by id, of models that are registered unless they exist by then: those named only by runs, by their ids. */
  unseenModels: new Map<string, string>(),
  brands: new Map<string, RecordOf<'brand'>>(),
  /** The ids of brands that are new, or have other names than before. */
  renamedBrands: new Set<string>(),
  prompts: new Map<string, RecordOf<'prompt'> & { readonly number: number }>(),
  /** By brand id and name. */
  companies: new Map<string, CompanyRow>(),
  /** By brand id and id. */
  annotations: new Map<string, RecordOf<'annotation'>>(),
  /** By brand id and run id. */
  runs: new Map<string, AdmittedRun>(),
  /**
   * The admitted runs in order, including those replaced later in the batch, so that the numbers of pages and queries do not depend on the
   * boundaries of batches.
   */
  admitted: [] as AdmittedRun[],
});

/** The changes made by the admitted records of a batch. */
export type Changes = Readonly<ReturnType<typeof noChanges>>;
