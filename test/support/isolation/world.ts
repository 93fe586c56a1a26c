// Three brands of two organizations. Every text of a brand holds a canary of its own, so that one byte of it in a wrong answer shows.

import type { Database } from '../../../src/database/postgres.js';
import { rollBrands } from '../../../src/tiles/roll/rolling.js';
import { recordAll } from '../records.js';

/** The ids by which a brand's things are asked for. */
export interface Ids {
  readonly brandId: string;
  readonly promptId: string;
  readonly runId: string;
}

export interface Owned extends Ids {
  readonly organizationId: string;
  /** Parts of texts that only who may read the brand may see. */
  readonly canaries: readonly string[];
}

/** What is looked for of runs lies in it. */
export const window = { start: '2026-03-01T00:00:00Z', end: '2026-03-03T00:00:00Z' };
export const day = '2026-03-01';

const uuid = (digit: string, number: number) => `${digit.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

function owned(letter: string, digit: string, organization: string): Owned {
  return {
    organizationId: organization,
    brandId: `brand-${letter}-canary-${letter}`,
    promptId: uuid(digit, 1),
    runId: uuid(digit, 2),
    canaries: [`canary-${letter}`, digit.repeat(8)],
  };
}

export const ours = owned('a', 'a', 'org-1');
/** Of the same organization as `ours`. */
export const siblings = owned('b', 'b', 'org-1');
export const theirs = owned('c', 'c', 'org-2-canary-c');

/** Nobody's, and as long as the ids of a brand. */
export const nowhere: Ids = { brandId: 'brand-z-canary-z', promptId: uuid('e', 1), runId: uuid('e', 2) };

/** Records the three brands, half of it in tiles. */
export async function recordBrands(db: Database): Promise<void> {
  const organizations = [...new Set([ours, siblings, theirs].map(({ organizationId }) => organizationId))];
  await recordAll(db, [
    ...organizations.map((id) => ({ type: 'organization', id, name: `Name of ${id}` })),
    { type: 'model', id: 'chatgpt', label: 'ChatGPT' },
  ]);
  for (const each of [ours, siblings, theirs]) await recordAll(db, recordsOf(each));
  await rollBrands(db);
  for (const each of [ours, siblings, theirs]) await recordAll(db, [runOf(each, 3)]);
}

function recordsOf(brand: Owned): readonly unknown[] {
  const { brandId, promptId, organizationId } = brand;
  const canary = canaryOf(brand);
  return [
    {
      type: 'brand',
      id: brandId,
      organizationId,
      name: `Brand ${canary}`,
      aliases: [`A ${canary}`],
      domains: [`${canary}.example`],
    },
    {
      type: 'competitor',
      brandId,
      name: `Tracked ${canary}`,
      aliases: [`T ${canary}`],
      domains: [`t.${canary}.example`],
    },
    { type: 'prompt', id: promptId, brandId, text: `best ${canary}`, tags: ['shared', `tag ${canary}`] },
    { type: 'annotation', id: `note ${canary}`, brandId, at: '2026-03-01T10:00:00Z', text: `Note ${canary}` },
    runOf(brand, 2),
    ...Array.from({ length: 20 }, (_, at) => plainRun(brand, at)),
  ];
}

/** A company that runs of every brand mention. */
export const rival = 'Rival';

/** What runs of every brand cite and issue. */
export const shared = { domain: 'shared.example', url: 'https://shared.example/page', query: 'shared query' };

function runOf(brand: Owned, number: number) {
  const canary = canaryOf(brand);
  const assessment = { mentioned: true, probability: 0.5, reason: `why ${canary}`, sentiment: 'positive', position: 1 };
  return {
    type: 'run',
    id: brand.runId.replace(/2$/, String(number)),
    promptId: brand.promptId,
    model: 'chatgpt',
    provider: `provider ${canary}`,
    createdAt: `2026-03-0${number - 1}T10:00:00Z`,
    answer: `Answer ${canary}`,
    webQueries: [`query ${canary}`, shared.query],
    citations: [{ url: `https://${canary}.example/${canary}`, title: `Title ${canary}` }, { url: shared.url }],
    brandMentioned: true,
    competitorsMentioned: [`Tracked ${canary}`, `Named ${canary}`, rival],
    assessments: {
      brand: assessment,
      competitors: { [`Tracked ${canary}`]: assessment, [`Named ${canary}`]: assessment, [rival]: assessment },
    },
  };
}

/** Before the window ten runs mention the brand, and in it as many do not: a signal. */
function plainRun(brand: Owned, at: number) {
  return {
    type: 'run',
    id: brand.runId.replace(/02$/, String(at + 10)),
    promptId: brand.promptId,
    model: 'chatgpt',
    provider: `provider ${canaryOf(brand)}`,
    createdAt: at < 10 ? '2026-02-27T10:00:00Z' : '2026-03-01T09:00:00Z',
    brandMentioned: at < 10,
    competitorsMentioned: [],
  };
}

export function canaryOf({ canaries }: Owned): string {
  return canaries[0] ?? '';
}
