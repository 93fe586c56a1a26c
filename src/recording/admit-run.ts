// Whether a run fits its prompt and brand, and who it mentions in the end. Pure.

import type { Fault } from '../errors.js';
import type { Changes } from './changes.js';
import { mentionsOf } from './mentions.js';
import type { RecordOf } from './records.js';
import { type BrandState, notRecorded, type State } from './state.js';

/** Takes a run into `state` and `changes`, or leaves both as they are and returns every fault. */
export function admitRun(record: RecordOf<'run'>, state: State, changes: Changes): readonly Fault[] {
  const brand = state.brands.get(state.prompts.get(record.promptId)?.brandId ?? '');
  if (!brand) return [notRecorded('promptId', record.promptId)];
  const key = `${brand.id}\0${record.id}`;
  const earlier = changes.runs.get(key)?.record ?? brand.runs.get(record.id);
  const faults: Fault[] = [];
  if (earlier && earlier.promptId !== record.promptId) {
    const message = `promptId is ${record.promptId}, but the run is recorded under prompt ${earlier.promptId}: a run cannot move.`;
    faults.push({ field: 'promptId', message });
  }
  const mentions = mentionsOf(record, brand);
  if ('faults' in mentions) faults.push(...mentions.faults);
  if (faults.length > 0 || 'faults' in mentions) return faults;
  if (!state.models.has(record.model)) changes.unseenModels.add(record.model);
  const named = mentions.competitorsMentioned.map((name) => companyNumber(name, brand, changes));
  const assessed = mentions.competitorsMentioned.flatMap((name) => mentions.competitors.get(name) ?? []);
  changes.runs.set(key, {
    record,
    brandId: brand.id,
    companies: mentions.brand.mentioned ? [0, ...named] : named,
    assessed: mentions.brand.mentioned ? [mentions.brand, ...assessed] : assessed,
    assessments: mentions,
    replaced: brand.runs.get(record.id) ?? null,
    citedFrom: changes.cited.length,
  });
  for (const { url } of record.citations) changes.cited.push({ brandId: brand.id, page: url.page });
  return [];
}

/** The number of the company that bears `name`; a new name becomes a company that is not tracked. */
function companyNumber(name: string, brand: BrandState, changes: Changes): number {
  const known = brand.companies.get(name);
  if (known) return known.id;
  const company = { brandId: brand.id, id: ++brand.lastCompany, name, tracked: false, aliases: [], domains: [] };
  brand.companies.set(name, company);
  changes.companies.set(`${brand.id}\0${name}`, company);
  return company.id;
}
