// `sightline keys`: makes, lists and revokes organization keys. A running server takes notice at its next request.

import { generateKey } from '../auth/key.js';
import { insertKey, type KeyRecord, listKeys, missingOwners, revokeKey } from '../auth/store.js';
import type { Database } from '../database/postgres.js';
import { AppError, type Fault, invalid } from '../errors.js';
import { parseExpiry } from './expiry.js';
import type { Terminal } from './terminal.js';

export interface CreateOptions {
  readonly org: string;
  readonly name: string;
  /** Brands that the key is narrowed to; none: every brand of the organization. */
  readonly brand: readonly string[];
  readonly expires?: string;
  readonly json?: boolean;
}

/** Makes a key and shows it, this once. Throws `validation_error` with every fault. */
export async function createKey(db: Database, options: CreateOptions, terminal: Terminal): Promise<0> {
  const wish = await wishOf(db, options);
  const { id, token, hash } = generateKey();
  await insertKey(db, { id, hash, ...wish });
  if (options.json) {
    terminal.print(`${JSON.stringify({ id, key: token, ...wish })}\n`);
    return 0;
  }
  terminal.print(`${token}\n`);
  terminal.tell(`This key is shown only now. Revoke it with: sightline keys revoke ${id}\n`);
  return 0;
}

type Wish = Pick<KeyRecord, 'organizationId' | 'name' | 'brandIds' | 'expiresAt'>;

/** What the options ask for, once it is certain that it can be had. */
async function wishOf(db: Database, options: CreateOptions): Promise<Wish> {
  const { org } = options;
  const [name, brandIds] = [options.name.trim(), options.brand.length === 0 ? null : [...new Set(options.brand)]];
  const faults: Fault[] = name === '' ? [{ field: 'name', message: 'The name must not be empty.' }] : [];
  const expiresAt = options.expires === undefined ? null : parseExpiry(options.expires, new Date());
  if (expiresAt !== null && !(expiresAt instanceof Date)) faults.push(expiresAt);
  const missing = await missingOwners(db, org, brandIds ?? []);
  if (missing.organization) faults.push({ field: 'org', message: `There is no organization ${JSON.stringify(org)}.` });
  else faults.push(...missing.brandIds.map((id) => foreignBrand(org, id)));
  if (faults.length > 0 || !(expiresAt === null || expiresAt instanceof Date)) throw invalid(faults);
  return { organizationId: org, name, brandIds, expiresAt };
}

function foreignBrand(org: string, id: string): Fault {
  return { field: 'brand', message: `Organization ${JSON.stringify(org)} has no brand ${JSON.stringify(id)}.` };
}

/** Prints every key without its secret: as a table, or as one JSON array. */
export async function printKeys(db: Database, { json }: { readonly json?: boolean }, terminal: Terminal): Promise<0> {
  const keys = await listKeys(db);
  if (json) terminal.print(`${JSON.stringify(keys)}\n`);
  else if (keys.length === 0) terminal.tell('There is no key yet: make one with sightline keys create.\n');
  else terminal.print(table(keys, new Date()));
  return 0;
}

/** Revokes a key; one that is revoked stays so. Throws `not_found`. */
export async function revoke(db: Database, id: string, terminal: Terminal): Promise<0> {
  const at = await revokeKey(db, id);
  if (!at) throw new AppError('not_found', `There is no key ${JSON.stringify(id)}: see sightline keys list.`);
  terminal.tell(`Key ${id} is revoked since ${at.toISOString()}.\n`);
  return 0;
}

function table(keys: readonly KeyRecord[], now: Date): string {
  const head = ['ID', 'ORGANIZATION', 'NAME', 'BRANDS', 'CREATED', 'STATE'];
  const rows = keys.map((key) => [
    key.id,
    key.organizationId,
    key.name,
    key.brandIds?.join(',') ?? 'all',
    key.createdAt.toISOString(),
    stateOf(key, now),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, ...rows].map((row) => `${line(row).trimEnd()}\n`).join('');
}

function stateOf({ revokedAt, expiresAt }: KeyRecord, now: Date): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (!expiresAt) return 'valid';
  return `${expiresAt <= now ? 'expired' : 'valid until'} ${expiresAt.toISOString()}`;
}
