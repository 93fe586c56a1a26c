import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumsAt } from '../../src/domain/company-sums.js';
import {
  brandWidth,
  mergeMentions,
  onlyMentions,
  type PromptFigures,
  type PromptTable,
  tableOf,
} from '../../src/domain/lists/prompt-table.js';
import { anyPrompts, mergedFigures, type Prompts } from '../support/prompt-figures.js';

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

describe('a table of prompts', () => {
  it('gives back the figures of each prompt, ascending', () => {
    fc.assert(
      fc.property(anyPrompts, (all) => {
        expect(rowsOf(tableOf(all))).toEqual(byPrompt(all));
      }),
    );
  });

  it('is merged with others prompt by prompt', () => {
    fc.assert(
      fc.property(fc.array(anyPrompts, { maxLength: 4 }), (all) => {
        const together = onlyMentions(tableOf(mergedFigures(all)));
        expect(onlyMentions(mergeMentions(all.map(tableOf)))).toEqual(together);
      }),
    );
  });

  it('has room for the pairs of a prompt and a company that occur, and for no others', () => {
    fc.assert(
      fc.property(anyPrompts, (all) => {
        const columns = [...tableOf(all).mentions];
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
});
