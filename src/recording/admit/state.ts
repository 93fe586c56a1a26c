// What is recorded already of the things that a batch refers to. Admission works on it and carries it along from record to record. Pure.

import type { Fault } from '../../errors.js';
import type { Deriver } from '../prepare/derive.js';
import type { NamedCompany } from '../prepare/mentions.js';

/** A company row; id 0 is the brand itself and has none. */
export interface CompanyRow {
  readonly brandId: string;
  readonly id: number;
  readonly name: string;
  readonly tracked: boolean;
  readonly aliases: readonly string[];
  readonly domains: readonly string[];
}

/** Where a run counts: all that a figure computed earlier may rest on. `createdAt` in epoch milliseconds. */
export interface Place {
  readonly brandId: string;
  readonly promptId: string;
  readonly model: string;
  readonly createdAt: number;
}

export interface BrandState {
  readonly id: string;
  organizationId: string;
  name: string;
  aliases: readonly string[];
  /** The highest numbers given so far. */
  lastCompany: number;
  lastPrompt: number;
  /** By name: every tracked company, and every one that the batch names. */
  readonly companies: Map<string, CompanyRow>;
  /** By id: the recorded runs that the batch records again. */
  readonly runs: Map<string, Place>;
  /** Finds the brand and its tracked competitors; forgotten when one of them changes. */
  deriver: Deriver<NamedCompany> | null;
}

export interface PromptState {
  readonly brandId: string;
  readonly number: number;
}

export interface State {
  readonly organizations: Set<string>;
  readonly models: Set<string>;
  readonly brands: Map<string, BrandState>;
  readonly prompts: Map<string, PromptState>;
}

export function newBrand(id: string, organizationId: string): BrandState {
  const [companies, runs] = [new Map<string, CompanyRow>(), new Map<string, Place>()];
  return { id, organizationId, name: '', aliases: [], lastCompany: 0, lastPrompt: 0, companies, runs, deriver: null };
}

/** The fault of a reference to something that is neither recorded nor earlier in the input. */
export function notRecorded(field: string, value: string): Fault {
  return {
    field,
    message: `${field} ${JSON.stringify(value)} is not recorded: what a record refers to must come before it.`,
  };
}
