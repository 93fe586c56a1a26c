// Worlds of runs in two windows, drawn from distributions that are known, as the tables that signals are tested on: no database, a seed for each.

import type { CompanySums } from '../../src/domain/company-sums.js';
import { companySums } from '../../src/domain/company-sums.js';
import { placedCounts } from '../../src/domain/counts/mention-counts.js';
import { mergeMentions, type PromptFigures, type PromptTable, tableOf } from '../../src/domain/lists/prompt-table.js';
import { createPause } from '../../src/domain/pause.js';
import * as hypotheses from '../../src/tiles/signals/hypotheses.js';
import { type Found, Tests } from '../../src/tiles/signals/tests.js';
import { mulberry32 } from './random/mulberry.js';

export interface WorldPlan {
  readonly prompts: number;
  readonly models: number;
  /** Of each prompt and model in each window, on average. */
  readonly runs: number;
  /** By how much visibility rises in the later window. */
  readonly rise: number;
}

const companies = 5;
const everyCompany = Array.from({ length: companies }, (_, company) => company);
const domains = 12;
const tags = ['a', 'b', 'c'];

/** Numbers in [0, 1), the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  const next = mulberry32(seed);
  return () => next() / 2 ** 32;
}

/** The signals of a world, and how many hypotheses there were. */
export async function signalsOfWorld(plan: WorldPlan, seed: number, level = 0.95) {
  const random = randomNumbers(seed);
  const rates = ratesOf(plan, random);
  const [before, after] = [
    windowOf(plan, rates, { random, rise: 0 }),
    windowOf(plan, rates, { random, rise: plan.rise }),
  ];
  const tests = new Tests(1 - level);
  const pause = createPause();
  const models = { before: before.models, after: after.models };
  const tables = await hypotheses.mergeModels(models, pause);
  hypotheses.testVisibility(tests, { field: null, value: '' }, tables);
  await hypotheses.testModels(tests, models, pause);
  await hypotheses.testTags(tests, { tables, tagged: taggedBy(plan) }, pause);
  await hypotheses.testPrompts(tests, { tables, models }, pause);
  await hypotheses.testShares(tests, { before: before.totals, after: after.totals }, pause);
  const paired = hypotheses.pairedRuns(tables);
  for (let domain = 0; domain < domains; domain++) {
    const [one, two] = [before.cited[domain], after.cited[domain]];
    if (!one || !two || Math.max(sum(one), sum(two)) < 5 || !paired.hasAtLeast(4, 10)) continue;
    const change = paired.test({ before: placedCounts(one), after: placedCounts(two) });
    tests.add({ kind: 'source', field: 'domain', value: domain }, change);
  }
  const found: readonly Found[] = await tests.found(pause);
  return { tested: tests.tested, found };
}

const sum = (values: Float64Array) => values.reduce((total, each) => total + each, 0);

function taggedBy({ prompts }: WorldPlan) {
  return tags.map((tag, place) => ({
    tags: [tag],
    prompts: Array.from({ length: prompts }, (_, prompt) => prompt).filter((prompt) => prompt % 3 === place),
  }));
}

type Rates = readonly (readonly { readonly mention: readonly number[]; readonly cite: readonly number[] }[])[];

/** By model and prompt: prompts differ a great deal, models a little. */
function ratesOf({ prompts, models }: WorldPlan, random: () => number): Rates {
  const ofPrompt = Array.from({ length: prompts }, () => ({
    mention: Array.from({ length: companies }, () => random()),
    cite: Array.from({ length: domains }, () => random() ** 3),
  }));
  return Array.from({ length: models }, () =>
    ofPrompt.map(({ mention, cite }) => {
      const near = (rate: number) => Math.min(1, Math.max(0, rate + (random() - 0.5) / 5));
      return { mention: mention.map(near), cite: cite.map(near) };
    }),
  );
}

interface Drawing {
  readonly random: () => number;
  readonly rise: number;
}

function windowOf({ prompts, runs }: WorldPlan, rates: Rates, { random, rise }: Drawing) {
  const cited = Array.from({ length: domains }, () => new Float64Array(prompts));
  const all = new Map<number, PromptFigures>();
  const models = rates.map((ofModel, model) => {
    const figures = new Map<number, PromptFigures>();
    for (const [prompt, { mention, cite }] of ofModel.entries()) {
      const size = Math.max(1, Math.round(runs * (0.5 + random())));
      for (let run = 0; run < size; run++) {
        const named = everyCompany.filter((company) => random() < (mention[company] ?? 0) + (company === 0 ? rise : 0));
        addRun(figures, prompt, named);
        addRun(all, prompt, named);
        for (const [domain, rate] of cite.entries())
          if (random() < rate) (cited[domain] ?? new Float64Array(1))[prompt] = (cited[domain]?.[prompt] ?? 0) + 1;
      }
    }
    return { model: `model-${model}`, prompts: tableOf(figures) };
  });
  const totals: PromptTable = { ...tableOf(all), ...mergeMentions(models.map(({ prompts: table }) => table)) };
  return { models, totals, cited };
}

function addRun(figures: Map<number, PromptFigures>, prompt: number, named: readonly number[]): void {
  const none = () => Object.fromEntries(companySums.map((name) => [name, 0])) as unknown as CompanySums; // safe because each sum is there
  const known = figures.get(prompt) ?? {
    runs: 0,
    citations: 0,
    searched: 0,
    gaps: 0,
    first: 0,
    last: 0,
    brand: none(),
    mentions: new Map(),
  };
  figures.set(prompt, known);
  known.runs += 1;
  if (named.includes(0)) known.brand.mentions += 1;
  for (const company of named) if (company > 0) known.mentions.set(company, (known.mentions.get(company) ?? 0) + 1);
}
