// Data versions: equal versions mean equal answers. Whoever writes changes them in the same transaction.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Gives brands a new version. */
export async function renewVersions(client: pg.ClientBase, brandIds: readonly string[]): Promise<void> {
  if (brandIds.length === 0) return;
  await client.query(
    `insert into version (brand_id, version) select id, gen_random_uuid() from unnest($1::text[]) as id order by id
     on conflict (brand_id) do update set version = excluded.version`,
    [brandIds],
  );
}

/** Gives what all brands share a new version. */
export async function renewSharedVersion(client: pg.ClientBase): Promise<void> {
  await client.query('update shared_version set version = $1', [randomUUID()]);
}

/** What an answer is about: a brand, a prompt of one, or what all brands share. */
export type Subject = { readonly brandId: string } | { readonly promptId: string } | 'shared';

export interface SubjectVersion {
  /** `null` for what is shared. */
  readonly brand: { readonly id: string; readonly organizationId: string } | null;
  /** Of the brand, and of what all brands share. */
  readonly version: string;
}

/** The version of what all brands share, an expression of SQL. */
export const sharedVersionSql = '(select version from shared_version)';

/** The version of the data of a brand, an expression of SQL, and of what all brands share: of that alone where it is `null`. */
export function versionSql(brandId: string): string {
  return `concat((select version from version where brand_id = ${brandId}), ${sharedVersionSql})`;
}

/** The versions of the data of brands, an array of SQL, as one text: equal texts mean that nothing of them has changed. */
export function versionsSql(brandIds: string): string {
  return `(select string_agg(version::text, ' ' order by brand_id) from version where brand_id = any(${brandIds}))`;
}

/** What `subjectsSql` yields of a subject. */
export interface SubjectRow {
  /** From 1. */
  readonly place: number;
  readonly brand_id: string | null;
  readonly organization_id: string | null;
  readonly version: string;
}

/** Rows of subjects: of brands and prompts at the same places of two bound arrays; what is shared is `null` in both. */
export function subjectsSql(brandIds: string, promptIds: string): string {
  return `select given.place::integer as place, brand.id as brand_id, brand.organization_id, ${versionSql('brand.id')} as version
     from unnest(${brandIds}::text[], ${promptIds}::uuid[]) with ordinality as given (brand_id, prompt_id, place)
     left join prompt on prompt.id = given.prompt_id
     left join brand on brand.id = coalesce(given.brand_id, prompt.brand_id)`;
}

/** The values of both arrays. Prompt ids are UUIDs. */
export function subjectArrays(
  subjects: readonly Subject[],
): [brandIds: (string | null)[], promptIds: (string | null)[]] {
  return [
    subjects.map((subject) => (typeof subject === 'object' && 'brandId' in subject ? subject.brandId : null)),
    subjects.map((subject) => (typeof subject === 'object' && 'promptId' in subject ? subject.promptId : null)),
  ];
}

/** The version of each subject; `null` where there is no such brand or prompt. */
export function toSubjectVersions(
  subjects: readonly Subject[],
  rows: Iterable<SubjectRow>,
): readonly (SubjectVersion | null)[] {
  const byPlace = new Map([...rows].map((row) => [row.place, row]));
  return subjects.map((subject, index) => {
    const { brand_id: id = null, organization_id: organizationId = null, version = '' } = byPlace.get(index + 1) ?? {};
    if (subject === 'shared') return { brand: null, version };
    return id === null || organizationId === null ? null : { brand: { id, organizationId }, version };
  });
}

const reading = { name: 'versions', text: subjectsSql('$1', '$2') };

/** The version of each subject, in one statement; `null` where there is no such brand or prompt. */
export async function readVersions(
  pool: pg.Pool,
  subjects: readonly Subject[],
): Promise<readonly (SubjectVersion | null)[]> {
  // Named, so that each connection plans it once.
  const { rows } = await pool.query<SubjectRow>({ ...reading, values: subjectArrays(subjects) });
  return toSubjectVersions(subjects, rows);
}
