// Data versions: equal versions mean equal answers. Whoever writes changes them in the same transaction.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { silence } from '../../database/coalesce.js';
import { type BrandVersion, type ReadBrandVersions, unreachable } from './brand-versions.js';

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
  /** Whether the node of the brand cannot be reached; then the version is empty. */
  readonly isUnreachable?: boolean;
}

/** The version of what all brands share, an expression of SQL. */
export const sharedVersionSql = '(select version from shared_version)';

/** The version of the data of a brand, an expression of SQL, and of what all brands share: of that alone where it is `null`. */
function versionSql(brandId: string): string {
  return `concat((select version from version where brand_id = ${brandId}), ${sharedVersionSql})`;
}

/** What `subjectsSql` yields of a subject. */
export interface SubjectRow {
  /** From 1. */
  readonly place: number;
  readonly brand_id: string | null;
  readonly organization_id: string | null;
  /** `null`: on a cluster, where the version of a brand is read from its node: see `BrandVersions`. */
  readonly version: string | null;
}

/**
 * Rows of subjects: of brands and prompts at the same places of two bound arrays; what is shared is `null` in both. On a cluster they contain
 * nothing of the tables of brands.
 */
export function subjectsSql(isDistributed: boolean, brandIds: string, promptIds: string): string {
  const version = isDistributed
    ? `case when given.brand_id is null and given.prompt_id is null then ${sharedVersionSql}::text end`
    : versionSql('brand.id');
  return `select given.place::integer as place, brand.id as brand_id, brand.organization_id, ${version} as version
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

/**
 * The version of each subject, as soon as it is known; `null` where there is no such brand or prompt. On a cluster the versions that the rows lack are
 * read by `readBrands`. What does not exist is looked for like a brand, by the id that was given, so that it takes the same statements as what exists.
 */
export function toSubjectVersions(
  subjects: readonly Subject[],
  rows: readonly SubjectRow[],
  readBrands: ReadBrandVersions,
): readonly Promise<SubjectVersion | null>[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  const found = subjects.map((subject, index) => {
    const row = byPlace.get(index + 1);
    return { subject, row, brandId: row?.version === null ? (row.brand_id ?? givenId(subject)) : null };
  });
  const versions = readBrands(found.flatMap(({ brandId }) => brandId ?? []));
  return found.map(async ({ subject, row, brandId }) =>
    toSubjectVersion(subject, row, brandId === null ? (row?.version ?? null) : ((await versions.get(brandId)) ?? null)),
  );
}

function givenId(subject: Subject): string | null {
  if (subject === 'shared') return null;
  return 'brandId' in subject ? subject.brandId : subject.promptId;
}

function toSubjectVersion(
  subject: Subject,
  row: SubjectRow | undefined,
  version: BrandVersion | null,
): SubjectVersion | null {
  const { brand_id: id = null, organization_id: organizationId = null } = row ?? {};
  if (subject === 'shared') return version === null || version === unreachable ? null : { brand: null, version };
  if (version === null || id === null || organizationId === null) return null;
  const brand = { id, organizationId };
  return version === unreachable ? { brand, version: '', isUnreachable: true } : { brand, version };
}

/** Where subjects are looked up. */
export interface SubjectSource {
  readonly pool: pg.Pool | pg.ClientBase;
  readonly isDistributed: boolean;
}

/** The version of each subject, in one statement, or on a cluster in one more on each of their nodes; `null` where there is no such brand or prompt. */
export async function readVersions(
  { pool, isDistributed }: SubjectSource,
  subjects: readonly Subject[],
  readBrands: ReadBrandVersions,
): Promise<readonly Promise<SubjectVersion | null>[]> {
  // Named, so that each connection plans it once.
  const reading = { name: 'versions', text: subjectsSql(isDistributed, '$1', '$2') };
  const { rows } = await pool.query<SubjectRow>({ ...reading, values: subjectArrays(subjects), ...silence });
  return toSubjectVersions(subjects, rows, readBrands);
}
