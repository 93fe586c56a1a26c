// The look-ups of the recorder: one statement per function, from many keys to the existing rows.

import type pg from 'pg';
import { bindings, lookUps } from '../../database/bindings.js';
import {
  type BrandState,
  type CompanyRow,
  type DeletionState,
  newBrand,
  type PromptState,
  type RunDimensions,
  type State,
} from '../admit/state.js';
import { lastNumbers } from './number-rows.js';

/** The ids among `ids` that are organizations, or models. */
export async function findIds(
  client: pg.ClientBase,
  table: 'organization' | 'model',
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(`select id from ${table} where id = any($1)`, [ids]);
  return rows.map((row) => row.id);
}

/** The recorded prompts among `ids`, by id. */
export async function findPrompts(client: pg.ClientBase, ids: readonly string[]): Promise<Map<string, PromptState>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; brandId: string; number: number }>(
    'select id, brand_id as "brandId", number from prompt where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, brandId, number }) => [id, { brandId, number }]));
}

/** What deletions left of the brands. */
type Deletions = State['deletions'];

export async function findDeletions(client: pg.ClientBase, brandIds: readonly string[]): Promise<Deletions> {
  if (brandIds.length === 0) return new Map();
  const { rows } = await client.query<{ brandId: string } & DeletionState>(
    `select brand_id as "brandId", deletions::float8, unfinished, prompt, company from deletion where brand_id = any($1)`,
    [brandIds],
  );
  return new Map(rows.map(({ brandId, ...deletion }) => [brandId, deletion]));
}

/** The recorded brands among `ids`, with the highest numbers assigned to their companies and prompts. */
export async function findBrands(
  client: pg.ClientBase,
  ids: readonly string[],
  deletions: Deletions,
): Promise<readonly BrandState[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<Pick<BrandState, 'id' | 'organizationId' | 'name' | 'aliases' | 'lastPrompt'>>(
    `select id, organization_id as "organizationId", name, aliases,
       coalesce((select max(prompt.number) from prompt where prompt.brand_id = brand.id), 0) as "lastPrompt"
     from brand where id = any($1)`,
    [ids],
  );
  const last = await lastNumbers(client, 'company', ids);
  return rows.map((row) => ({
    ...newBrand(row.id, row.organizationId),
    ...row,
    lastCompany: last.get(row.id) ?? 0,
    lastPrompt: Math.max(row.lastPrompt, deletions.get(row.id)?.prompt ?? 0),
  }));
}

export interface CompanyName {
  readonly brandId: string;
  readonly name: string;
}

/** The tracked companies of the brands, and those with a name in `names`. */
export async function findCompanies(
  client: pg.ClientBase,
  brandIds: readonly string[],
  names: readonly CompanyName[],
): Promise<readonly CompanyRow[]> {
  if (brandIds.length === 0) return [];
  const { values, bind } = bindings();
  const columns = 'brand_id as "brandId", id, name, tracked, aliases, domains';
  const { rows } = await client.query<CompanyRow>(
    `select ${columns} from company where brand_id = any(${bind(brandIds)}) and tracked
     union all
     select company.*
     from unnest(${bind(names.map((each) => each.brandId))}::text[], ${bind(names.map((each) => each.name))}::text[]) as wanted (brand_id, name)
     cross join ${lookUps(brandIds, bind)({ table: 'company', columns, equal: { brand_id: 'wanted.brand_id', name: 'wanted.name' } })}
     where not tracked`,
    values,
  );
  return rows;
}

export interface RunKey {
  readonly brandId: string;
  readonly id: string;
}

/** The recorded runs among `keys`, with their dimensions. */
export async function findRuns(
  client: pg.ClientBase | pg.Pool,
  keys: readonly RunKey[],
): Promise<readonly (RunKey & RunDimensions)[]> {
  if (keys.length === 0) return [];
  const { values, bind } = bindings();
  const brandIds = keys.map((key) => key.brandId);
  const columns = `brand_id as "brandId", id, prompt_id as "promptId", model, provider, web_search_enabled as "webSearchEnabled", market,
    (extract(epoch from created_at) * 1000)::float8 as "createdAt"`;
  const { rows } = await client.query<RunKey & RunDimensions>(
    `select run.*
     from unnest(${bind(brandIds)}::text[], ${bind(keys.map((key) => key.id))}::uuid[]) as wanted (brand_id, id)
     cross join ${lookUps(brandIds, bind)({ table: 'run', columns, equal: { brand_id: 'wanted.brand_id', id: 'wanted.id' } })}`,
    values,
  );
  return rows;
}
