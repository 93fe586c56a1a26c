// Rows of prompts, added up with others, are what plain maps say.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noSums } from '../../src/domain/company-sums.js';
import { tableOf } from '../../src/domain/lists/prompt-table.js';
import { createPause } from '../../src/domain/pause.js';
import { mentionSums, PromptRows } from '../../src/tiles/packed/columns/prompt-rows.js';
import { alwaysDue } from '../support/always-due.js';
import { anyPrompts, mergedFigures, type Prompts } from '../support/prompt-figures.js';

function rowsOf(prompts: Prompts): PromptRows {
  const rows = new PromptRows({ sums: true, companies: true });
  for (const [prompt, { runs, citations, searched, gaps, first, last, brand, mentions }] of prompts) {
    const row = rows.rowOf(prompt);
    const all = [...mentions.values()].reduce((sum, each) => sum + each, brand.mentions);
    rows.addRow(row, [runs, brand.mentions, all]);
    rows.addRow(row, [citations, searched, gaps], mentionSums);
    rows.addBrand(row, brand);
    rows.addTimes(row, first, last);
    for (const [company, count] of mentions) rows.addMentions(company, row, count);
  }
  return rows;
}

it('are added up prompt by prompt', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPrompts, { maxLength: 4 }), async (all) => {
      const pause = createPause();
      const together = new PromptRows({ sums: true, companies: true });
      for (const prompts of all) await together.addAll(rowsOf(prompts), pause);
      expect(await together.tableInTurns(null, pause)).toEqual(tableOf(mergedFigures(all)));
    }),
  );
});

it('are added up in turns: before the companies, and between two', async () => {
  const companies = 30;
  const mentions = new Map(Array.from({ length: companies }, (_, id) => [id + 1, 1]));
  const sums = { runs: 9, citations: 0, searched: 0, gaps: 0, first: 0, last: 0, brand: noSums() };
  const pause = alwaysDue();
  await new PromptRows({ sums: true, companies: true }).addAll(rowsOf(new Map([[1, { ...sums, mentions }]])), pause);
  expect(pause.taken()).toBe(1 + companies);
});
