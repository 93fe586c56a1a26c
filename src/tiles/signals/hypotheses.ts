// Hypotheses about what runs mention, from tables of prompts in both windows: the brand, each model, tag and market, each prompt, and each company's
// share of voice. Pure, in turns.

import { placedCounts } from '../../domain/counts/mention-counts.js';
import { pick } from '../../domain/counts/pick.js';
import { mergeMentions, type PromptMentions, type PromptTable, promptsOfAll } from '../../domain/lists/prompt-table.js';
import type { Pause } from '../../domain/pause.js';
import { least } from '../../domain/signals/signals.js';
import { MantelHaenszel } from '../../domain/statistics/mantel-haenszel.js';
import { PairedPrompts } from '../../domain/statistics/paired.js';
import type { Sample } from '../../domain/statistics/sample.js';
import { brandCompany, type ModelMentions } from '../../domain/summary.js';
import type { Subject, Tests } from './tests.js';

/** The same of both windows. */
export interface Both<Of> {
  readonly before: Of;
  readonly after: Of;
}

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
      const of = carrying.get(tag) ?? new Set();
      for (const prompt of prompts) of.add(prompt);
      carrying.set(tag, of);
    }
  for (const [tag, prompts] of carrying) {
    const of = mapBoth(tables, (table) => narrowed(table, prompts));
    testVisibility(tests, { field: 'tag', value: tag }, of);
    if (pause.isDue()) await pause.take();
  }
}

function narrowed(table: PromptMentions, prompts: ReadonlySet<number>): PromptMentions {
  const places = Int32Array.from(table.prompts.keys()).filter((place) => prompts.has(table.prompts[place] ?? 0));
  const of = (column: Float64Array) => pick(column, places);
  return {
    prompts: places.map((place) => table.prompts[place] ?? 0),
    ...{ runs: of(table.runs), brandMentions: of(table.brandMentions), allMentions: of(table.allMentions) },
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
  eachPair(wholes, (prompt, { before, after }) => {
    if (Math.min(before.whole, after.whole) >= least.promptRuns)
      totals.set(prompt, { before, after, test: new MantelHaenszel() });
  });
  if (pause.isDue()) await pause.take();
  for (const { tables } of eachModel(models)) {
    eachPair(tables, (prompt, { before, after }) => totals.get(prompt)?.test.add(before, after));
    if (pause.isDue()) await pause.take();
  }
  for (const [prompt, { before, after, test }] of totals) {
    if (pause.isDue()) await pause.take();
    const ratios = { before: before.part / before.whole, after: after.part / after.whole };
    const subject = { kind: 'promptVisibility', field: 'promptId', value: prompt } as const;
    tests.add(subject, test.p === null ? null : { ...ratios, p: test.p });
  }
}

/** Runs and mentions of each prompt of either window, ascending. */
function eachPair(tables: Both<PromptMentions>, visit: (prompt: number, pair: Both<Sample>) => void): void {
  const { prompts, placed } = promptsOfAll([tables.before, tables.after]);
  const [before, after] = placed.map(({ table, to }) => {
    const [parts, wholes] = [new Float64Array(prompts.length), new Float64Array(prompts.length)];
    for (const [from, place] of to.entries()) {
      parts[place] = table.brandMentions[from] ?? 0;
      wholes[place] = table.runs[from] ?? 0;
    }
    return (place: number): Sample => ({ part: parts[place] ?? 0, whole: wholes[place] ?? 0 });
  });
  if (!before || !after) return;
  for (const [place, prompt] of prompts.entries()) visit(prompt, { before: before(place), after: after(place) });
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
export async function testShares(tests: Tests, tables: Both<PromptTable>, pause: Pause): Promise<void> {
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
