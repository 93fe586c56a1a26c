import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSums, noSums, sumsAt } from '../../src/domain/company-sums.js';
import {
  brandWidth,
  mergeMentions,
  mergeTables,
  onlyMentions,
  type PromptFigures,
  type PromptTable,
  tableOf,
} from '../../src/domain/lists/prompt-table.js';
import { alwaysDue } from '../support/always-due.js';

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

/** The figures of a table by prompt, with what ratios are made of computed from the others. */
function rowsOf(table: PromptTable) {
  return Array.from(table.prompts, (prompt, place) => {
    const at = (column: Float64Array, row = place) => column[row] ?? Number.NaN;
    const mentions = [...table.mentions].flatMap(([company, { places, counts }]) =>
      Array.from(places, (found, index) => [company, found === place ? at(counts.subarray(index), 0) : 0] as const),
    );
    const figures: PromptFigures = {
      ...{ runs: at(table.runs), citations: at(table.citations), searched: at(table.searched), gaps: at(table.gaps) },
      ...{ first: at(table.first), last: at(table.last), brand: sumsAt(table.brand, place * brandWidth) },
      mentions: new Map([...mentions].filter(([, count]) => count > 0)),
    };
    const all = [...figures.mentions.values()].reduce((sum, count) => sum + count, figures.brand.mentions);
    expect([at(table.brandMentions), at(table.allMentions)]).toEqual([figures.brand.mentions, all]);
    return [prompt, figures];
  });
}

/** The same by plain maps. */
function merged(all: readonly Prompts[]): Prompts {
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
        expect(rowsOf(tableOf(all))).toEqual(byPrompt(all));
      }),
    );
  });

  it('is merged with others prompt by prompt', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(prompts, { maxLength: 4 }), async (all) => {
        const tables = all.map(tableOf);
        const table = await mergeTables(tables);
        expect(rowsOf(table)).toEqual(byPrompt(merged(all)));
        expect(onlyMentions(mergeMentions(tables))).toEqual(onlyMentions(table));
      }),
    );
  });

  it('has room for the pairs of a prompt and a company that occur, and for no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(prompts, { maxLength: 4 }), async (all) => {
        const columns = [...(await mergeTables(all.map(tableOf))).mentions];
        const companies = columns.map(([company]) => company);
        expect(companies).toEqual(companies.toSorted((a, b) => a - b));
        for (const [, { places, counts }] of columns) {
          expect(places.length).toBeGreaterThan(0);
          expect([...places]).toEqual([...new Set(places)].sort((a, b) => a - b));
          expect([counts.length, counts.every((each) => each > 0)]).toEqual([places.length, true]);
        }
      }),
    );
  });

  it('is merged in turns: between two tables, and between two companies', async () => {
    const [tables, companies] = [5, 30];
    const mentions = new Map(Array.from({ length: companies }, (_, id) => [id + 1, 1]));
    const sums = { runs: 9, citations: 0, searched: 0, gaps: 0, first: 0, last: 0, brand: noSums() };
    const table = tableOf(new Map([[1, { ...sums, mentions }]]));
    const pause = alwaysDue();
    await mergeTables(Array(tables).fill(table), pause);
    expect(pause.taken()).toBe(2 * tables + companies);
  });
});
