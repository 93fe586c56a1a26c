// What an Elmo database holds as records. Pure.

import { normaliseUrl } from '../../../domain/url.js';
import { answerTextOf } from './answer-text.js';
import type { ElmoBrand, ElmoCompetitor, ElmoReferences, ElmoRun } from './read.js';

type Line = Readonly<Record<string, unknown>>;

/** What runs refer to, in the order in which it can be recorded. */
export function referenceRecords({ brands, competitors, prompts }: ElmoReferences): readonly Line[] {
  const organizations = new Map(
    brands.map(({ organizationId, organizationName }) => [organizationId, organizationName]),
  );
  return [
    ...[...organizations].map(([id, name]) => ({ type: 'organization', id, name })),
    ...brands.map(brandRecord),
    ...merged(competitors).map((competitor) => ({ type: 'competitor', ...competitor })),
    ...prompts.map(({ id, brandId, value, tags }) => ({ type: 'prompt', id, brandId, text: value, tags })),
  ];
}

function brandRecord({ id, organizationId, name, aliases, website, additionalDomains }: ElmoBrand): Line {
  const domains = [...new Set([website, ...additionalDomains].flatMap((each) => domainOf(each) ?? []))];
  return { type: 'brand', id, organizationId, name, aliases, domains };
}

/** Elmo may have a competitor twice; here a name is one company. */
function merged(competitors: readonly ElmoCompetitor[]): readonly ElmoCompetitor[] {
  const byName = new Map<string, ElmoCompetitor>();
  for (const { brandId, name, domains, aliases } of competitors) {
    const key = JSON.stringify([brandId, name]);
    const before = byName.get(key);
    byName.set(key, {
      ...{ brandId, name },
      domains: [...new Set([...(before?.domains ?? []), ...domains.flatMap((each) => domainOf(each) ?? [])])],
      aliases: [...new Set([...(before?.aliases ?? []), ...aliases])],
    });
  }
  return [...byName.values()];
}

/** The domain of an address, with or without a scheme, as pages have it; `null` where there is none. */
function domainOf(address: string): string | null {
  return normaliseUrl(/^https?:\/\//i.test(address) ? address : `https://${address}`)?.domain ?? null;
}

/** How many addresses of brands and competitors have no domain; blank ones are none. */
export function countWithoutDomain({ brands, competitors }: Omit<ElmoReferences, 'prompts'>): number {
  const ofBrands = brands.flatMap(({ website, additionalDomains }) => [website, ...additionalDomains]);
  const addresses = [...ofBrands, ...competitors.flatMap(({ domains }) => domains)];
  return addresses.filter((each) => each.trim() !== '' && domainOf(each) === null).length;
}

/** A run, and what of it has no place here. */
interface ConvertedRun {
  readonly record: Line;
  readonly hasText: boolean;
  /** Citations that are no http or https URLs. */
  readonly droppedCitations: number;
}

/** A run as a record: its mentions as Elmo states them, its text as far as it is found in what the provider returned. */
export function toRunRecord(run: ElmoRun): ConvertedRun {
  const { id, promptId, model, webSearchEnabled, createdAt, webQueries, brandMentioned, competitorsMentioned } = run;
  const citations = run.citations.filter(({ url }) => normaliseUrl(url) !== null);
  const answer = answerTextOf(run.rawOutput);
  return {
    record: {
      ...{ type: 'run', id, promptId, model, provider: run.provider ?? 'elmo', webSearchEnabled, createdAt },
      ...{ answer, webQueries, citations, brandMentioned, competitorsMentioned },
    },
    hasText: answer !== null,
    droppedCitations: run.citations.length - citations.length,
  };
}
