// What is read of one period of a breakdown, cut into its models where these are told apart. Pure, in turns.

import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { type BreakdownWant, has, wantsOf } from '../../domain/breakdown/dimensions-and-measures.js';
import type { CompanySums } from '../../domain/company-sums.js';
import { mergeMentions, mergeTables, type PromptMentions, type PromptTable } from '../../domain/lists/prompt-table.js';
import { addByCompany } from '../../domain/metrics.js';
import { mapInTurns, type Pause } from '../../domain/pause.js';
import type { ModelSums, Part, PromptCounts, Summary } from '../../domain/summary.js';
import type { Axes } from './axes.js';

/** Those of companies other than the brand only where all figures were read. */
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
  if (has(by, 'prompt')) return new Set([wants.has('figures') ? 'promptFigures' : clusterPart(ask)]);
  if (!wants.has('prompts')) return new Set(['sums']);
  return new Set(['sums', by.includes('model') ? clusterPart(ask) : 'prompts']);
}

/** The same of the compared window. */
export function partsBefore(ask: BreakdownAsk): ReadonlySet<Part> {
  return new Set([has(ask.by, 'prompt') ? clusterPart(ask) : 'sums']);
}

/** The part that holds mentions by prompt. */
export function clusterPart({ by }: BreakdownAsk): Part {
  return has(by, 'company') ? 'promptFigures' : 'promptMentions';
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
  const { models, prompts, promptFigures, promptMentions } = summary;
  const tables = (promptFigures ?? promptMentions)?.map(({ model, prompts: table }) => [model, table] as const);
  if (!ask.by.includes('model')) {
    const merged =
      tables &&
      (await merge(
        tables.map(([, table]) => table),
        promptFigures !== null,
        pause,
      ));
    return [{ code, sums: models && (await sumOf(models, pause)), table: merged ?? null, prompts }];
  }
  const [sumsOf, tableOf] = [new Map(models?.map((each) => [each.model, each])), new Map(tables)];
  return [...new Set([...sumsOf.keys(), ...tableOf.keys()])].map((id) => ({
    code: code + axes.model(id),
    sums: sumsOf.get(id) ?? null,
    table: tableOf.get(id) ?? null,
    prompts,
  }));
}

function merge(tables: readonly SliceTable[], isWhole: boolean, pause: Pause): Promise<SliceTable> | SliceTable {
  return isWhole ? mergeTables(tables as readonly PromptTable[], pause) : mergeMentions(tables); // safe because whole tables are read as such
}

async function sumOf(models: readonly ModelSums[], pause: Pause): Promise<Slice['sums']> {
  const add = (column: 'runs' | 'citations') => models.reduce((sum, each) => sum + each[column], 0);
  const companies = new Map<number, CompanySums>();
  await mapInTurns(models, pause, (each) => addByCompany(companies, each.companies));
  return { runs: add('runs'), citations: add('citations'), companies };
}
