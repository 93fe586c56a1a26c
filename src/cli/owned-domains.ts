// What `sightline doctor` finds of recorded domains: one that no cited page can be of owns nothing, and no figure shows that.

import type { Database } from '../database/postgres.js';
import { isHost } from '../domain/lists/ownership.js';
import { examined, type Finding } from './finding.js';

const shown = 5;

export function examineDomains({ prisma }: Pick<Database, 'prisma'>): Promise<readonly Finding[]> {
  return examined('domains', async (say) => {
    const where = { domains: { isEmpty: false } };
    const brands = await prisma.brand.findMany({ where, select: { id: true, domains: true } });
    const companies = await prisma.company.findMany({ where, select: { brandId: true, domains: true } });
    const owners = [...brands.map(({ id, domains }) => ({ brandId: id, domains })), ...companies];
    const strange = owners.flatMap(({ brandId, domains }) =>
      domains.filter((domain) => !isHost(domain)).map((domain) => `${JSON.stringify(domain)} of brand ${brandId}`),
    );
    if (strange.length === 0) return say('ok', 'every recorded domain is a host name');
    const more = strange.length > shown ? ` and ${strange.length - shown} more` : '';
    const message = `${strange.slice(0, shown).join(', ')}${more}: no host names, and so nobody owns what is cited from there`;
    return say('warn', `${message}; record the brand or competitor with domains such as acme.com`);
  });
}
