// Are the tiles right? A brand's answers from tiles are compared with those from the raw rows, of one snapshot, and each level of tiles by itself.

import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Database } from '../database/postgres.js';
import type { PromptCompanies } from '../domain/lists/prompt-table.js';
import { noFilter } from '../domain/selection/run-filter.js';
import { type Ask, everyPart, nothing, type Part, type Question, type Summary } from '../domain/summary.js';
import { readTiles } from './answer/read.js';
import { wrongMonths } from './check-prompts.js';
import { type Batch, batchesOf, everyDay } from './check-questions.js';
import { readRaw } from './plain/raw.js';

/** While the database answers some batches, another is compared. */
const parallelBatches = 3;

interface CheckReport {
  readonly checked: number;
  /** The questions whose answers differ. */
  readonly wrong: readonly Question[];
}

/**
 * Compares a brand over its whole time, and over each of its months without a filter, by each model and by each tag; and the runs by which
 * pages of each prompt are placed. It computes everything from the raw rows. `onProgress` is called with the number of questions that are
 * compared, and of all.
 */
export async function checkBrand(
  db: Database,
  brandId: string,
  onProgress: (compared: number, total: number) => void = () => {},
): Promise<CheckReport> {
  const batches = await batchesOf(db, brandId);
  const total = batches.reduce((sum, { questions }) => sum + questions.length, 0);
  const wrong: Question[] = [];
  const left = batches.values();
  let compared = 0;
  const compareNext = async () => {
    for (const batch of left) {
      onProgress(compared, total);
      wrong.push(...(await atLeisure(db, (client) => wrongOf(client, batch))));
      compared += batch.questions.length;
    }
  };
  await Promise.all(Array.from({ length: parallelBatches }, compareNext));
  return { checked: total, wrong: [...wrong, ...(await wrongPages(db, brandId))] };
}

/** One snapshot, however long it takes; its statements have many short branches, which are not worth compiling. */
function atLeisure<T>(db: Database, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  return db.snapshot(async (client) => {
    await client.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local jit = off',
    );
    return work(client);
  });
}

/** The months of prompts whose pages of runs would be misplaced. */
async function wrongPages(db: Database, brandId: string): Promise<readonly Question[]> {
  const months = await atLeisure(db, (client) => wrongMonths(client, brandId));
  return months.map(({ promptId, window }) => {
    return { brandId, window, model: null, tags: [], filter: noFilter, promptId, outcome: 'all', series: everyDay };
  });
}

/** The questions of a batch that one of its readings answers otherwise than the raw rows do. */
async function wrongOf(client: pg.ClientBase, { questions, readings }: Batch): Promise<readonly Question[]> {
  const wrong = new Set<Question>();
  const wanted = everyPart.filter((part) => readings.some(({ parts }) => parts.includes(part)));
  const raw = await readRaw(client, asksOf(questions, wanted));
  const right = new Map<readonly Part[], readonly unknown[]>();
  for (const { levels, parts } of readings) {
    const expected = right.get(parts) ?? raw.map((summary) => inOrder(onlyParts(summary, parts)));
    right.set(parts, expected);
    const tiles = await readTiles(client, asksOf(questions, parts), { levels });
    for (const [index, question] of questions.entries())
      if (!isDeepStrictEqual(expected[index], inOrder(tiles[index] ?? nothing))) wrong.add(question);
  }
  return [...wrong];
}

function asksOf(questions: readonly Question[], parts: readonly Part[]): readonly Ask[] {
  return questions.map((question) => ({ question, parts: new Set(parts) }));
}

function onlyParts(summary: Summary, parts: readonly Part[]): Summary {
  const { models, companies } = summary;
  const sums = parts.includes('sums') ? { models, companies } : {};
  const others = parts.flatMap((part) => (part === 'sums' ? [] : [[part, summary[part]]]));
  return { ...nothing, ...sums, ...Object.fromEntries(others) };
}

function byKey<V>(map: Iterable<readonly [number, V]>) {
  return [...map].sort(([a], [b]) => a - b);
}

function byModel<Of extends { readonly model: string }>(models: readonly Of[] | null) {
  return models?.toSorted((a, b) => (a.model < b.model ? -1 : 1));
}

function listed<Table extends PromptCompanies>(table: Table) {
  return { ...table, mentions: [...table.mentions] };
}

/** The summary with its lists in one order, so that equal ones compare equal. */
export function inOrder(summary: Summary) {
  const { models, companies, prompts, companySeries, ...others } = summary;
  const { promptMentions, promptSums, promptCompanies, promptTotals, companyTotals, ...rest } = others;
  return {
    models: byModel(models)?.map((sums) => ({ ...sums, companies: byKey(sums.companies) })),
    companies: companies?.toSorted((a, b) => a.id - b.id),
    prompts: prompts && { total: prompts.total, byCompany: byKey(prompts.byCompany) },
    promptMentions: byModel(promptMentions),
    promptSums: byModel(promptSums),
    promptCompanies: byModel(promptCompanies)?.map(({ model, prompts }) => ({ model, prompts: listed(prompts) })),
    promptTotals: promptTotals && listed(promptTotals),
    companyTotals: companyTotals && listed(companyTotals),
    companySeries: byModel(companySeries)?.map(({ model, runs, companies }) => {
      return { model, runs: runs.list(), companies: byKey(companies).map(([company, each]) => [company, each.list()]) };
    }),
    ...rest,
  };
}
