// What a field costs, declared beside its resolver: known from a document, its variables and the stored sizes of what it names, before
// anything of it is run. The unit is about one value of an answer.

import type { PagePart } from '../domain/run.js';
import type { Part } from '../domain/summary.js';

/** A part of a summary, the models' labels, or a part of a page. */
export type Need = Part | 'labels' | PagePart;

/**
 * How many elements a list has at most: the days of the window, as many as `limit` or `first` ask for, or what is stored. A list of objects that
 * declares none is charged when its length is known.
 */
export type Size = 'days' | 'limit' | 'first' | 'companies' | 'competitors' | 'models' | 'brands';

/** What reading something costs: so much in any case, and more for each day, company and so on that it is read from. */
export interface Price {
  readonly base: number;
  readonly perDay?: number;
  readonly perCompany?: number;
  readonly perModel?: number;
  readonly perPrompt?: number;
  /** Instead of `perPrompt` where `search` or `tags` are given: every prompt is looked at. */
  readonly perPromptFiltered?: number;
}

/** The argument of a field that names a brand, or a prompt of one: its sizes count for all that lies beneath. */
export type SubjectArgument = 'brandId' | 'id' | 'promptId';

export interface FieldCost {
  /** Beyond the 1 that every field costs, each time that it is selected. */
  readonly price?: Price;
  /** Of a list of objects: everything beneath it counts so many times. */
  readonly size?: Size;
  /** Whether the parts that fields beneath it need are read for it, each once. */
  readonly isRead?: true;
  readonly subject?: SubjectArgument;
  /** Whether the window beneath it is the one before. */
  readonly isBefore?: true;
}

/** What reading a part costs, once for each field that it is read for, however many fields beneath need it. */
export const partPrices: Readonly<Record<Need, Price>> = {
  sums: { base: 200, perDay: 0.05, perCompany: 0.2 },
  days: { base: 200, perDay: 0.2 },
  prompts: { base: 200, perDay: 0.05, perCompany: 0.5, perPrompt: 0.01 },
  distinct: { base: 500, perDay: 0.5 },
  domainSources: { base: 300, perDay: 2 },
  urlSources: { base: 3_000, perDay: 15 },
  sourcePrompts: { base: 500, perDay: 0.5 },
  labels: { base: 5, perModel: 0.05 },
  rows: { base: 20 },
  total: { base: 20, perDay: 0.01 },
  next: { base: 1 },
};
