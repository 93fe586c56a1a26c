// `sightline keys`: creates, lists and revokes organization keys. Changes take effect with the next request to a running server.

import { generateKey } from '../auth/key.js';
import { insertKey, type KeyRecord, listKeys, missingOwners, revokeKey } from '../auth/store.js';
import type { Database } from '../database/postgres.js';
import { AppError, type Fault, invalid } from '../errors.js';
import { parseExpiry } from './expiry.js';
import type { Terminal } from './terminal.js';

export interface CreateOptions {
  readonly org: string;
  readonly name: string;
  /** Brands that the key is restricted to; none: every brand of the organization. */
  readonly brand: readonly string[];
  readonly expires?: string;
  /** Whether the key may record data of its brands. */
  readonly record?: boolean;
  readonly json?: boolean;
  /** Prints this address of the dashboard with the key: that of the server, or of any page, with its filters and its days. */
  readonly link?: string;
}

/** Creates a key; it is shown once. Throws `validation_error` with every invalid option. */
export async function createKey(db: Database, options: CreateOptions, terminal: Terminal): Promise<0> {
  const fields = await validate(db, options);
  const { id, token, hash } = generateKey();
  await insertKey(db, { id, hash, ...fields });
  const address = options.link === undefined ? null : linkOf(options.link, options.brand, token);
  if (options.json) {
    terminal.writeOut(`${JSON.stringify({ id, key: token, ...fields, ...(address ? { link: address } : {}) })}\n`);
    return 0;
  }
  terminal.writeOut(`${address ?? token}\n`);
  terminal.writeErr(`The key is shown only once. To revoke it: sightline keys revoke ${id}\n`);
  return 0;
}

/** The dashboard exchanges the key for a session, and removes it from the address: browsers send no fragment to servers. */
function linkOf(link: string, [brand]: readonly string[], token: string): string {
  const address = new URL(link);
  if (brand !== undefined && shownBy(link) === null) address.searchParams.set('brand', brand);
  address.hash = `key=${token}`;
  return address.href;
}

/** The brand that an address of the dashboard shows; `null` where it names none, or is none. */
function shownBy(link = ''): string | null {
  return (URL.canParse(link) && new URL(link).searchParams.get('brand')) || null;
}

type KeyFields = Pick<KeyRecord, 'organizationId' | 'name' | 'brandIds' | 'expiresAt' | 'record'>;

/** The fields of the key to create. Throws `validation_error` with every invalid option. */
async function validate(db: Database, options: CreateOptions): Promise<KeyFields> {
  const { org } = options;
  const [name, brandIds] = [options.name.trim(), options.brand.length === 0 ? null : [...new Set(options.brand)]];
  const faults = linkFaults(options);
  if (name === '') faults.push({ field: 'name', message: 'The name must not be empty.' });
  const expiresAt = options.expires === undefined ? null : parseExpiry(options.expires, new Date());
  if (expiresAt !== null && !(expiresAt instanceof Date)) faults.push(expiresAt);
  const shown = shownBy(options.link);
  const missing = await missingOwners(db, org, brandIds ?? (shown === null ? [] : [shown]));
  if (missing.organization) faults.push({ field: 'org', message: `There is no organization ${JSON.stringify(org)}.` });
  else faults.push(...missing.brandIds.map((id) => foreignBrand(org, id)));
  if (faults.length > 0 || !(expiresAt === null || expiresAt instanceof Date)) throw invalid(faults);
  return { organizationId: org, name, brandIds, expiresAt, record: options.record ?? false };
}

function linkFaults({ link, record, brand }: CreateOptions): Fault[] {
  if (link === undefined) return [];
  const isAddress = URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  if (!isAddress)
    return [{ field: 'link', message: `${JSON.stringify(link)} is no http or https address of a server.` }];
  const shown = shownBy(link);
  if (shown !== null && brand.length > 0 && !brand.includes(shown))
    return [
      { field: 'link', message: `The address shows the brand ${JSON.stringify(shown)}, which the key cannot read.` },
    ];
  return record ? [{ field: 'link', message: 'A link is for reading: a key that may record cannot have one.' }] : [];
}

function foreignBrand(org: string, id: string): Fault {
  return { field: 'brand', message: `Organization ${JSON.stringify(org)} has no brand ${JSON.stringify(id)}.` };
}

/** Prints every key without its secret, as a table or as a JSON array. */
export async function printKeys(db: Database, { json }: { readonly json?: boolean }, terminal: Terminal): Promise<0> {
  const keys = await listKeys(db);
  if (json) terminal.writeOut(`${JSON.stringify(keys)}\n`);
  else if (keys.length === 0) terminal.writeErr('There are no keys yet. Create one with sightline keys create.\n');
  else terminal.writeOut(table(keys, new Date()));
  return 0;
}

/** Revokes a key; safe to repeat. Throws `not_found`. */
export async function revoke(db: Database, id: string, terminal: Terminal): Promise<0> {
  const at = await revokeKey(db, id);
  if (!at)
    throw new AppError('not_found', `There is no key ${JSON.stringify(id)}. List the keys with sightline keys list.`);
  terminal.writeErr(`Key ${id} was revoked at ${at.toISOString()}.\n`);
  return 0;
}

function table(keys: readonly KeyRecord[], now: Date): string {
  const head = ['ID', 'ORGANIZATION', 'NAME', 'BRANDS', 'ACCESS', 'CREATED', 'STATE'];
  const rows = keys.map((key) => [
    key.id,
    key.organizationId,
    key.name,
    key.brandIds?.join(',') ?? 'all',
    key.record ? 'read, record' : 'read',
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
