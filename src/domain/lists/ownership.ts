// Whose a cited domain is, by the domains that are recorded for the brand and its tracked competitors now. Pure.
//
// Beyond the contract: two competitors with the same domain both own it, and the one whose name comes first by code point is named. A final dot
// of a recorded domain is ignored, as in URLs. What is no host name, such as a URL, owns nothing.

import { domainToASCII } from 'node:url';
import { byCodePoint } from '../metrics.js';
import type { Steps } from '../pause.js';
import type { Category } from './lists.js';

/** A company with its recorded domains: the brand, or a tracked competitor. */
export interface DomainOwner {
  readonly name: string;
  readonly isBrand: boolean;
  readonly domains: readonly string[];
}

export interface Ownership {
  readonly category: Category;
  /** The name of the owner; `null` for `other`. */
  readonly company: string | null;
}

const nobody: Ownership = { category: 'other', company: null };

/** Says whose a domain is, given the host of a normalised URL without `www.`: the owner of the longest recorded domain that it is or lies under. */
export function* ownershipBy(owners: readonly DomainOwner[]): Steps<(domain: string) => Ownership> {
  const byDomain = new Map<string, Ownership>();
  for (const { name, isBrand, domains } of owners.toSorted(byPrecedence)) {
    const ownership: Ownership = { category: isBrand ? 'own' : 'competitor', company: name };
    for (const domain of domains.map(comparable)) {
      if (domain !== '' && !byDomain.has(domain)) byDomain.set(domain, ownership);
    }
    yield;
  }
  return (domain) => {
    for (let rest = domain; ; rest = rest.slice(rest.indexOf('.') + 1)) {
      const found = byDomain.get(rest);
      if (found) return found;
      if (!rest.includes('.')) return nobody;
    }
  };
}

/** The brand first, then by name. */
function byPrecedence(a: DomainOwner, b: DomainOwner): number {
  return Number(b.isBrand) - Number(a.isBrand) || byCodePoint(a.name, b.name);
}

/** Whether pages can be of a recorded domain. */
export function isHost(recorded: string): boolean {
  return !/^$|[*\s]/.test(comparable(recorded));
}

/** A recorded domain as those of cited URLs are written. */
function comparable(recorded: string): string {
  return hostOf(recorded).replace(/^www\./, '');
}

/** A host as those of normalised URLs are written; empty where it is none. */
export function hostOf(text: string): string {
  return domainToASCII(text.trim().toLowerCase()).replace(/\.$/, '');
}
