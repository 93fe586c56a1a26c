// Who owns which domains, by brand, as it is recorded now.

import type pg from 'pg';
import { type DomainOwner, type Ownership, ownershipBy } from '../../domain/lists/ownership.js';
import { at } from '../packed/maps.js';

export type OwnershipOf = (domain: string) => Ownership;

/** Says whose a domain is, for each of the brands, in one statement; none where there is no brand. */
export async function readOwners(
  client: pg.ClientBase,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, OwnershipOf>> {
  if (brandIds.length === 0) return new Map();
  const { rows } = await client.query<DomainOwner & { readonly brandId: string }>(
    `select id as "brandId", name, true as "isBrand", domains from brand where id = any($1)
     union all
     select brand_id, name, false, domains from company where brand_id = any($1) and tracked and cardinality(domains) > 0`,
    [[...new Set(brandIds)]],
  );
  const owners = new Map<string, DomainOwner[]>();
  for (const { brandId, ...owner } of rows) at(owners, brandId, (): DomainOwner[] => []).push(owner);
  return new Map([...owners].map(([brandId, ofBrand]) => [brandId, ownershipBy(ofBrand)]));
}
