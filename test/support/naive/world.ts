// What stands after records were taken in one after the other: plain arrays, each record checked by the plain rules.

import { instantOf } from './days.js';
import { mentionsOf, type NaiveMentions } from './mentions.js';
import { pageOf } from './pages.js';
import type { AnyRecord, BrandRecord, CitationRecord, CompetitorRecord, PromptRecord, RunRecord } from './record.js';

export interface NaiveRun extends NaiveMentions {
  readonly id: string;
  readonly brandId: string;
  readonly promptId: string;
  readonly model: string;
  readonly provider: string;
  readonly webSearchEnabled: boolean;
  readonly market: string | null;
  readonly createdAt: number;
  readonly answer: string | null;
  readonly webQueries: readonly string[];
  readonly citations: readonly CitationRecord[];
}

/** A name that is tracked, was tracked, or was only mentioned, in the order in which a brand came to know them. */
export interface NaiveCompany {
  readonly brandId: string;
  readonly name: string;
  tracked: boolean;
  aliases: readonly string[];
  domains: readonly string[];
}

export interface NaivePrompt {
  readonly id: string;
  readonly brandId: string;
  text: string;
  tags: readonly string[];
}

export interface NaiveWorld {
  readonly organizations: string[];
  readonly models: { readonly id: string; label: string }[];
  readonly brands: BrandRecord[];
  readonly companies: NaiveCompany[];
  readonly prompts: NaivePrompt[];
  readonly runs: NaiveRun[];
  /** Every title that a run gave a URL, also one that was recorded again without it. */
  readonly titles: { readonly brandId: string; readonly url: string; readonly title: string }[];
  /** The records that were refused; they changed nothing. */
  readonly rejected: AnyRecord[];
}

/** The world after `records`, in order. */
export function worldOf(records: readonly AnyRecord[]): NaiveWorld {
  const world: NaiveWorld = {
    organizations: [],
    models: [],
    brands: [],
    companies: [],
    prompts: [],
    runs: [],
    titles: [],
    rejected: [],
  };
  for (const record of records) if (!take(record, world)) world.rejected.push(record);
  return world;
}

function take(record: AnyRecord, world: NaiveWorld): boolean {
  switch (record.type) {
    case 'organization':
      if (!world.organizations.includes(record.id)) world.organizations.push(record.id);
      return true;
    case 'model':
      replace(world.models, { id: record.id.trim(), label: record.label });
      return true;
    case 'brand':
      return takeBrand(record, world);
    case 'competitor':
      return takeCompetitor(record, world);
    case 'prompt':
      return takePrompt(record, world);
    case 'run':
      return takeRun(record, world);
  }
}

/** Puts `item` in the place of the one with its id, or at the end. */
function replace<T extends { readonly id: string }>(items: T[], item: T): void {
  const index = items.findIndex(({ id }) => id === item.id);
  if (index < 0) items.push(item);
  else items[index] = item;
}

function takeBrand(record: BrandRecord, world: NaiveWorld): boolean {
  const earlier = world.brands.find(({ id }) => id === record.id);
  if (!world.organizations.includes(record.organizationId)) return false;
  if (earlier && earlier.organizationId !== record.organizationId) return false;
  if (world.companies.some(({ brandId, name }) => brandId === record.id && name === record.name)) return false;
  replace(world.brands, record);
  return true;
}

function takeCompetitor({ brandId, name, tracked, aliases, domains }: CompetitorRecord, world: NaiveWorld): boolean {
  const brand = world.brands.find(({ id }) => id === brandId);
  if (!brand || brand.name === name) return false;
  const company = knownCompany(brandId, name, world);
  company.tracked = tracked ?? true;
  company.aliases = aliases ?? [];
  company.domains = domains ?? [];
  return true;
}

function knownCompany(brandId: string, name: string, world: NaiveWorld): NaiveCompany {
  const known = world.companies.find((each) => each.brandId === brandId && each.name === name);
  if (known) return known;
  const company = { brandId, name, tracked: false, aliases: [], domains: [] };
  world.companies.push(company);
  return company;
}

function takePrompt(record: PromptRecord, world: NaiveWorld): boolean {
  const id = record.id.toLowerCase();
  const earlier = world.prompts.find((each) => each.id === id);
  if (!world.brands.some((brand) => brand.id === record.brandId)) return false;
  if (earlier && earlier.brandId !== record.brandId) return false;
  const tags = (record.tags ?? []).map((tag) => tag.trim());
  replace(world.prompts, { id, brandId: record.brandId, text: record.text, tags });
  return true;
}

function takeRun(record: RunRecord, world: NaiveWorld): boolean {
  const id = record.id.toLowerCase();
  const prompt = world.prompts.find((each) => each.id === record.promptId.toLowerCase());
  const brand = world.brands.find((each) => each.id === prompt?.brandId);
  if (!prompt || !brand) return false;
  const place = world.runs.findIndex((each) => each.brandId === brand.id && each.id === id);
  if (place >= 0 && world.runs[place]?.promptId !== prompt.id) return false;
  if ((record.citations ?? []).some(({ url }) => pageOf(url) === null)) return false;
  const tracked = world.companies.filter((each) => each.brandId === brand.id && each.tracked);
  const mentions = mentionsOf(record, brand.name, [
    { company: brand.name, names: [brand.name, ...(brand.aliases ?? [])] },
    ...tracked.map(({ name, aliases }) => ({ company: name, names: [name, ...aliases] })),
  ]);
  if (!mentions) return false;
  for (const name of mentions.competitorsMentioned) knownCompany(brand.id, name, world);
  const model = record.model.trim();
  if (!world.models.some((each) => each.id === model)) world.models.push({ id: model, label: model });
  for (const { url, title } of record.citations ?? []) {
    if (typeof title === 'string') world.titles.push({ brandId: brand.id, url: pageOf(url)?.url ?? '', title });
  }
  world.runs.splice(place < 0 ? world.runs.length : place, 1, {
    ...mentions,
    id,
    brandId: brand.id,
    promptId: prompt.id,
    model,
    provider: record.provider.trim(),
    webSearchEnabled: record.webSearchEnabled ?? false,
    market: record.market?.trim() ?? null,
    createdAt: instantOf(record.createdAt),
    answer: record.answer ?? null,
    webQueries: record.webQueries ?? [],
    citations: record.citations ?? [],
  });
  return true;
}
