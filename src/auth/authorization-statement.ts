// What requests begin with, in one statement, and on a cluster one more on each node: their keys, how many requests each key has sent in its window, and the versions of the data that their
// paths name. A request is counted only where the hash of its secret matches, and its key is neither revoked nor expired.

import { silence } from '../database/coalesce.js';
import type { ReadBrandVersions } from '../tiles/stored/brand-versions.js';
import {
  readVersions,
  type Subject,
  type SubjectRow,
  type SubjectSource,
  type SubjectVersion,
  subjectArrays,
  subjectsSql,
  toSubjectVersions,
} from '../tiles/stored/version.js';
import type { StoredKey } from './store.js';

/** What decides whether a key is accepted, and what it can read. */
export type AuthorizationKey = Pick<
  StoredKey,
  'id' | 'organizationId' | 'hash' | 'brandIds' | 'expiresAt' | 'revokedAt' | 'record'
>;

/** Requests that present the same secret of a key. */
export interface Credential {
  readonly keyId: string;
  /** Of the secret; `null`: an admin key, whose secret was compared before. */
  readonly hash: Buffer | null;
  /** How many of them count; 0: its kind of key has no limit. */
  readonly requests: number;
}

export interface AuthorizationBatch {
  readonly credentials: readonly Credential[];
  readonly subjects: readonly Subject[];
  /** A key that expires at this time or before is not counted. */
  readonly at: Date;
}

/** The requests of a key in its window, with those that were just counted, and when the window ends, in epoch milliseconds. */
export interface Counted {
  readonly points: number;
  readonly expire: number;
}

/** Parallel to what was asked. */
export interface AuthorizationRows {
  /** `null`: there is no such key, or it is an admin key. */
  readonly keys: readonly (AuthorizationKey | null)[];
  /** `null`: not counted. */
  readonly counts: readonly (Counted | null)[];
  /** Those of brands on a cluster come later: they are read from the nodes. */
  readonly versions: readonly Promise<SubjectVersion | null>[];
}

/** Of a key, or of a subject. */
interface Row extends SubjectRow {
  /** `null`: it is the row of a subject. */
  readonly key: KeyRow | null;
}

/** Times are in epoch milliseconds. JSON, because each column of its own costs the driver more. */
interface KeyRow {
  readonly organizationId: string | null;
  /** In hexadecimal. */
  readonly hash: string | null;
  readonly brandIds: string[] | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly record: boolean | null;
  readonly points: number | null;
  readonly expire: number | null;
}

export const windowSeconds = 60;

const credentialsSql = `unnest($1::text[], $2::bytea[], $3::integer[]) with ordinality as credential (key_id, hash, requests, place)`;

// Rows are locked in the order of their keys, so that two processes cannot wait for each other. `requests` of a key have one row: only one hash matches.
const countingSql = `with counted as (
  insert into rate_limit (key, points, expire)
  select concat('key:', credential.key_id), credential.requests, $7::bigint + ${windowSeconds * 1000}
  from ${credentialsSql} left join api_key on api_key.id = credential.key_id
  where credential.requests > 0 and (credential.hash is null or (
    api_key.hash = credential.hash and api_key.revoked_at is null and (api_key.expires_at is null or api_key.expires_at > $6)
  ))
  order by credential.key_id
  on conflict (key) do update set
    points = case when rate_limit.expire <= $7 then excluded.points else rate_limit.points + excluded.points end,
    expire = case when rate_limit.expire <= $7 then excluded.expire else rate_limit.expire end
  returning key, points, expire
)`;

const notCountedSql = `with counted as (select null as key, null::integer as points, null::bigint as expire where false)`;

const msOf = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;

const restSql = (isDistributed: boolean) => `
select credential.place::integer as place, null as brand_id, null as organization_id, null as version, json_build_object(
  'organizationId', api_key.organization_id, 'hash', encode(api_key.hash, 'hex'),
  'brandIds', case when api_key.narrowed then api_key.brand_ids end,
  'expiresAt', ${msOf('api_key.expires_at')}, 'revokedAt', ${msOf('api_key.revoked_at')}, 'record', api_key.record,
  'points', counted.points, 'expire', counted.expire
) as key
from ${credentialsSql}
left join api_key on api_key.id = credential.key_id
left join counted on counted.key = concat('key:', credential.key_id) and (credential.hash is null or credential.hash = api_key.hash)
union all
select place, brand_id, organization_id, version, null from (${subjectsSql(isDistributed, '$4', '$5')}) as subject`;

// Named, so that each connection plans them once.
const statementsFor = (isDistributed: boolean) => ({
  counting: { name: 'authorization', text: countingSql + restSql(isDistributed) },
  notCounting: { name: 'authorization-uncounted', text: notCountedSql + restSql(isDistributed) },
});
const inOneDatabase = statementsFor(false);
const onCluster = statementsFor(true);

interface AuthorizationSource extends SubjectSource {
  readonly readBrands: ReadBrandVersions;
}

/** Reads what `authorizations` ask for, and counts their requests unless none count or `isCounted` is false. */
export async function readAuthorizations(
  source: AuthorizationSource,
  authorizations: AuthorizationBatch,
  isCounted = true,
): Promise<AuthorizationRows> {
  const { credentials, subjects, at } = authorizations;
  if (credentials.every(({ hash, requests }) => hash === null && requests === 0)) {
    const nothing = credentials.map(() => null);
    return { keys: nothing, counts: nothing, versions: await readVersions(source, subjects, source.readBrands) };
  }
  const values = [
    credentials.map(({ keyId }) => keyId),
    credentials.map(({ hash }) => hash),
    credentials.map(({ requests }) => requests),
    ...subjectArrays(subjects),
  ];
  const counts = isCounted && credentials.some(({ requests }) => requests > 0);
  const { counting, notCounting } = source.isDistributed ? onCluster : inOneDatabase;
  const statement = counts ? { ...counting, values: [...values, at, Date.now()] } : { ...notCounting, values };
  const { rows } = await source.pool.query<Row>({ ...statement, ...silence });
  const subjectRows = rows.filter(({ key }) => key === null);
  const byPlace = new Map(rows.map(({ place, key }) => [key && place, key]));
  const found = credentials.map((_, index) => byPlace.get(index + 1) ?? null);
  return {
    keys: credentials.map(({ keyId }, index) => toKey(keyId, found[index] ?? null)),
    counts: found.map((row) => (row && row.points !== null ? { points: row.points, expire: row.expire ?? 0 } : null)),
    versions: toSubjectVersions(subjects, subjectRows, source.readBrands),
  };
}

function toKey(id: string, row: KeyRow | null): AuthorizationKey | null {
  if (!row || row.organizationId === null || row.hash === null) return null;
  const { organizationId, hash, brandIds, expiresAt, revokedAt, record } = row;
  return {
    ...{ id, organizationId, brandIds, record: record ?? false, hash: Buffer.from(hash, 'hex') },
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    revokedAt: revokedAt === null ? null : new Date(revokedAt),
  };
}
