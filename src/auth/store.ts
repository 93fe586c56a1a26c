// Stored organization keys: their administration. Requests look them up as they open (`authorization.ts`).

import type { Database } from '../database/postgres.js';

/** A key without its hash. `brandIds` is `null` if the key can read every brand of its organization. */
export interface KeyRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly brandIds: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Whether it may record data of the brands that it can read. */
  readonly record: boolean;
}

export type StoredKey = KeyRecord & { readonly hash: Buffer };

const columns = `id, organization_id as "organizationId", name, case when narrowed then brand_ids end as "brandIds",
  created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", record`;

/** All keys, oldest first. */
export async function listKeys({ pool }: Database): Promise<readonly KeyRecord[]> {
  const { rows } = await pool.query<KeyRecord>(`select ${columns} from api_key order by created_at, id`);
  return rows;
}

/** Whether any key exists. */
export async function hasKeys({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query('select from api_key limit 1');
  return rowCount === 1;
}

/** Stores a key. Its organization and brands must exist: see `missingOwners`. */
export async function insertKey(
  { pool }: Database,
  key: Pick<StoredKey, 'id' | 'organizationId' | 'name' | 'hash' | 'brandIds' | 'expiresAt'> &
    Partial<Pick<StoredKey, 'record'>>,
): Promise<void> {
  await pool.query(
    `insert into api_key (id, organization_id, name, hash, brand_ids, narrowed, expires_at, record)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[key.id, key.organizationId, key.name, key.hash, key.brandIds ?? [], key.brandIds !== null],
      ...[key.expiresAt, key.record ?? false],
    ],
  );
}

/** Revokes a key permanently, ends its sessions, and returns when it was revoked, or `null` if there is no such key. Safe to repeat. */
export async function revokeKey({ pool }: Database, id: string): Promise<Date | null> {
  await pool.query('update api_key set revoked_at = now() where id = $1 and revoked_at is null', [id]);
  await pool.query('delete from session where key_id = $1', [id]);
  const { rows } = await pool.query<{ readonly revoked_at: Date | null }>(
    'select revoked_at from api_key where id = $1',
    [id],
  );
  return rows[0]?.revoked_at ?? null;
}

/** Whether the organization is missing, and which of `brandIds` are not brands of it. */
export async function missingOwners(
  { pool }: Database,
  organizationId: string,
  brandIds: readonly string[],
): Promise<{ readonly organization: boolean; readonly brandIds: readonly string[] }> {
  const { rows } = await pool.query<{ readonly organization: boolean; readonly brand_ids: string[] }>(
    `select not exists (select from organization where id = $1) as organization,
            array(select given from unnest($2::text[]) with ordinality as each (given, place)
                  where not exists (select from brand where id = given and organization_id = $1)
                  order by place) as brand_ids`,
    [organizationId, brandIds],
  );
  return { organization: rows[0]?.organization ?? true, brandIds: rows[0]?.brand_ids ?? brandIds };
}
