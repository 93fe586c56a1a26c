// The breakdowns of one analytics, read together with it.

import type { BreakdownAsk, BreakdownPage } from '../../domain/breakdown/breakdown.js';
import { breakdownWants } from '../../domain/breakdown/dimensions-and-measures.js';
import type { Question } from '../../domain/summary.js';
import type { Context } from '../builder/context.js';
import type { SelectedList, Selection } from '../builder/selection.js';
import { keyOf, mergeSelected } from './load-lists.js';

/** The pages of breakdowns by their arguments. */
export type BreakdownPages = ReadonlyMap<string, BreakdownPage>;

/** The runs of the breakdowns, and what they are compared with. */
interface BreakdownScope extends Pick<BreakdownAsk, 'brandName' | 'compared'> {
  readonly question: Omit<Question, 'outcome' | 'series'>;
  readonly timeZone: string | null;
}

/** Reads the selected breakdowns but those with faulty arguments. */
export async function loadBreakdowns(
  ctx: Context,
  { question, compared, brandName, timeZone }: BreakdownScope,
  selected: Selection['lists'],
): Promise<BreakdownPages> {
  const merged = mergeSelected(selected.filter(isBreakdown), breakdownWants);
  const series = { timeZone: timeZone ?? 'UTC', maxDays: ctx.maxSeriesDays };
  const pages = await Promise.all(
    [...merged].map(async ([key, { kind, args, wants }]): Promise<[string, BreakdownPage]> => {
      const { page, limit, ...rest } = args;
      const paging = { skip: (page - 1) * limit, limit };
      const asked = { ...question, outcome: 'all' as const, series };
      const ask = { kind, question: asked, compared, brandName, ...rest, ...paging, wants };
      return [key, wants.size === 0 ? unread : await ctx.loaders.breakdowns.load(ask)];
    }),
  );
  return new Map(pages);
}

/** The page of a breakdown that was read. Throws if it was not, which is a fault of the look-ahead. */
export function breakdownPageOf(pages: BreakdownPages, args: object): BreakdownPage {
  const page = pages.get(keyOf('breakdown', args));
  if (!page) throw new Error('A breakdown is selected that was not read.');
  return page;
}

/** A page of which nothing is selected. */
const unread: BreakdownPage = { total: 0, rows: [] };

function isBreakdown(list: SelectedList): list is SelectedList<'breakdown'> {
  return list.kind === 'breakdown';
}
