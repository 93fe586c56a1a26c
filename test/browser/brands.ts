// Brands at the edges: one without an answer, one with one, and one with 40 competitors and 500 prompts.

import type { Database } from '../../src/database/postgres.js';
import { filledDatabase } from '../support/filled-database.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';

const competitors = Array.from({ length: 40 }, (_, index) => `Competitor ${index + 1} of a Long Name`);
const prompts = Array.from({ length: 500 }, (_, index) => id(3, index));

/** The window that has all answers of these brands. */
export const edgeWindow = 'from=2026-03-01&to=2026-03-30';

export const singleAnswer = { promptId: id(2, 0), runId: id(12, 0) };

/** A database with the brands `empty`, `single` and `big`. */
export const edgeDatabase = () => filledDatabase('edge', recordEdgeBrands);

async function recordEdgeBrands(db: Database): Promise<void> {
  await recordWhole(db, [
    { type: 'organization', id: 'acme', name: 'Acme Inc.' },
    ...['empty', 'single', 'big'].map((name) => brandOf(name, `The ${name} brand`, [`${name}.example`])),
    promptOf('single', singleAnswer.promptId, 'the only prompt'),
    run(2, 0, singleAnswer.promptId),
    ...competitors.map((name) => ({ type: 'competitor', brandId: 'big', name })),
    ...prompts.map((prompt, index) => {
      const text = `prompt ${index} about a thing with a rather long name that has to be wrapped somewhere`;
      return promptOf('big', prompt, text, [index % 2 === 0 ? 'branded' : 'unbranded']);
    }),
    ...prompts.map((prompt, index) => run(3, index, prompt)),
  ]);
}

function run(kind: number, index: number, promptId: string) {
  const isNamed = index % 3 !== 1;
  const named = competitors.filter((_, other) => kind === 3 && (index * 7 + other) % 5 === 0);
  return answerOf(promptId, id(10 + kind, index), Date.UTC(2026, 2, 1 + (index % 30), 12), {
    model: ['chatgpt', 'gemini', 'perplexity'][index % 3],
    brandMentioned: isNamed,
    competitorsMentioned: named,
    webQueries: [`a search about thing ${index % 50}`],
    answer: `Some say **The big brand** is good, others prefer ${named.join(', ') || 'nothing'}.`,
    citations: [
      { url: `https://page-${index % 130}.example/${index}`, title: `Page ${index}` },
      { url: 'https://big.example/' },
    ],
  });
}
