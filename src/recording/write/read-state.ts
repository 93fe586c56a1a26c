// Reads the state that a batch of records refers to, under the locks that keep it as it is.

import type pg from 'pg';
import type { PromptState, State } from '../admit/state.js';
import type { Writable } from '../prepare/prepare.js';
import { ofType } from '../prepare/records.js';
import { type CompanyName, findBrands, findCompanies, findDeletions, findIds, findRuns } from './lookups.js';

/** What is known before the state is read: who records, which channels are refused, and the brands and prompts of the records. */
interface Before extends Pick<State, 'reach' | 'refusedChannels' | 'prompts'> {
  readonly brandIds: readonly string[];
}

/** The state of everything that `records` refer to. Hold the locks while it is used. */
export async function readState(
  client: pg.ClientBase,
  records: readonly Writable[],
  { brandIds, ...before }: Before,
): Promise<State> {
  const runs = ofType(records, 'run');
  const brandOf = brandsByPrompt(records, before.prompts);
  const owners = distinct(ofType(records, 'brand').map((each) => each.organizationId));
  const organizations = await findIds(client, 'organization', owners);
  const models = await findIds(client, 'model', distinct(runs.map((run) => run.model)));
  const deletions = await findDeletions(client, brandIds);
  const brands = await findBrands(client, brandIds, deletions);
  const byId = new Map(brands.map((brand) => [brand.id, brand]));
  for (const company of await findCompanies(client, brandIds, namesIn(records, brandOf))) {
    byId.get(company.brandId)?.companies.set(company.name, company);
  }
  const keys = runs.flatMap(({ id, promptId }) => {
    const brandId = brandOf.get(promptId);
    return brandId === undefined ? [] : [{ id, brandId }];
  });
  for (const { id, ...place } of await findRuns(client, keys)) byId.get(place.brandId)?.runs.set(id, place);
  const [owning, known] = [new Set(organizations), new Set(models)];
  return { ...before, organizations: owning, models: known, brands: byId, deletions, taken: new Set() };
}

export function distinct(items: readonly string[]): readonly string[] {
  return [...new Set(items)];
}

/** The brand of each prompt that the batch records or finds recorded; the recorded one wins, as no prompt moves. `partsOf` leaves no prompt to two. */
function brandsByPrompt(
  records: readonly Writable[],
  prompts: ReadonlyMap<string, PromptState>,
): ReadonlyMap<string, string> {
  const byPrompt = new Map(ofType(records, 'prompt').map(({ id, brandId }) => [id, brandId]));
  for (const [id, { brandId }] of prompts) byPrompt.set(id, brandId);
  return byPrompt;
}

/** Every name that may turn out to be a company's: of competitors, of companies that runs name, and of brands, which must not take one. */
function namesIn(records: readonly Writable[], brandOf: ReadonlyMap<string, string>): readonly CompanyName[] {
  const names = new Map<string, CompanyName>();
  const add = (brandId: string | undefined, name: string) => {
    if (brandId !== undefined) names.set(`${brandId}\0${name}`, { brandId, name });
  };
  for (const record of records) {
    if (record.type === 'brand') add(record.id, record.name);
    if (record.type === 'competitor') add(record.brandId, record.name);
    if (record.type !== 'run') continue;
    const brandId = brandOf.get(record.promptId);
    for (const name of record.named) add(brandId, name);
  }
  return [...names.values()];
}
