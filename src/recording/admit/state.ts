// The recorded state that a batch refers to. Admission reads it and updates it record by record. Pure.

import type { NameIndex } from '../../domain/names/derive.js';
import type { Channel } from '../../domain/selection/channel.js';
import type { Fault } from '../../errors.js';
import type { NamedCompany } from '../prepare/mentions.js';

/** A company row. Id 0 is the brand itself, which has no row. */
export interface CompanyRow {
  readonly brandId: string;
  readonly id: number;
  readonly name: string;
  readonly tracked: boolean;
  readonly aliases: readonly string[];
  readonly domains: readonly string[];
}

/** The dimensions by which a run is counted in figures. `createdAt` in epoch milliseconds. */
export interface RunDimensions extends Channel {
  readonly brandId: string;
  readonly promptId: string;
  readonly createdAt: number;
}

export interface BrandState {
  readonly id: string;
  organizationId: string;
  name: string;
  aliases: readonly string[];
  /** The highest numbers assigned so far. */
  lastCompany: number;
  lastPrompt: number;
  /** By name: every tracked company, and every company named by the batch. */
  readonly companies: Map<string, CompanyRow>;
  /** By id: the existing runs that the batch replaces. */
  readonly runs: Map<string, RunDimensions>;
  /** Of the brand and its tracked competitors, once a text was looked through; follows their changes. */
  nameIndex: NameIndex<NamedCompany> | null;
}

export interface PromptState {
  readonly brandId: string;
  readonly number: number;
}

/** What deletions left of a brand: their number, whether its own is unfinished, and the highest numbers that were given before. */
export interface DeletionState {
  readonly deletions: number;
  readonly unfinished: boolean;
  readonly prompt: number;
  readonly company: number;
}

/** What a recorder reaches: the brands of an organization, or only some of them. `null`: everything. */
export type Reach = {
  readonly organizationId: string;
  /** `null`: all of the organization, and new ones. */
  readonly brandIds: readonly string[] | null;
} | null;

export interface State {
  /** Who records. */
  readonly reach: Reach;
  /** The ids of brands and prompts that are there, but out of reach. */
  readonly taken: Set<string>;
  /** By brand id. */
  readonly deletions: ReadonlyMap<string, DeletionState>;
  readonly organizations: Set<string>;
  readonly models: Set<string>;
  readonly brands: Map<string, BrandState>;
  readonly prompts: Map<string, PromptState>;
  /** By `channelKey`: why runs of these channels are refused. */
  readonly refusedChannels: ReadonlyMap<string, Fault>;
}

/** The place of a channel among the prepared ones, in a brand. */
export function channelKey(brandId: string, channel: number): string {
  return `${channel} ${brandId}`;
}

/** A brand without data; `earlier`: what deletions left of one with its id. */
export function newBrand(id: string, organizationId: string, earlier?: DeletionState): BrandState {
  const [companies, runs] = [new Map<string, CompanyRow>(), new Map<string, RunDimensions>()];
  const { company: lastCompany = 0, prompt: lastPrompt = 0 } = earlier ?? {};
  return { id, organizationId, name: '', aliases: [], lastCompany, lastPrompt, companies, runs, nameIndex: null };
}

/** The fault of a reference to a record that does not exist and does not occur earlier in the input. */
export function notRecorded(field: string, value: string): Fault {
  return {
    field,
    message: `${field} ${JSON.stringify(value)} is not recorded: referenced records must come before the records that refer to them.`,
  };
}
