// The runs of a day, by prompt, as listed by the API.

import { ask, type Complete } from '../data/api.js';
import { promptsDocument, runDocument, runsDocument } from '../data/documents.js';
import type { PromptsQuery, RunQuery, RunsQuery } from '../data/generated.js';
import { type Span, spanOfDay } from '../data/period.js';
import type { View } from '../data/view.js';

type RunPage = NonNullable<RunsQuery['r0']>;
type PromptPage = Complete<PromptsQuery>['brand']['prompts'];

export type Run = RunPage['data'][number];
export type RunDetails = Complete<RunQuery>['promptRun'];

export interface PromptOfDay {
  readonly id: string;
  readonly text: string;
  /** Newest first, at most 100. */
  readonly runs: readonly Run[];
  readonly total: number;
}

export interface DayPage {
  /** Those with runs first. */
  readonly prompts: readonly PromptOfDay[];
  /** Whether there are more pages of prompts. */
  readonly hasMore: boolean;
}

const promptsAtOnce = 20;

/** Loads the runs of a day for one page of prompts. `page` starts at 1. Throws `ApiError`. */
export async function loadDay(view: View, { date, range, page }: DayQuestion): Promise<DayPage> {
  const { data: prompts, pagination } = await loadPrompts(view, page);
  const hasMore = page < pagination.totalPages;
  if (prompts.length === 0) return { prompts: [], hasMore };
  const variables = {
    ...spanOfDay(date, view.timeZone, range),
    ...(view.model ? { model: view.model } : {}),
    ...Object.fromEntries(prompts.map(({ id }, index) => [`p${index}`, id])),
  };
  const pages = await ask(runsDocument(prompts.length), variables);
  const found = prompts.map((prompt, index) => {
    const runs = pages[`r${index}`];
    return { ...prompt, runs: runs?.data ?? [], total: runs?.pagination.total ?? 0 };
  });
  return { prompts: found.sort((a, b) => b.total - a.total), hasMore };
}

export interface DayQuestion {
  readonly date: string;
  readonly range: Span;
  readonly page: number;
}

/** Loads the answer, web queries and citations of a run. Throws `ApiError`. */
export async function loadRun({ id, promptId }: Run): Promise<RunDetails> {
  const { promptRun } = await ask(runDocument, { promptId, runId: id });
  return promptRun;
}

async function loadPrompts({ brand: brandId, tags }: View, page: number): Promise<PromptPage> {
  const variables = { brandId, page, limit: promptsAtOnce, ...(tags.length > 0 ? { tags } : {}) };
  const { brand } = await ask(promptsDocument, variables);
  return brand.prompts;
}
