// Data versions: equal versions mean equal answers. Whoever writes changes them in the same transaction.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../../database/postgres.js';

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
  /** Whether the node of the brand does not answer; then the version is empty. */
  readonly isAway?: boolean;
}

/** The version of what all brands share, an expression of SQL. */
export const sharedVersionSql = '(select version from shared_version)';

/** The version of the data of a brand, an expression of SQL, and of what all brands share: of that alone where it is `null`. */
function versionSql(brandId: string): string {
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
  /** `null`: on a cluster, where the version of a brand is read from its node: see `withVersions`. */
  readonly version: string | null;
  /** Whether the node of the brand does not answer. */
  readonly isAway?: boolean;
}

/** A database, or what stands for one. */
export interface VersionSource extends Pick<Database, 'isDistributed'>, Partial<Pick<Database, 'away'>> {
  readonly pool: pg.Pool | pg.ClientBase;
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

// Both versions come from the node of the brand, as its data does. Named, so that each connection plans it once.
const readingVersions = {
  name: 'versions-of-brands',
  text: `select brand_id, concat(version.version, shared_version.version) as version
    from version cross join shared_version where brand_id = any($1)`,
};

/**
 * Adds the versions that the rows of `subjects` lack, in one statement; none where they lack none. What does not exist is looked for like a brand, by
 * the id that was given, so that it takes the same statements as what exists. Where a node cannot be reached, its brands go on without; of one that
 * does not answer, they are away.
 */
export async function withVersions<Row extends SubjectRow>(
  db: VersionSource,
  subjects: readonly Subject[],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const idOf = (row: SubjectRow) => row.brand_id ?? givenId(subjects[row.place - 1]);
  const wanted = new Set(rows.flatMap((row) => (row.version === null ? (idOf(row) ?? []) : [])));
  const isAway = (brandId: string | null) => brandId !== null && db.away?.has(brandId) === true;
  const brandIds = [...wanted].filter((brandId) => !isAway(brandId));
  if (wanted.size === 0) return rows;
  const versions =
    brandIds.length === 0
      ? new Map<string, string>()
      : await readBrandVersions(db, brandIds).catch(() => readEachVersion(db, brandIds));
  return rows.map((row) => {
    const version = row.version ?? versions.get(row.brand_id ?? '') ?? null;
    return { ...row, version, isAway: version === null && isAway(row.brand_id) };
  });
}

function givenId(subject: Subject | undefined): string | null {
  if (subject === undefined || subject === 'shared') return null;
  return 'brandId' in subject ? subject.brandId : subject.promptId;
}

/** Versions by brand. */
type BrandVersions = ReadonlyMap<string, string>;

async function readBrandVersions({ pool, away }: VersionSource, brandIds: readonly string[]): Promise<BrandVersions> {
  const read = (client: pg.Pool | pg.ClientBase) =>
    client.query<{ brand_id: string; version: string }>({ ...readingVersions, values: [brandIds] });
  const { rows } = await (away ? away.read(brandIds, read) : read(pool));
  return new Map(rows.map(({ brand_id: id, version }) => [id, version]));
}

/** Of each brand that can be reached. The others are not tried again here: what is read of them next says why. */
async function readEachVersion(db: VersionSource, brandIds: readonly string[]): Promise<BrandVersions> {
  const left = brandIds.filter((brandId) => !db.away?.has(brandId));
  const read = await Promise.allSettled(left.map((brandId) => readBrandVersions(db, [brandId])));
  return new Map(read.flatMap((each) => (each.status === 'fulfilled' ? [...each.value] : [])));
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

/** The version of each subject; `null` where there is no such brand or prompt, or its node cannot be reached. */
export function toSubjectVersions(
  subjects: readonly Subject[],
  rows: Iterable<SubjectRow>,
): readonly (SubjectVersion | null)[] {
  const byPlace = new Map([...rows].map((row) => [row.place, row]));
  return subjects.map((subject, index) => {
    const {
      brand_id: id = null,
      organization_id: organizationId = null,
      version = null,
      isAway = false,
    } = byPlace.get(index + 1) ?? {};
    if (isAway && id !== null && organizationId !== null) return { brand: { id, organizationId }, version: '', isAway };
    if (version === null) return null;
    if (subject === 'shared') return { brand: null, version };
    return id === null || organizationId === null ? null : { brand: { id, organizationId }, version };
  });
}

/** The version of each subject, in one statement, or two on a cluster; `null` where there is no such brand or prompt, or its node cannot be reached. */
export async function readVersions(
  db: VersionSource,
  subjects: readonly Subject[],
): Promise<readonly (SubjectVersion | null)[]> {
  // Named, so that each connection plans it once.
  const reading = { name: 'versions', text: subjectsSql(db.isDistributed, '$1', '$2') };
  const { rows } = await db.pool.query<SubjectRow>({ ...reading, values: subjectArrays(subjects) });
  return toSubjectVersions(subjects, await withVersions(db, subjects, rows));
}
