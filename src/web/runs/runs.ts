// The runs of a day, by prompt, as listed by the API.

import { ask } from '../data/api.js';
import { type Span, spanOfDay } from '../data/period.js';
import type { View } from '../data/view.js';

export interface Run {
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  readonly provider: string;
  readonly webSearchEnabled: boolean;
  readonly createdAt: string;
  readonly brandMentioned: boolean;
  readonly competitorsMentioned: readonly string[];
  readonly citationCount: number;
  readonly assessments: {
    readonly brand: { readonly sentiment: string | null; readonly position: number | null };
  };
}

export interface RunDetails {
  readonly answer: { readonly text: string | null };
  readonly webQueries: readonly string[];
  readonly citations: readonly { readonly url: string; readonly domain: string; readonly title: string | null }[];
}

interface RunPage {
  readonly data: readonly Run[];
  readonly pagination: { readonly total: number };
}

interface Prompt {
  readonly id: string;
  readonly text: string;
}

export interface PromptOfDay extends Prompt {
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

export const promptsDocument = `
query Prompts($brandId: ID!, $tags: [String!], $page: Int!, $limit: Int!) {
  brand(id: $brandId) { prompts(tags: $tags, page: $page, limit: $limit) { data { id text } pagination { totalPages } } }
}`;

export const runDocument = `
query Run($promptId: ID!, $runId: ID!) {
  promptRun(promptId: $promptId, runId: $runId) { answer { text } webQueries citations { url domain title } }
}`;

/** A document for the runs of several prompts, with an alias for each. */
export function runsDocument(prompts: number): string {
  const each = Array.from({ length: prompts }, (_, index) => index);
  return `
query Runs($start: DateTime!, $end: DateTime!, $model: ID, ${each.map((index) => `$p${index}: ID!`).join(', ')}) {
  ${each.map((index) => `r${index}: promptRuns(promptId: $p${index}, start: $start, end: $end, model: $model, limit: 100) { ...R }`).join('\n  ')}
}
fragment R on PromptRuns {
  data {
    id promptId model provider webSearchEnabled createdAt brandMentioned competitorsMentioned citationCount
    assessments { brand { sentiment position } }
  }
  pagination { total }
}`;
}

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
  const pages = await ask<Readonly<Record<string, RunPage>>>(runsDocument(prompts.length), variables);
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
  const { promptRun } = await ask<{ readonly promptRun: RunDetails }>(runDocument, { promptId, runId: id });
  return promptRun;
}

interface PromptPage {
  readonly data: readonly Prompt[];
  readonly pagination: { readonly totalPages: number };
}

async function loadPrompts({ brand, tags }: View, page: number): Promise<PromptPage> {
  const variables = { brandId: brand, page, limit: promptsAtOnce, ...(tags.length > 0 ? { tags } : {}) };
  const data = await ask<{ readonly brand: { readonly prompts: PromptPage } }>(promptsDocument, variables);
  return data.brand.prompts;
}
