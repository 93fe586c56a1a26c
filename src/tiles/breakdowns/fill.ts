// Groups from slices: runs are grouped as far as their period, their model and their prompt say, and then, where companies are told apart, by those
// that they mention. Pure, in turns.

import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { has } from '../../domain/breakdown/dimensions-and-measures.js';
import { companySums } from '../../domain/company-sums.js';
import { eachCount, type PlacedCounts, placedCounts } from '../../domain/counts/mention-counts.js';
import { brandWidth } from '../../domain/lists/prompt-table.js';
import type { Pause } from '../../domain/pause.js';
import { brandCompany } from '../../domain/summary.js';
import { required } from '../lists/list.js';
import type { Axes } from './axes.js';
import { at, Groups } from './groups.js';
import type { Slice, SliceTable } from './slices.js';

interface Filling {
  readonly ask: BreakdownAsk;
  readonly axes: Axes;
  readonly pause: Pause;
}

/** Groups, and with the dimension `company` those without it, of whose runs and mentions they are parts; otherwise these are the groups themselves. */
export interface Grouping {
  readonly groups: Groups;
  readonly whole: Groups;
}

export function newGrouping({ by }: BreakdownAsk, max: number): Grouping {
  const groups = new Groups(max);
  return { groups, whole: has(by, 'company') ? new Groups(max) : groups };
}

/** Adds the groups of a slice. Throws `validation_error` where there are too many. */
export async function addSlice(
  { groups, whole }: Grouping,
  slice: Slice,
  { ask, axes, pause }: Filling,
): Promise<void> {
  const isOfCompanies = has(ask.by, 'company');
  if (!has(ask.by, 'prompt')) {
    addSums(whole, slice);
    if (isOfCompanies) addCompanies(groups, slice, axes);
    return;
  }
  const table = required(slice.table);
  addRows(whole, slice.code, { table, axes });
  if (!isOfCompanies) return;
  const columns = [[brandCompany, placedCounts(table.brandMentions)] as const, ...required(table.mentions)];
  for (const [company, column] of columns) {
    if (pause.isDue()) await pause.take();
    addMentions(groups, { table, axes, column, code: slice.code + (axes.company.get(company) ?? 0) });
  }
}

/** All runs of a slice as one group. */
function addSums(groups: Groups, { code, sums, table, prompts }: Slice): void {
  if (!sums || sums.runs === 0) return;
  const row = groups.reserve(code);
  const brand = sums.companies.get(brandCompany);
  groups.add(row, at.runs, sums.runs);
  groups.add(row, at.mentions, brand?.mentions ?? 0);
  groups.add(row, at.allMentions, allMentionsOf(sums));
  groups.add(row, at.citations, sums.citations);
  groups.add(row, at.prompts, table?.prompts.length ?? prompts?.total ?? 0);
  if (brand) for (const [place, name] of companySums.entries()) groups.add(row, at.sums + place, brand[name]);
}

/** The companies that runs of a slice mention. */
function addCompanies(groups: Groups, { code, sums, table, prompts }: Slice, axes: Axes): void {
  for (const [company, own] of sums?.companies ?? []) {
    if (own.mentions === 0) continue;
    const row = groups.reserve(code + (axes.company.get(company) ?? 0));
    groups.add(row, at.mentions, own.mentions);
    groups.add(row, at.prompts, table ? countPrompts(table, company) : (prompts?.byCompany.get(company) ?? 0));
    for (const [place, name] of companySums.entries()) groups.add(row, at.sums + place, own[name]);
  }
}

function allMentionsOf({ companies }: NonNullable<Slice['sums']>): number {
  let sum = 0;
  for (const [, { mentions }] of companies) sum += mentions;
  return sum;
}

function countPrompts(table: SliceTable, company: number): number {
  const column = company === brandCompany ? placedCounts(table.brandMentions) : required(table.mentions).get(company);
  return column?.places.length ?? 0;
}

interface Rows {
  readonly table: SliceTable;
  readonly axes: Axes;
}

/** The prompts of a slice, each in its groups. */
function addRows(groups: Groups, code: number, { table, axes }: Rows): void {
  const { prompts, runs, brandMentions, allMentions, citations, brand } = table;
  for (let place = 0; place < prompts.length; place++) {
    for (const own of axes.prompts[prompts[place] ?? 0] ?? []) {
      const row = groups.reserve(code + own);
      groups.add(row, at.runs, runs[place] ?? 0);
      groups.add(row, at.mentions, brandMentions[place] ?? 0);
      groups.add(row, at.allMentions, allMentions[place] ?? 0);
      groups.add(row, at.prompts, 1);
      if (!citations || !brand) continue;
      groups.add(row, at.citations, citations[place] ?? 0);
      for (let sum = 0; sum < brandWidth; sum++) groups.add(row, at.sums + sum, brand[place * brandWidth + sum] ?? 0);
    }
  }
}

interface Mentions extends Rows {
  readonly column: PlacedCounts;
  /** Of the slice, and of the company. */
  readonly code: number;
}

/** The mentions of one company. */
function addMentions(groups: Groups, { table, axes, column, code }: Mentions): void {
  eachCount(column, (place, mentions) => {
    for (const own of axes.prompts[table.prompts[place] ?? 0] ?? []) {
      const row = groups.reserve(code + own);
      groups.add(row, at.mentions, mentions);
      groups.add(row, at.prompts, 1);
    }
  });
}
