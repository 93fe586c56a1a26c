// What the soak records: one brand that stays as it is, and one that goes on being recorded, of which an old part stays as it is. Pure.

import { dayMs } from '../../src/domain/limits.js';
import type { AnyRecord, RunRecord } from '../../test/support/naive/record.js';
import { Random } from '../world.js';

export const brands = ['still', 'live'] as const;
export type BrandId = (typeof brands)[number];

export const models = ['chatgpt', 'gemini', 'perplexity'];
export const tags = ['crm', 'smb', 'core'];
const competitors = ['Globex', 'Initech', 'Umbrella', 'Hooli'];
const labels = ['positive', 'neutral', 'negative', 'mixed', null] as const;
const promptsABrand = 12;

export const firstInstant = Date.UTC(2026, 0, 1);
/** Runs of the live brand before this are never touched again. */
export const quietUntil = firstInstant + 60 * dayMs;
/** Up to here both brands have runs from the start. */
export const seededUntil = firstInstant + 90 * dayMs;

const uuid = (kind: number, brand: BrandId, number: number) =>
  `5000000${kind}-0000-4000-800${brands.indexOf(brand)}-${String(number).padStart(12, '0')}`;

export const promptId = (brand: BrandId, number: number) => uuid(1, brand, number % promptsABrand);
export const runId = (brand: BrandId, number: number) => uuid(2, brand, number);
/** The prompt under which a run is recorded. */
export const promptOfRun = (brand: BrandId, number: number) => promptId(brand, (number * 7) % promptsABrand);

/** Everything but runs. */
export function references(): readonly AnyRecord[] {
  return [
    { type: 'organization', id: 'soak', name: 'Soak' },
    ...models.map((id): AnyRecord => ({ type: 'model', id, label: id.toUpperCase() })),
    ...brands.flatMap((brand): AnyRecord[] => [
      { type: 'brand', id: brand, organizationId: 'soak', name: `Brand ${brand}` },
      ...competitors.slice(0, 3).map((name): AnyRecord => ({ type: 'competitor', brandId: brand, name })),
      ...Array.from({ length: promptsABrand }, (_, number): AnyRecord => {
        const own = tags.filter((_tag, at) => (number >> at) % 2 === 1);
        return { type: 'prompt', id: promptId(brand, number), brandId: brand, text: `prompt ${number}`, tags: own };
      }),
    ]),
  ];
}

/** The runs that both brands have from the start, `count` each. */
export function seed(count: number): readonly RunRecord[] {
  const random = new Random(7);
  const step = (seededUntil - firstInstant) / count;
  return brands.flatMap((brand) =>
    Array.from({ length: count }, (_, number) => {
      return runOf(random, { brand, number, at: firstInstant + Math.floor((number + random.next()) * step) });
    }),
  );
}

/** The `number`-th lot of runs of the live brand: new ones, late ones, and others in the place of recorded ones. */
export function burst(number: number, size: number, seeded: number): readonly RunRecord[] {
  const random = new Random(1_000 + number);
  return Array.from({ length: size }, (_, index) => {
    const kind = random.next();
    if (kind < 0.8)
      return runOf(random, {
        brand: 'live',
        number: 100_000 + number * size + index,
        at: freshInstant(random, number),
      });
    if (kind < 0.9)
      return runOf(random, { brand: 'live', number: 5_000_000 + number * size + index, at: lateInstant(random) });
    // The last third of the seed is not quiet.
    const replaced = seeded - 1 - Math.floor(random.next() * Math.floor(seeded / 4));
    return runOf(random, { brand: 'live', number: replaced, at: lateInstant(random) });
  });
}

function freshInstant(random: Random, number: number): number {
  return seededUntil + Math.floor((number + random.next()) * 0.1 * dayMs);
}

function lateInstant(random: Random): number {
  return quietUntil + Math.floor(random.next() * (seededUntil - quietUntil));
}

function runOf(random: Random, { brand, number, at }: { brand: BrandId; number: number; at: number }): RunRecord {
  const named = competitors.filter(() => random.next() < 0.4);
  const brandMentioned = random.next() < 0.5;
  const assess = (position: number) => ({ mentioned: true, sentiment: labels[random.word() % 5] ?? null, position });
  return {
    type: 'run',
    id: runId(brand, number),
    promptId: promptOfRun(brand, number),
    model: models[random.word() % models.length] ?? '',
    provider: 'soak',
    createdAt: new Date(at).toISOString(),
    answer: `${named.join(', ')}. ${'All of it is said at length. '.repeat(random.word() % 20)}`,
    webQueries: ['best crm'],
    citations: Array.from({ length: random.word() % 5 }, () => {
      return { url: `https://site${random.zipf(30)}.example/${random.zipf(400)}`, title: 'A page' };
    }),
    brandMentioned,
    competitorsMentioned: named,
    assessments: {
      brand: brandMentioned ? assess(1) : { mentioned: false },
      competitors: Object.fromEntries(named.map((name, place) => [name, assess(place + 2)])),
    },
  };
}
