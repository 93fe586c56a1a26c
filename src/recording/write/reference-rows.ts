// Writes the records other than runs: one statement per table for all rows of a batch. Safe to repeat.

import type pg from 'pg';
import { columnsOf, literalOf } from '../../database/copy/literal.js';
import { timestamp } from '../../tiles/plain/raw-sql.js';
import type { CompanyRow } from '../admit/state.js';
import type { RecordOf } from '../prepare/records.js';

export async function upsertOrganizations(
  client: pg.ClientBase,
  rows: readonly RecordOf<'organization'>[],
): Promise<void> {
  await client.query(
    `insert into organization (id, name) select * from unnest($1::text[], $2::text[])
     on conflict (id) do update set name = excluded.name`,
    [rows.map((row) => row.id), rows.map((row) => row.name)],
  );
}

/**
 * Writes models by their ids, with their labels; `isKept`: those that are there stay as they are. In a fixed order of rows, so that concurrent recorders
 * cannot deadlock. Resolves to whether anything changed.
 */
export async function writeModels(
  client: pg.ClientBase,
  labelById: ReadonlyMap<string, string>,
  isKept = false,
): Promise<boolean> {
  if (labelById.size === 0) return false;
  const rows = [...labelById].sort(([a], [b]) => (a < b ? -1 : 1));
  const { rowCount } = await client.query(
    `insert into model (id, label) select * from unnest($1::text[], $2::text[]) on conflict (id)
     do ${isKept ? 'nothing' : 'update set label = excluded.label where model.label <> excluded.label'}`,
    [rows.map(([id]) => id), rows.map(([, label]) => label)],
  );
  return rowCount !== 0;
}

export async function upsertBrands(client: pg.ClientBase, rows: readonly RecordOf<'brand'>[]): Promise<void> {
  await client.query(
    `insert into brand (id, organization_id, name, aliases, domains)
     select id, organization_id, name, aliases::text[], domains::text[]
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as row (id, organization_id, name, aliases, domains)
     on conflict (id) do update set name = excluded.name, aliases = excluded.aliases, domains = excluded.domains`,
    columnsOf(rows, ({ id, organizationId, name, aliases, domains }) => {
      return [id, organizationId, name, literalOf(aliases), literalOf(domains)];
    }),
  );
}

export async function upsertCompanies(client: pg.ClientBase, rows: readonly CompanyRow[]): Promise<void> {
  await client.query(
    `insert into company (brand_id, id, name, tracked, aliases, domains)
     select brand_id, id, name, tracked, aliases::text[], domains::text[]
     from unnest($1::text[], $2::int[], $3::text[], $4::bool[], $5::text[], $6::text[]) as row (brand_id, id, name, tracked, aliases, domains)
     on conflict (brand_id, id) do update set tracked = excluded.tracked, aliases = excluded.aliases, domains = excluded.domains`,
    columnsOf(rows, ({ brandId, id, name, tracked, aliases, domains }) => {
      return [brandId, id, name, tracked, literalOf(aliases), literalOf(domains)];
    }),
  );
}

type PromptRow = RecordOf<'prompt'> & { readonly number: number };

export async function upsertPrompts(client: pg.ClientBase, rows: readonly PromptRow[]): Promise<void> {
  await client.query(
    `insert into prompt (id, brand_id, number, text, tags)
     select id, brand_id, number, text, tags::text[]
     from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[]) as row (id, brand_id, number, text, tags)
     on conflict (id) do update set text = excluded.text, tags = excluded.tags`,
    columnsOf(rows, ({ id, brandId, number, text, tags }) => [id, brandId, number, text, literalOf(tags)]),
  );
}

/** Replaces annotations, and deletes those that go. */
export async function writeAnnotations(client: pg.ClientBase, rows: readonly RecordOf<'annotation'>[]): Promise<void> {
  const kept = rows.filter(({ deleted }) => !deleted);
  const gone = rows.filter(({ deleted }) => deleted);
  const instant = (ms: number | null) => (ms === null ? null : timestamp(ms));
  if (gone.length > 0)
    await client.query(
      `delete from annotation where brand_id = any($1) and (brand_id, id) in (select * from unnest($2::text[], $3::text[]))`,
      [[...new Set(gone.map((row) => row.brandId))], gone.map((row) => row.brandId), gone.map((row) => row.id)],
    );
  if (kept.length > 0)
    await client.query(
      `insert into annotation (brand_id, id, at, until, text, url)
       select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[])
       on conflict (brand_id, id) do update set at = excluded.at, until = excluded.until, text = excluded.text, url = excluded.url`,
      columnsOf(kept, ({ brandId, id, at, until, text, url }) => [brandId, id, instant(at), instant(until), text, url]),
    );
}
