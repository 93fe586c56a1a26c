// The cost of a field, declared with its resolver. It is known from the document, its variables and the stored sizes of the subjects it names, before
// anything is executed. The unit is about one value of a response.

import type { PagePart } from '../domain/run.js';
import type { Part } from '../domain/summary.js';

/** A part of a summary, the figures of prompts in the window before, the models' labels, or a part of a page. */
export type Need = Part | 'previousFigures' | 'labels' | PagePart;

/**
 * The maximum length of a list: the days of the window, `limit`, or a stored size. A list of objects that
 * declares none is charged when its length is known.
 */
export type Size = 'days' | 'limit' | 'companies' | 'competitors' | 'models' | 'brands';

/** The price of a read: a base, and amounts per day, company and so on. */
export interface Price {
  readonly base: number;
  readonly perDay?: number;
  readonly perCompany?: number;
  readonly perModel?: number;
  readonly perPrompt?: number;
  /** Replaces `perPrompt` if `search` or `tags` are given: every prompt is read. */
  readonly perPromptFiltered?: number;
}

/** The argument that names a brand or a prompt, whose sizes apply to all fields below. */
export type SubjectArgument = 'brandId' | 'id' | 'promptId';

export interface FieldCost {
  /** In addition to the 1 that every field costs, for each selection. */
  readonly price?: Price;
  /** For a list of objects: the factor for everything below it. */
  readonly size?: Size;
  /** For a list without a size: whether it may be long, so that it is answered in turns. */
  readonly isLong?: true;
  /** Whether the parts that fields below need are read for this field, each once. */
  readonly isRead?: true;
  readonly subject?: SubjectArgument;
  /** Whether the window below it is the preceding one. */
  readonly isBefore?: true;
}

/** The price of reading a part, charged once for each field that it is read for, regardless of how many fields below need it. */
export const partPrices: Readonly<Record<Need, Price>> = {
  sums: { base: 200, perDay: 0.05, perCompany: 0.2 },
  days: { base: 200, perDay: 0.2 },
  prompts: { base: 200, perDay: 0.05, perCompany: 0.5, perPrompt: 0.01 },
  distinct: { base: 500, perDay: 0.5 },
  promptFigures: { base: 300, perDay: 1, perPrompt: 0.2 },
  previousFigures: { base: 300, perDay: 1, perPrompt: 0.2 },
  companySeries: { base: 300, perDay: 0.5, perCompany: 0.5 },
  urlItems: { base: 3_000, perDay: 15 },
  domainItems: { base: 500, perDay: 3 },
  queryItems: { base: 3_000, perDay: 15 },
  labels: { base: 5, perModel: 0.05 },
  rows: { base: 20, perCompany: 0.4 },
  total: { base: 20, perDay: 0.01 },
  next: { base: 1 },
};
