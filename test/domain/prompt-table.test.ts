import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSums } from '../../src/domain/company-sums.js';
import {
  figuresAt,
  mentionColumns,
  type PromptFigures,
  tableOf,
  uniteTables,
} from '../../src/domain/lists/prompt-table.js';

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
const prompts = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), figures), { maxLength: 20 })
  .map((all) => new Map(all));
type Prompts = ReadonlyMap<number, PromptFigures>;

function byPrompt(all: Prompts) {
  return [...all].sort(([a], [b]) => a - b);
}

/** The same by plain maps. */
function united(all: readonly Prompts[]): Prompts {
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

describe('a table of prompts', () => {
  it('gives back the figures of each prompt, ascending', () => {
    fc.assert(
      fc.property(prompts, (all) => {
        const table = tableOf(all);
        const rows = Array.from(table.prompts, (prompt, place) => [prompt, figuresAt(table, place)]);
        expect(rows).toEqual(byPrompt(all));
      }),
    );
  });

  it('is united with others prompt by prompt', () => {
    fc.assert(
      fc.property(fc.array(prompts, { maxLength: 4 }), (all) => {
        const table = uniteTables(all.map(tableOf));
        const rows = Array.from(table.prompts, (prompt, place) => [prompt, figuresAt(table, place)]);
        expect(rows).toEqual(byPrompt(united(all)));
      }),
    );
  });

  it('computes the mentions of a company when they are asked for where there are very many', () => {
    const asked: number[] = [];
    const columns = mentionColumns([2, 5], 3_000_000, (company) => {
      asked.push(company);
      return Float64Array.of(company);
    });
    expect([columns.size, ...columns.keys()]).toEqual([2, 2, 5]);
    expect(asked).toEqual([]);
    expect([columns.get(5), columns.get(3)]).toEqual([Float64Array.of(5), undefined]);
    expect([...columns]).toEqual([
      [2, Float64Array.of(2)],
      [5, Float64Array.of(5)],
    ]);
    expect([...columns.values()]).toEqual([Float64Array.of(2), Float64Array.of(5)]);
    expect(asked).toEqual([5, 2, 5, 2, 5]);
  });
});
