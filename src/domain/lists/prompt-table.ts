// The figures of prompts as columns: a brand may have 50,000 prompts, and an object for each of them and each model would take as long to
// create as the figures take to read. Pure.

import { addSumsAt, type CompanySums, companySums } from '../company-sums.js';
import { countsByCompany, type MentionCounts } from '../counts/mention-counts.js';

/** Sums over the runs of one prompt. */
export interface PromptFigures {
  runs: number;
  citations: number;
  /** Runs with at least one web query. */
  searched: number;
  /** Runs that mention another company, but not the brand. */
  gaps: number;
  /** When its first and its last run were created, epoch milliseconds. */
  first: number;
  last: number;
  readonly brand: CompanySums;
  /** Runs that mention each other company, by its number; only those that are mentioned. */
  readonly mentions: Map<number, number>;
}

/** What ratios are made of, for the prompts with a run: the arrays run parallel, by prompt ascending. */
export interface PromptMentions {
  /** The numbers of the prompts. */
  readonly prompts: Int32Array;
  readonly runs: Float64Array;
  /** Runs that mention the brand. */
  readonly brandMentions: Float64Array;
  /** Mentions of all companies, the brand among them. */
  readonly allMentions: Float64Array;
}

/** The same, and what else is counted of the brand. */
export interface PromptSums extends PromptMentions {
  readonly citations: Float64Array;
  /** The sums of the brand, as many to each prompt as `companySums` lists, in its order. */
  readonly brand: Float64Array;
}

/** The same as `PromptMentions`, and who else is mentioned. */
export interface PromptCompanies extends PromptMentions {
  /** Runs that mention each other company. */
  readonly mentions: MentionCounts;
}

/** The further sums that are a column each. */
const promptColumns = ['citations', 'searched', 'gaps', 'first', 'last'] as const;
type PromptColumn = (typeof promptColumns)[number];

/** All figures of the prompts with a run. */
export interface PromptTable extends PromptSums, PromptCompanies, Readonly<Record<PromptColumn, Float64Array>> {}

/** How many sums of the brand each prompt has. */
export const brandWidth = companySums.length;

/** A table of so many prompts, with zeros. */
function emptyTable(size: number): PromptTable {
  const column = () => new Float64Array(size);
  return {
    prompts: new Int32Array(size),
    runs: column(),
    brandMentions: column(),
    allMentions: column(),
    citations: column(),
    searched: column(),
    gaps: column(),
    first: column(),
    last: column(),
    brand: new Float64Array(size * brandWidth),
    mentions: new Map(),
  };
}

/** The table of figures that are keyed by the number of the prompt. */
export function tableOf(figures: ReadonlyMap<number, PromptFigures>): PromptTable {
  const rows = [...figures].sort(([a], [b]) => a - b);
  const table = emptyTable(rows.length);
  for (const [place, [prompt, of]] of rows.entries()) {
    table.prompts[place] = prompt;
    table.runs[place] = of.runs;
    table.brandMentions[place] = of.brand.mentions;
    table.allMentions[place] = [...of.mentions.values()].reduce((sum, mentions) => sum + mentions, of.brand.mentions);
    for (const column of promptColumns) table[column][place] = of[column];
    addSumsAt(table.brand, place * brandWidth, of.brand);
  }
  return { ...table, mentions: countsByCompany(rows.map(([, { mentions }]) => mentions)) };
}

/** Of so many tables, numbers are looked for among each other; of more, by number. */
const fewTables = 4;

/** The prompts of several tables, ascending, and of each table where its rows stand among them. */
export function promptsOfAll<Table extends Pick<PromptMentions, 'prompts'>>(tables: readonly Table[]) {
  const isFew = tables.length <= fewTables;
  const prompts = isFew ? sortedPrompts(tables) : listedPrompts(tables);
  const placeOf = new Int32Array(isFew ? 0 : (prompts.at(-1) ?? 0) + 1);
  if (!isFew) for (let place = 0; place < prompts.length; place++) placeOf[prompts[place] ?? 0] = place;
  const placed = tables.map((table) => {
    const to = new Int32Array(table.prompts.length);
    let place = 0;
    for (let row = 0; row < to.length; row++) {
      const prompt = table.prompts[row] ?? 0;
      if (isFew) while ((prompts[place] ?? prompt) < prompt) place++;
      to[row] = isFew ? place : (placeOf[prompt] ?? 0);
    }
    return { table, to };
  });
  return { prompts, placed };
}

type Prompts = Pick<PromptMentions, 'prompts'>;

function sortedPrompts(tables: readonly Prompts[]): Int32Array {
  const [only, ...others] = tables;
  if (only && others.length === 0) return only.prompts;
  const all = new Int32Array(tables.reduce((size, { prompts }) => size + prompts.length, 0));
  let size = 0;
  for (const { prompts } of tables) {
    all.set(prompts, size);
    size += prompts.length;
  }
  all.sort();
  let distinct = 0;
  for (let place = 0; place < all.length; place++) {
    if (place === 0 || all[place] !== all[place - 1]) all[distinct++] = all[place] ?? 0;
  }
  return all.slice(0, distinct);
}

function listedPrompts(tables: readonly Prompts[]): Int32Array {
  const last = tables.reduce((most, { prompts }) => Math.max(most, prompts.at(-1) ?? -1), -1);
  const isListed = new Uint8Array(last + 1);
  let size = 0;
  for (const { prompts } of tables) {
    for (let row = 0; row < prompts.length; row++) {
      const prompt = prompts[row] ?? 0;
      size += 1 - (isListed[prompt] ?? 0);
      isListed[prompt] = 1;
    }
  }
  const found = new Int32Array(size);
  let place = 0;
  for (let prompt = 0; prompt <= last; prompt++) if (isListed[prompt] === 1) found[place++] = prompt;
  return found;
}

/** What ratios are made of, and nothing else of a table. */
export function onlyMentions({ prompts, runs, brandMentions, allMentions }: PromptMentions): PromptMentions {
  return { prompts, runs, brandMentions, allMentions };
}

/** Who is mentioned, and nothing else of a table. */
export function onlyCompanies({ mentions, ...table }: PromptCompanies): PromptCompanies {
  return { ...onlyMentions(table), mentions };
}

/** What is counted of the brand, and nothing else of a table. */
export function onlySums({ citations, brand, ...table }: PromptSums): PromptSums {
  return { ...onlyMentions(table), citations, brand };
}

/** One table of the prompts of several, whose counts add up: of all models together, for instance. */
export function mergeMentions(tables: readonly PromptMentions[]): PromptMentions {
  const [only, ...others] = tables;
  if (only && others.length === 0) return only;
  const { prompts, placed } = promptsOfAll(tables);
  const sum = (column: 'runs' | 'brandMentions' | 'allMentions') => {
    const sums = new Float64Array(prompts.length);
    for (const { table, to } of placed) addColumn(sums, table[column], to);
    return sums;
  };
  return { prompts, runs: sum('runs'), brandMentions: sum('brandMentions'), allMentions: sum('allMentions') };
}

/** Adds the numbers of a column, each at the place that `to` has for it. */
export function addColumn(into: Float64Array, column: Float64Array, to: Int32Array): void {
  for (let from = 0; from < to.length; from++) {
    const at = to[from] ?? 0;
    into[at] = (into[at] ?? 0) + (column[from] ?? 0);
  }
}
