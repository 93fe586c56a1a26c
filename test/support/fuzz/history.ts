// A quarter of a year of runs, the same every time: enough for tiles of every level and for pages to turn.

import { brands, foundation } from './records.js';

const firstInstant = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const companies = ['Globex', 'Initech', '__proto__'];

const id = (kind: number, number: number) => `f00d000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** What the runs refer to, and `count` runs of the brands of `foundation` over 88 days. */
export function history(count: number): readonly Readonly<Record<string, unknown>>[] {
  return [...foundation, ...Array.from({ length: count }, (_, index) => runOf(index, count))];
}

export const firstBrand = brands[0] ?? '';
export const firstPrompt = id(1, 0);

function runOf(index: number, count: number) {
  const named = companies.filter((_, at) => (index >> at) % 2 === 1);
  return {
    type: 'run',
    id: id(4, index),
    promptId: id(1, index % 8),
    model: ['chatgpt', 'gemini', 'claude'][index % 3],
    provider: 'p',
    createdAt: new Date(firstInstant + Math.floor((index * 88 * dayMs) / count)).toISOString(),
    answer: `Answer ${index}`,
    brandMentioned: index % 3 === 0,
    competitorsMentioned: named,
    citations: [{ url: `https://s${index % 11}.example/${index % 40}` }, { url: 'https://all.example/' }],
  };
}
