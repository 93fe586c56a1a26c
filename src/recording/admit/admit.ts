// Checks the records of a batch, in order, against the recorded state, and collects their changes. Pure: it works on the given state.

import { isDeepStrictEqual } from 'node:util';
import { maxPromptNumber } from '../../domain/limits.js';
import { renameIn } from '../../domain/names/derive.js';
import { inTurns, type Pause } from '../../domain/pause.js';
import type { Fault } from '../../errors.js';
import type { NamedCompany } from '../prepare/mentions.js';
import type { Step, Writable } from '../prepare/prepare.js';
import type { RecordOf } from '../prepare/records.js';
import { type Admission, admitRun } from './admit-run.js';
import { unreachableFaults } from './reach.js';
import { type BrandState, newBrand, notRecorded } from './state.js';

/** Adds records, in order, to the state and the changes; resolves to the faults of those that have any, which leave both unchanged. */
export async function admitAll(records: readonly Writable[], to: Admission): Promise<Refused> {
  const refused = new Map<Writable, readonly Fault[]>();
  for (const record of records) {
    if (to.pause.isDue()) await to.pause.take();
    const faults = await admit(record, to);
    if (faults.length > 0) refused.set(record, faults);
  }
  return refused;
}

/** The records of a batch that are not admitted, and why. */
export type Refused = ReadonlyMap<Step, readonly Fault[]>;

async function admit(record: Writable, to: Admission): Promise<readonly Fault[]> {
  const { state, changes } = to;
  switch (record.type) {
    case 'run':
      return admitRun(record, to);
    case 'organization': {
      const faults = unreachableFaults(state, record);
      if (faults.length > 0) return faults;
      state.organizations.add(record.id);
      changes.organizations.set(record.id, record);
      return [];
    }
    case 'model':
      state.models.add(record.id);
      // All brands share models: a key of an organization adds one, and leaves one that is there as it is.
      (state.reach === null ? changes.models : changes.unseenModels).set(record.id, record.label);
      return [];
    case 'brand':
      return admitBrand(record, to);
    case 'competitor':
      return admitCompetitor(record, to);
    case 'prompt':
      return admitPrompt(record, to);
    case 'annotation':
      if (!state.brands.has(record.brandId)) return [notRecorded('brandId', record.brandId)];
      changes.annotations.set(`${record.brandId}\0${record.id}`, record);
      return [];
  }
}

async function admitBrand(record: RecordOf<'brand'>, { state, changes, pause }: Admission): Promise<readonly Fault[]> {
  const { id, organizationId, name, aliases } = record;
  const faults: Fault[] = [...unreachableFaults(state, record)];
  const brand = state.brands.get(id);
  if (!state.organizations.has(organizationId)) faults.push(notRecorded('organizationId', organizationId));
  if (brand && brand.organizationId !== organizationId) {
    const message = `organizationId is ${JSON.stringify(organizationId)}, but the brand belongs to ${JSON.stringify(brand.organizationId)}: a brand cannot change its organization.`;
    faults.push({ field: 'organizationId', message });
  }
  const company = brand?.companies.get(name);
  if (company) {
    const whose = company.tracked ? 'a competitor of this brand' : 'a company that is, or was, recorded for this brand';
    const message = `name ${JSON.stringify(name)} is the name of ${whose}: the two must differ.`;
    faults.push({ field: 'name', message });
  }
  if (faults.length > 0) return faults;
  const admitted = brand ?? newBrand(id, organizationId, state.deletions.get(id));
  const names = [name, ...aliases];
  if (!isDeepStrictEqual(names, [admitted.name, ...admitted.aliases])) {
    changes.renamedBrands.add(id);
    Object.assign(admitted, { name, aliases });
    await renamed(admitted, { id: 0, name, names }, pause);
  }
  state.brands.set(id, admitted);
  changes.brands.set(id, record);
  return [];
}

async function admitCompetitor(
  record: RecordOf<'competitor'>,
  { state, changes, pause }: Admission,
): Promise<readonly Fault[]> {
  const { brandId, name, tracked, aliases, domains } = record;
  const brand = state.brands.get(brandId);
  if (!brand) return [notRecorded('brandId', brandId)];
  if (brand.name === name) {
    const message = `name ${JSON.stringify(name)} is the name of the brand itself: a competitor must have another name.`;
    return [{ field: 'name', message }];
  }
  const id = brand.companies.get(name)?.id ?? ++brand.lastCompany;
  const company = { brandId, id, name, tracked, aliases, domains };
  brand.companies.set(name, company);
  await renamed(brand, { id, name, names: tracked ? [name, ...aliases] : [] }, pause);
  changes.companies.set(`${brandId}\0${name}`, company);
  return [];
}

/** What was indexed before is brought up to date: brands with thousands of companies may change one after each run. */
async function renamed({ nameIndex }: BrandState, company: NamedCompany, pause: Pause): Promise<void> {
  if (nameIndex) await inTurns(renameIn(nameIndex, company), pause);
}

function admitPrompt(record: RecordOf<'prompt'>, { state, changes }: Admission): readonly Fault[] {
  const { id, brandId } = record;
  const brand = state.brands.get(brandId);
  if (!brand) return [notRecorded('brandId', brandId)];
  const prompt = state.prompts.get(id);
  const faults = unreachableFaults(state, record);
  if (faults.length > 0) return faults;
  if (prompt && prompt.brandId !== brandId) {
    const message = `brandId is ${JSON.stringify(brandId)}, but the prompt belongs to another brand: a prompt cannot change its brand.`;
    return [{ field: 'brandId', message }];
  }
  if (!prompt && brand.lastPrompt >= maxPromptNumber) {
    const message = `Brand ${JSON.stringify(brandId)} has had ${maxPromptNumber.toLocaleString('en-US')} prompts, and more cannot be told apart: record this one under another brand.`;
    return [{ field: 'brandId', message }];
  }
  const number = prompt?.number ?? ++brand.lastPrompt;
  state.prompts.set(id, { brandId, number });
  changes.prompts.set(id, { ...record, number });
  return [];
}
