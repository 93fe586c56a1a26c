// Checks a run against its prompt and brand, and determines its mentions. Pure.

import { indexOf, mentionsIn } from '../../domain/names/derive.js';
import { inTurns, type Pause } from '../../domain/pause.js';
import type { Fault } from '../../errors.js';
import type { Draft } from '../prepare/draft.js';
import { type Assessed, type Mentions, mentionsOf, type NamedCompany } from '../prepare/mentions.js';
import type { Changes } from './changes.js';
import { type BrandState, channelKey, notRecorded, type State } from './state.js';

/** What records are added to, one after the other. */
export interface Admission {
  readonly state: State;
  readonly changes: Changes;
  readonly pause: Pause;
}

/** Adds a run to the state and the changes, or leaves both unchanged and resolves to every fault. */
export async function admitRun(draft: Draft, { state, changes, pause }: Admission): Promise<readonly Fault[]> {
  const brand = state.brands.get(state.prompts.get(draft.promptId)?.brandId ?? '');
  if (!brand) return [notRecorded('promptId', draft.promptId)];
  const key = `${brand.id}\0${draft.id}`;
  const replaced = brand.runs.get(draft.id) ?? null;
  const refused = state.refusedChannels.get(channelKey(brand.id, draft.channel));
  const faults = [...faultsOf(draft, brand, changes.runs.get(key)?.draft ?? replaced), ...(refused ? [refused] : [])];
  const mentions = faults.length > 0 ? null : await inBrand(draft, brand, pause);
  if (!mentions) return faults;
  if (!state.models.has(draft.model) && !changes.unseenModels.has(draft.model))
    changes.unseenModels.set(draft.model, draft.model);
  const named = mentions.competitorsMentioned.map((name) => companyNumber(name, brand, changes));
  const companies = mentions.brandMentioned ? [0, ...named] : named;
  const { sentiments, positions, assessments = null } = mentions;
  const admitted = { draft, brandId: brand.id, companies, sentiments, positions, assessments, replaced };
  changes.runs.set(key, admitted);
  changes.admitted.push(admitted);
  return [];
}

function faultsOf(
  { promptId, mentions, named }: Draft,
  brand: BrandState,
  earlier: { readonly promptId: string } | null,
): readonly Fault[] {
  const faults: Fault[] = [];
  if (earlier && earlier.promptId !== promptId) {
    const message = `promptId is ${promptId}, but the run is recorded under prompt ${earlier.promptId}: a run cannot change its prompt.`;
    faults.push({ field: 'promptId', message });
  }
  if ('faults' in mentions) faults.push(...mentions.faults);
  if (named.includes(brand.name)) {
    const message = `competitorsMentioned must not name the brand itself, ${JSON.stringify(brand.name)}, nor assessments.competitors say that it is mentioned.`;
    faults.push({ field: 'competitorsMentioned', message });
  }
  return faults;
}

/** The mentions of a run of `brand`, derived from its answer text if necessary; `null` if they cannot be determined. */
async function inBrand(
  { mentions }: Draft,
  brand: BrandState,
  pause: Pause,
): Promise<(Mentions & Partial<Assessed>) | null> {
  if ('faults' in mentions) return null;
  if (!('fields' in mentions)) return mentions;
  const { fields } = mentions;
  brand.nameIndex ??= await inTurns(indexOf(companiesToFind(brand)), pause);
  return mentionsOf(fields, await inTurns(mentionsIn(fields.answer ?? '', brand.nameIndex), pause));
}

/** The brand and its tracked competitors. */
function companiesToFind(brand: BrandState): readonly NamedCompany[] {
  return [
    { id: 0, name: brand.name, names: [brand.name, ...brand.aliases] },
    ...[...brand.companies.values()]
      .filter(({ tracked }) => tracked)
      .sort((a, b) => a.id - b.id)
      .map(({ id, name, aliases }) => ({ id, name, names: [name, ...aliases] })),
  ];
}

/** The number of the company with this name; a new name becomes a company that is not tracked. */
function companyNumber(name: string, brand: BrandState, changes: Changes): number {
  const known = brand.companies.get(name);
  if (known) return known.id;
  const company = { brandId: brand.id, id: ++brand.lastCompany, name, tracked: false, aliases: [], domains: [] };
  brand.companies.set(name, company);
  changes.companies.set(`${brand.id}\0${name}`, company);
  return company.id;
}
