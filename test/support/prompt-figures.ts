// Figures of prompts by plain maps.

import fc from 'fast-check';
import { addSums } from '../../src/domain/company-sums.js';
import type { PromptFigures } from '../../src/domain/lists/prompt-table.js';

export type Prompts = ReadonlyMap<number, PromptFigures>;

const count = fc.nat(1_000_000);
const figures: fc.Arbitrary<PromptFigures> = fc.record({
  runs: fc.integer({ min: 1, max: 5_000_000_000 }),
  citations: count,
  searched: count,
  gaps: count,
  first: fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
  last: fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
  brand: fc.record({
    mentions: count,
    positive: count,
    neutral: count,
    negative: count,
    mixed: count,
    positionSum: count,
    positions: count,
  }),
  mentions: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9 })))
    .map((all) => new Map(all)),
});
/** Of up to twenty prompts. */
export const anyPrompts: fc.Arbitrary<Prompts> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), figures), { maxLength: 20 })
  .map((all) => new Map(all));

/** Of each prompt what all of them say together. */
export function mergedFigures(all: readonly Prompts[]): Prompts {
  const sums = new Map<number, PromptFigures>();
  for (const [prompt, each] of all.flatMap((map) => [...map])) {
    const into = sums.get(prompt);
    if (!into) {
      sums.set(prompt, { ...each, brand: { ...each.brand }, mentions: new Map(each.mentions) });
      continue;
    }
    for (const name of ['runs', 'citations', 'searched', 'gaps'] as const) into[name] += each[name];
    into.first = Math.min(into.first, each.first);
    into.last = Math.max(into.last, each.last);
    addSums(into.brand, each.brand);
    for (const [company, mentions] of each.mentions)
      into.mentions.set(company, (into.mentions.get(company) ?? 0) + mentions);
  }
  return sums;
}
