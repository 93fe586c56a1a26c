// What is read of one period of a breakdown, cut into its models where these are told apart. Pure, in turns.

import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { type BreakdownWant, has, hasFigures, wantsOf } from '../../domain/breakdown/dimensions-and-measures.js';
import type { CompanySums } from '../../domain/company-sums.js';
import type { PromptMentions, PromptTable } from '../../domain/lists/prompt-table.js';
import { addByCompany } from '../../domain/metrics.js';
import { mapInTurns, type Pause } from '../../domain/pause.js';
import type { ModelMentions, ModelSums, Part, PromptCounts, Summary } from '../../domain/summary.js';
import type { Axes } from './axes.js';

/** What was read of prompts. */
export type SliceTable = PromptMentions & Partial<PromptTable>;

/** The runs of a period, or those of one model in it. What was not read is `null`. */
export interface Slice {
  /** What period and channel add to the number of a group. */
  readonly code: number;
  readonly sums: Pick<ModelSums, 'runs' | 'citations' | 'companies'> | null;
  readonly table: SliceTable | null;
  readonly prompts: PromptCounts | null;
}

/** What is read of each period, so that its runs can be grouped. */
export function partsOf(ask: BreakdownAsk): ReadonlySet<Part> {
  const { by, orderBy } = ask;
  const wants = new Set<BreakdownWant>([...ask.wants, ...wantsOf(orderBy)]);
  if (has(by, 'prompt')) return new Set([wants.has('figures') && hasFigures(by) ? sumPart(ask) : clusterPart(ask)]);
  if (!wants.has('prompts')) return new Set(['sums']);
  return new Set(['sums', by.includes('model') ? clusterPart(ask) : 'prompts']);
}

/** The same of the compared window. */
export function partsBefore(ask: BreakdownAsk): ReadonlySet<Part> {
  return new Set([has(ask.by, 'prompt') ? clusterPart(ask) : 'sums']);
}

function sumPart({ by }: BreakdownAsk): Part {
  return by.includes('model') ? 'promptSums' : 'sumTotals';
}

/** The part that holds mentions by prompt. */
export function clusterPart({ by }: BreakdownAsk): Part {
  const isByModel = by.includes('model');
  if (by.includes('company')) return isByModel ? 'promptCompanies' : 'companyTotals';
  return isByModel ? 'promptMentions' : 'mentionTotals';
}

interface Cutting {
  readonly ask: BreakdownAsk;
  readonly axes: Axes;
  /** Of the piece. */
  readonly code: number;
  readonly pause: Pause;
}

/** The slices of a piece. */
export async function slicesOf(summary: Summary, { ask, axes, code, pause }: Cutting): Promise<readonly Slice[]> {
  const { models, prompts } = summary;
  if (!ask.by.includes('model')) {
    const table = summary.sumTotals ?? summary.companyTotals ?? summary.mentionTotals;
    return [{ code, sums: models && (await sumOf(models, pause)), table, prompts }];
  }
  const { promptMentions, promptSums, promptCompanies } = summary;
  const tables: readonly ModelMentions[] | null = promptSums ?? promptCompanies ?? promptMentions;
  const tableOf = new Map(tables?.map(({ model, prompts: table }) => [model, table]));
  const sumsOf = new Map(models?.map((each) => [each.model, each]));
  return [...new Set([...sumsOf.keys(), ...tableOf.keys()])].map((id) => ({
    code: code + axes.model(id),
    sums: sumsOf.get(id) ?? null,
    table: tableOf.get(id) ?? null,
    prompts,
  }));
}

async function sumOf(models: readonly ModelSums[], pause: Pause): Promise<Slice['sums']> {
  const add = (column: 'runs' | 'citations') => models.reduce((sum, each) => sum + each[column], 0);
  const companies = new Map<number, CompanySums>();
  await mapInTurns(models, pause, (each) => addByCompany(companies, each.companies));
  return { runs: add('runs'), citations: add('citations'), companies };
}
