// Which runs a question is about, by trying every run against every condition.

import { alignDown, instantOf } from './days.js';
import type { Company } from './figures.js';
import { findCompanies } from './words.js';
import type { NaiveRun, NaiveWorld } from './world.js';

/** Aligned instants, half-open. */
export interface NaiveWindow {
  readonly start: number;
  readonly end: number;
}

/** What narrows the runs of a brand; no `tags`: all prompts. */
export interface Selection {
  readonly brandId: string;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly promptId?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly filter?: Filter | undefined;
}

/** As GraphQL takes it; an absent field: no filter. */
export interface Filter {
  readonly models?: readonly string[];
  readonly providers?: readonly string[];
  readonly webSearch?: boolean;
  readonly markets?: readonly string[];
  readonly branded?: boolean;
  readonly promptIds?: readonly string[];
}

export type Outcome = 'all' | 'mentioned' | 'absent' | 'gap';

export function windowOf({ start, end }: { readonly start: string; readonly end: string }): NaiveWindow {
  return { start: alignDown(instantOf(start)), end: alignDown(instantOf(end)) };
}

/** The runs of a selection in a window; of no window there are none. */
export function runsOf(world: NaiveWorld, selection: Selection, window: NaiveWindow | null): readonly NaiveRun[] {
  return world.runs.filter(
    (run) =>
      window !== null &&
      run.createdAt >= window.start &&
      run.createdAt < window.end &&
      run.brandId === selection.brandId &&
      (!selection.model || run.model === selection.model) &&
      (selection.promptId === undefined || run.promptId === selection.promptId) &&
      passes(world, run, selection.filter ?? {}) &&
      hasTag(world, run.promptId, selection.tags ?? []) &&
      hasOutcome(run, selection.outcome ?? 'all'),
  );
}

export function passes(world: NaiveWorld, run: NaiveRun, filter: Filter): boolean {
  const { models, providers, webSearch, markets, branded, promptIds } = filter;
  return (
    isAmong(models, run.model) &&
    isAmong(providers, run.provider) &&
    isAmong(markets, run.market) &&
    (webSearch === undefined || run.webSearchEnabled === webSearch) &&
    isAmong(
      promptIds?.map((id) => id.toLowerCase()),
      run.promptId,
    ) &&
    (branded === undefined || namesBrand(world, run) === branded)
  );
}

function isAmong(list: readonly string[] | undefined, given: string | null): boolean {
  return !list || list.length === 0 || (given !== null && list.includes(given));
}

export function namesBrand(world: NaiveWorld, { brandId, promptId }: NaiveRun): boolean {
  const text = world.prompts.find(({ id }) => id === promptId)?.text ?? '';
  return world.brands.some(({ id, name, aliases = [] }) => {
    return id === brandId && findCompanies(text, [{ company: name, names: [name, ...aliases] }]).length > 0;
  });
}

function hasTag(world: NaiveWorld, promptId: string, tags: readonly string[]): boolean {
  const prompt = world.prompts.find(({ id }) => id === promptId);
  return tags.length === 0 || tags.some((tag) => prompt?.tags.includes(tag));
}

export function hasOutcome({ brandMentioned, competitorsMentioned }: NaiveRun, outcome: Outcome): boolean {
  if (outcome === 'mentioned') return brandMentioned;
  if (outcome === 'absent') return !brandMentioned;
  if (outcome === 'gap') return !brandMentioned && competitorsMentioned.length > 0;
  return true;
}

/** The brand, every competitor tracked now, and every other name that the runs list. */
export function companiesOf(world: NaiveWorld, brandId: string, runs: readonly NaiveRun[]): readonly Company[] {
  const brands = world.brands.filter(({ id }) => id === brandId);
  const tracked = world.companies.filter((each) => each.brandId === brandId && each.tracked).map(({ name }) => name);
  const named = new Set([...tracked, ...runs.flatMap(({ competitorsMentioned }) => competitorsMentioned)]);
  return [
    ...brands.map(({ name }) => ({ name, isBrand: true })),
    ...[...named].map((name) => ({ name, isBrand: false })),
  ];
}

export function rangeOf({ start, end }: NaiveWindow) {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
