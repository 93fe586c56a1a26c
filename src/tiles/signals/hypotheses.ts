// Hypotheses about what runs mention, from tables of prompts in both windows: the brand, each model, tag and market, each prompt, and each company's
// share of voice. Pure, in turns.

import { pick } from '../../domain/counts/arrays.js';
import { made } from '../../domain/counts/maps.js';
import { placedCounts } from '../../domain/counts/mention-counts.js';
import { mergeMentions, type PromptCompanies, type PromptMentions } from '../../domain/lists/prompt-table.js';
import type { Pause } from '../../domain/pause.js';
import { least } from '../../domain/signals/signals.js';
import { MantelHaenszel } from '../../domain/statistics/mantel-haenszel.js';
import { PairedPrompts } from '../../domain/statistics/paired.js';
import { type Both, eachPair, type PromptSamples, type Sample } from '../../domain/statistics/sample.js';
import { brandCompany, type ModelMentions } from '../../domain/summary.js';
import type { Subject, Tests } from './tests.js';

export function mapBoth<One, Other>({ before, after }: Both<One>, map: (one: One) => Other): Both<Other> {
  return { before: map(before), after: map(after) };
}

/** All models together. */
export async function mergeModels(models: Both<readonly ModelMentions[]>, pause: Pause): Promise<Both<PromptMentions>> {
  const merge = async (of: readonly ModelMentions[]) => {
    const merged = mergeMentions(of.map(({ prompts }) => prompts));
    if (pause.isDue()) await pause.take();
    return merged;
  };
  return { before: await merge(models.before), after: await merge(models.after) };
}

/** What is paired of runs: prompts by their runs. */
export function pairedRuns(tables: Both<PromptMentions>): PairedPrompts {
  const { before, after } = mapBoth(tables, ({ prompts, runs }) => ({ prompts, wholes: runs }));
  return new PairedPrompts(before, after);
}

export function testVisibility(tests: Tests, about: Omit<Subject, 'kind'>, tables: Both<PromptMentions>): void {
  const paired = pairedRuns(tables);
  if (!paired.hasAtLeast(least.prompts, least.whole)) return;
  const counts = mapBoth(tables, ({ brandMentions }) => placedCounts(brandMentions));
  tests.add({ kind: 'visibility', ...about }, paired.test(counts));
}

/** The runs of each model. */
export async function testModels(tests: Tests, models: Both<readonly ModelMentions[]>, pause: Pause): Promise<void> {
  for (const { model, tables } of eachModel(models)) {
    testVisibility(tests, { field: 'model', value: model }, tables);
    if (pause.isDue()) await pause.take();
  }
}

type Tagged = readonly { readonly tags: readonly string[]; readonly prompts: readonly number[] }[];

/** The runs of the prompts that carry each tag. */
export async function testTags(
  tests: Tests,
  { tables, tagged }: { readonly tables: Both<PromptMentions>; readonly tagged: Tagged },
  pause: Pause,
): Promise<void> {
  const carrying = new Map<string, Set<number>>();
  for (const { tags, prompts } of tagged)
    for (const tag of tags) {
      const of = made(carrying, tag, Set);
      for (const prompt of prompts) of.add(prompt);
    }
  const known = mapBoth(tables, (table) => ({ table, places: placesByPrompt(table) }));
  for (const [tag, of] of carrying) {
    const prompts = Int32Array.from(of).sort();
    const narrow = mapBoth(known, ({ table, places }) =>
      atPlaces(
        table,
        prompts.map((prompt) => places[prompt] ?? -1),
      ),
    );
    testVisibility(tests, { field: 'tag', value: tag }, narrow);
    if (pause.isDue()) await pause.take();
  }
}

/** By the number of a prompt its place in a table; -1 where it has none. */
export function placesByPrompt({ prompts }: PromptMentions): Int32Array {
  const places = new Int32Array((prompts.at(-1) ?? 0) + 1).fill(-1);
  for (let place = 0; place < prompts.length; place++) places[prompts[place] ?? 0] = place;
  return places;
}

/** Of some places in a table, without those of -1. */
function atPlaces(table: PromptMentions, given: Int32Array): PromptMentions {
  const places = given.filter((place) => place >= 0);
  const { prompts, runs, brandMentions, allMentions } = table;
  return {
    prompts: places.map((place) => prompts[place] ?? 0),
    runs: pick(runs, places),
    brandMentions: pick(brandMentions, places),
    allMentions: pick(allMentions, places),
  };
}

interface Strata {
  /** All models together. */
  readonly tables: Both<PromptMentions>;
  readonly models: Both<readonly ModelMentions[]>;
}

/** Each prompt, over models as strata. */
export async function testPrompts(tests: Tests, { tables: wholes, models }: Strata, pause: Pause): Promise<void> {
  const totals = new Map<number, Both<Sample> & { readonly test: MantelHaenszel }>();
  eachPair(mapBoth(wholes, samplesOf), ({ before, after }, prompt) => {
    if (Math.min(before.whole, after.whole) >= least.promptRuns)
      totals.set(prompt, { before, after, test: new MantelHaenszel() });
  });
  if (pause.isDue()) await pause.take();
  for (const { tables } of eachModel(models)) {
    eachPair(mapBoth(tables, samplesOf), ({ before, after }, prompt) => totals.get(prompt)?.test.add(before, after));
    if (pause.isDue()) await pause.take();
  }
  for (const [prompt, { before, after, test }] of totals) {
    if (pause.isDue()) await pause.take();
    const ratios = { before: before.part / before.whole, after: after.part / after.whole };
    const subject = { kind: 'promptVisibility', field: 'promptId', value: prompt } as const;
    tests.add(subject, test.p === null ? null : { ...ratios, p: test.p });
  }
}

/** Runs and mentions of each prompt. */
function samplesOf({ prompts, runs, brandMentions }: PromptMentions): PromptSamples {
  return { prompts, parts: brandMentions, wholes: runs };
}

const noTable = mergeMentions([]);

/** The tables of each model that has a run in either window. */
function eachModel(models: Both<readonly ModelMentions[]>) {
  const { before, after } = mapBoth(models, (of) => new Map(of.map(({ model, prompts }) => [model, prompts])));
  return [...new Set([...before.keys(), ...after.keys()])].sort().map((model) => {
    return { model, tables: { before: before.get(model) ?? noTable, after: after.get(model) ?? noTable } };
  });
}

/** The share of each company that is mentioned in either window. */
export async function testShares(tests: Tests, tables: Both<PromptCompanies>, pause: Pause): Promise<void> {
  const wholes = mapBoth(tables, ({ prompts, allMentions }) => ({ prompts, wholes: allMentions }));
  const paired = new PairedPrompts(wholes.before, wholes.after);
  if (!paired.hasAtLeast(least.prompts, least.whole)) return;
  const mentions = mapBoth(tables, (table) => {
    const brand = placedCounts(table.brandMentions);
    return new Map(brand.places.length === 0 ? table.mentions : [[brandCompany, brand], ...table.mentions]);
  });
  for (const company of new Set([...mentions.before.keys(), ...mentions.after.keys()])) {
    const counts = mapBoth(mentions, (of) => of.get(company));
    tests.add({ kind: 'shareOfVoice', field: 'company', value: company }, paired.test(counts));
    if (pause.isDue()) await pause.take();
  }
}
