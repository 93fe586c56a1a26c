// What a field costs, declared beside its resolver: known from a document and its variables, before anything is run. The unit is about
// one value of an answer.

import type { Need } from './selection.js';

/** How many elements a list is taken to have: so many, one for each day of the window, or as many as `limit` or `first` ask for. */
export type Size = number | 'days' | 'limit' | 'first';

export interface FieldCost {
  /** Beyond the 1 that every field costs, each time that it is selected. */
  readonly price?: number;
  /** Of a list of objects: everything beneath it counts so many times. */
  readonly size?: Size;
  /** Whether the parts that fields beneath it need are read for it, each once. */
  readonly isRead?: true;
}

/** Extensions of a field that costs more than its value. */
export function costs(cost: FieldCost): { readonly cost: FieldCost } {
  return { cost };
}

/** What reading a part costs, once for each field that it is read for, however many fields beneath need it. */
export const partPrices: Readonly<Record<Need, number>> = {
  sums: 200,
  days: 200,
  prompts: 200,
  distinct: 500,
  domainSources: 300,
  urlSources: 500,
  sourcePrompts: 500,
  labels: 5,
  rows: 20,
  total: 20,
  next: 1,
};

/** The size of a list for which none is declared. */
export const usualSize = 10;
