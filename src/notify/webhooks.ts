// Stored webhooks. A secret is read where something is posted, and nowhere else.

import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../database/postgres.js';
import { uuid } from '../domain/limits.js';
import type { Destination } from './post.js';

/** How a notice is written: for programs, or as an incoming webhook of Slack takes it. */
export const formats = ['json', 'slack'] as const;
export type Format = (typeof formats)[number];

/** A webhook without its secret. */
export interface Webhook {
  readonly id: string;
  readonly brandId: string;
  readonly url: string;
  readonly format: Format;
  readonly allowPrivate: boolean;
  readonly createdAt: Date;
}

const columns = `id, brand_id as "brandId", url, format, allow_private as "allowPrivate", created_at as "createdAt"`;

export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** Stores a webhook and resolves to its id; `null` where there is no such brand. */
export async function addWebhook(
  db: Database,
  { brandId, url, format, secret, allowPrivate }: Omit<Webhook, 'id' | 'createdAt'> & Destination,
): Promise<string | null> {
  return db.transaction(async (client) => {
    // A brand that is being deleted takes its webhooks with it, this one too.
    const { rowCount } = await client.query('select from brand where id = $1 for key share', [brandId]);
    if (rowCount === 0) return null;
    const id = randomUUID();
    await client.query(
      `insert into webhook (brand_id, id, url, format, secret, allow_private, created_at)
       values ($1, $2, $3, $4, $5, $6, now())`,
      [brandId, id, url, format, secret, allowPrivate],
    );
    return id;
  });
}

/** Whether a brand is recorded that webhooks can be added to. */
export async function hasBrand({ pool }: Database, brandId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from brand where id = $1', [brandId]);
  return rowCount === 1;
}

/** All webhooks, by brand, oldest first. */
export async function listWebhooks({ pool }: Database): Promise<readonly Webhook[]> {
  const { rows } = await pool.query<Webhook>(`select ${columns} from webhook order by brand_id, created_at, id`);
  return rows;
}

/** The webhook with its secret and the name of its brand; `null` where there is none. */
export async function findWebhook({ pool }: Database, id: string) {
  if (!uuid.test(id)) return null;
  const { rows } = await pool.query<Webhook & Destination & { readonly brand: string }>(
    `select ${columns}, secret, (select name from brand where brand.id = brand_id) as brand from webhook where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Removes a webhook with what was still to be sent to it; whether there was one. */
export async function removeWebhook(db: Database, id: string): Promise<boolean> {
  if (!uuid.test(id)) return false;
  return db.transaction(async (client) => {
    // Its row first: whoever makes notices holds it.
    const { rowCount } = await client.query('delete from webhook where id = $1', [id]);
    await client.query('delete from notice where webhook_id = $1', [id]);
    return rowCount === 1;
  });
}
