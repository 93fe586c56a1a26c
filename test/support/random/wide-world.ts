// Worlds with so many URLs, queries and prompts that their numbers fill several chunks, from a seed: too many for plain arrays to count.

import type { AnyRecord, RunRecord } from '../naive/record.js';
import { numbersFrom } from './mulberry.js';

export const wideBrand = 'wide';
export const wideStart = Date.parse('2026-01-05T00:00:00Z');
const dayMs = 86_400_000;
const days = 70;

export const widePrompts = 100;
const competitors = ['Globex', 'Initech', 'Umbrella', 'Hooli'];

/** The brand, its competitors and prompts. */
export function wideBeginning(seed: number): readonly AnyRecord[] {
  const below = numbersFrom(seed);
  return [
    { type: 'organization', id: 'o', name: 'O' },
    { type: 'brand', id: wideBrand, organizationId: 'o', name: 'Wide', domains: ['site3.example'] },
    ...competitors.map(
      (name, index): AnyRecord => ({
        type: 'competitor',
        brandId: wideBrand,
        name,
        domains: [`site${index * 7}.example`],
      }),
    ),
    ...Array.from({ length: widePrompts }, (_, index) => widePrompt(index, below)),
  ];
}

/** A prompt with tags of its own. */
export function widePrompt(index: number, below: (bound: number) => number): AnyRecord {
  const tags = ['a', 'b', 'c'].filter(() => below(3) === 0);
  return { type: 'prompt', id: idOf(index, 1), brandId: wideBrand, text: `What is best for ${index % 40}?`, tags };
}

/** A run; of one number that came before it is another version. Low numbers of URLs and queries are frequent. */
export function wideRun(number: number, below: (bound: number) => number): RunRecord {
  const skewed = (bound: number) => Math.min(below(bound), below(2) === 0 ? below(40) : bound);
  const page = () => {
    const url = skewed(25_000);
    return {
      url: `https://site${url % 211}.example/${url}`,
      ...(below(4) === 0 ? { title: `Title ${below(9)}` } : {}),
    };
  };
  return {
    type: 'run',
    id: idOf(number, 0),
    promptId: idOf(number % widePrompts, 1),
    model: `model-${below(4)}`,
    provider: 'p',
    createdAt: new Date(wideStart + below(days) * dayMs + below(96) * 900_000).toISOString(),
    webQueries: Array.from({ length: below(8) }, () => `query ${skewed(9_000)}`),
    citations: Array.from({ length: below(28) }, page),
    brandMentioned: below(3) === 0,
    competitorsMentioned: competitors.filter(() => below(4) === 0),
  };
}

function idOf(number: number, kind: number): string {
  return `00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;
}
