// Whose a cited domain is, by trying every recorded domain.

import { domainToASCII } from 'node:url';
import { compareNames } from '../figures.js';
import type { NaiveWorld } from '../world.js';

export const categories = ['own', 'competitor', 'other'] as const;
export type Category = (typeof categories)[number];

export interface Ownership {
  readonly category: Category;
  readonly company: string | null;
}

/** The owner with the longest recorded domain that `domain` is or lies under; the brand before competitors, these by name. */
export function ownerOf(world: NaiveWorld, brandId: string, domain: string): Ownership {
  const own = world.brands
    .filter(({ id }) => id === brandId)
    .flatMap(({ name, domains }) => (domains ?? []).map((each) => ({ name, category: 'own' as const, each })));
  const theirs = world.companies
    .filter((company) => company.brandId === brandId && company.tracked)
    .sort((a, b) => compareNames(a.name, b.name))
    .flatMap(({ name, domains }) => domains.map((each) => ({ name, category: 'competitor' as const, each })));
  let longest = 0;
  let owner: Ownership = { category: 'other', company: null };
  for (const { name, category, each } of [...own, ...theirs]) {
    const recorded = comparable(each);
    const isOwner = domain === recorded || domain.endsWith(`.${recorded}`);
    if (recorded === '' || !isOwner || recorded.length <= longest) continue;
    longest = recorded.length;
    owner = { category, company: name };
  }
  return owner;
}

/** Without `www.`, lower-cased, in punycode. */
function comparable(recorded: string): string {
  const host = domainToASCII(recorded.trim().toLowerCase());
  return host.startsWith('www.') ? host.slice(4) : host;
}
