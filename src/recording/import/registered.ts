// What is recorded of a brand before an import: its names, its prompts by text, and all models.

import type { Database } from '../../database/postgres.js';
import type { CompanyRow } from '../admit/state.js';
import type { NamedCompany } from '../prepare/mentions.js';

export interface Registered {
  /** `null`: there is no such brand. */
  readonly brand: { readonly organizationId: string; readonly name: string } | null;
  /** Whether the organization that a new brand is to belong to is recorded. */
  readonly hasOrganization: boolean;
  /** The brand, with the number 0, and its tracked competitors. */
  readonly companies: readonly NamedCompany[];
  /** What is recorded of companies that are to be tracked, and are not yet, by their names. */
  readonly untracked: ReadonlyMap<string, { readonly aliases: readonly string[]; readonly domains: readonly string[] }>;
  /** Ids of prompts by their texts. */
  readonly prompts: ReadonlyMap<string, string>;
  /** Ids of all prompts, those included whose text an earlier one has. */
  readonly promptIds: ReadonlySet<string>;
  /** Ids of models by their ids and by their labels, in lower case. */
  readonly models: ReadonlyMap<string, string>;
}

interface Subject {
  readonly brandId: string;
  readonly organizationId: string | null;
  /** Names of competitors to be tracked. */
  readonly competitors: readonly string[];
}

/** Reads what is recorded of a brand, and whether there is an organization. Where two prompts have one text, the first that was recorded counts. */
export async function readRegistered(
  { pool }: Pick<Database, 'pool'>,
  { brandId, organizationId, competitors }: Subject,
): Promise<Registered> {
  const organizations = await pool.query('select 1 from organization where id = $1', [organizationId]);
  const brands = await pool.query<{ organizationId: string; name: string; aliases: string[] }>(
    'select organization_id as "organizationId", name, aliases from brand where id = $1',
    [brandId],
  );
  const companies = await pool.query<Omit<CompanyRow, 'brandId'>>(
    'select id, name, aliases, domains, tracked from company where brand_id = $1 and (tracked or name = any($2)) order by id',
    [brandId, competitors],
  );
  const prompts = await pool.query<{ id: string; text: string }>(
    'select id, text from prompt where brand_id = $1 order by number desc',
    [brandId],
  );
  const models = await pool.query<{ id: string; label: string }>(
    'select id, label from model order by id collate "C" desc',
  );
  const [brand = null] = brands.rows;
  const tracked = companies.rows.filter((each) => each.tracked);
  const self = brand ? [{ id: 0, name: brand.name, names: [brand.name, ...brand.aliases] }] : [];
  return {
    brand,
    hasOrganization: organizations.rows.length > 0,
    companies: [...self, ...tracked.map(({ id, name, aliases }) => ({ id, name, names: [name, ...aliases] }))],
    untracked: new Map(
      companies.rows.filter((each) => !each.tracked).map(({ name, aliases, domains }) => [name, { aliases, domains }]),
    ),
    prompts: new Map(prompts.rows.map(({ id, text }) => [text, id])),
    promptIds: new Set(prompts.rows.map(({ id }) => id)),
    models: new Map([
      ...models.rows.map(({ id, label }) => [label.toLowerCase(), id] as const),
      ...models.rows.map(({ id }) => [id.toLowerCase(), id] as const),
    ]),
  };
}
