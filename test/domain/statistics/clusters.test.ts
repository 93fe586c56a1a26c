import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noSums } from '../../../src/domain/company-sums.js';
import { type PromptFigures, tableOf } from '../../../src/domain/lists/prompt-table.js';
import { clustersOf } from '../../../src/domain/statistics/clusters.js';
import { mergedFigures } from '../../support/prompt-figures.js';

/** The figures of one prompt: its runs, the brand's mentions, and those of others by number. */
const figures = (runs: number, mentions: number, others: readonly (readonly [number, number])[]): PromptFigures => ({
  ...{ runs, citations: 9, searched: 8, gaps: 7, first: 1, last: 2 },
  brand: { ...noSums(), mentions, positive: 5, positionSum: 6 },
  mentions: new Map(others),
});

const first = tableOf(
  new Map([
    [2, figures(10, 4, [[1, 3]])],
    [7, figures(5, 0, [])],
  ]),
);
const second = tableOf(
  new Map([
    [0, figures(1, 1, [[3, 1]])],
    [7, figures(2, 2, [[1, 2]])],
  ]),
);
const listed = (column: Float64Array | Int32Array) => [...column];

describe('the clusters of tables', () => {
  const both = clustersOf([first, second]);

  it('have every prompt once, ascending, with what the tables say of it together', () => {
    const { prompts, parts, wholes } = both.visibility();
    expect([prompts, parts, wholes].map(listed)).toEqual([
      [0, 2, 7],
      [1, 4, 2],
      [1, 10, 7],
    ]);
  });

  it('share the mentions of all companies', () => {
    const globex = both.shareOf(1);
    expect([globex.parts, globex.wholes].map(listed)).toEqual([
      [0, 3, 2],
      [2, 7, 4],
    ]);
    expect(listed(both.shareOf(0).parts)).toEqual([1, 4, 2]);
    expect(listed(both.shareOf(99).parts)).toEqual([0, 0, 0]);
  });

  it('count the prompts that mention a company', () => {
    expect([0, 1, 3, 99].map((company) => both.promptsOf(company))).toEqual([3, 2, 1, 0]);
    expect([0, 1, 3].map((company) => clustersOf([second]).promptsOf(company))).toEqual([2, 1, 1]);
  });

  it('are none of no table', () => {
    const { prompts, parts, wholes } = clustersOf([]).shareOf(0);
    expect([prompts, parts, wholes].map(({ length }) => length)).toEqual([0, 0, 0]);
  });

  it('are those of the merged table', () => {
    const prompt = fc.tuple(
      fc.nat(40),
      fc.nat(9),
      fc.nat(5),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(4)), { maxLength: 3 }),
    );
    const prompts = fc
      .array(prompt, { maxLength: 12 })
      .map((all) => new Map(all.map(([number, ...of]) => [number, figures(...of)])));
    fc.assert(
      fc.property(fc.array(prompts, { maxLength: 4 }), (all) => {
        const [apart, merged] = [clustersOf(all.map(tableOf)), clustersOf([tableOf(mergedFigures(all))])];
        expect(apart.visibility()).toEqual(merged.visibility());
        for (const company of [0, 1, 2, 3]) expect(apart.shareOf(company)).toEqual(merged.shareOf(company));
      }),
    );
  });
});
