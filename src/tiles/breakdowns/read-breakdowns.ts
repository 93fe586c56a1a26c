// Breakdowns from the parts of summaries: each of their periods is a question of its own. Counted and ranked first; what only shown rows say is read
// of these. A fixed number of statements for any number of breakdowns, and again so many for every hundred periods.

import type pg from 'pg';
import type { BreakdownAsk, BreakdownPage, BreakdownRow } from '../../domain/breakdown/breakdown.js';
import { type Budget, unlimited } from '../../domain/budget.js';
import { createPause } from '../../domain/pause.js';
import { type Fault, invalid } from '../../errors.js';
import type { ReadingOptions } from '../scan/reading.js';
import { isOpen, type Means, needsSnapshot, type Open, openAll } from './open.js';
import { rank } from './rank.js';
import { namedRows, readSamples } from './shown-rows.js';

interface BreakdownOptions
  extends Partial<Pick<ReadingOptions, 'cache' | 'onDamage' | 'pause'>>,
    Pick<Means, 'maxGroups' | 'keepsNames' | 'version'> {
  /** What may be read of texts. */
  readonly budget: Budget;
}

/** The pages of `asks`, in their order, or why there is none. To be called within one snapshot. */
export async function readBreakdowns(
  client: pg.ClientBase,
  asks: readonly BreakdownAsk[],
  { budget, ...options }: BreakdownOptions,
): Promise<readonly (BreakdownPage | Fault)[]> {
  const { opened, means } = await openAll({ client, pause: createPause(), ...options }, asks);
  const open = opened.filter(isOpen);
  const ranked = new Map<Open, Float64Array>();
  for (const each of open) ranked.set(each, await rank(each, means.pause));
  const shown = open.map((each) => {
    const { skip, limit, wants } = each.ask;
    return {
      open: each,
      groups: (ranked.get(each) ?? new Float64Array()).slice(skip, wants.has('rows') ? skip + limit : skip),
    };
  });
  const rows = await namedRows(means, shown, { samples: await readSamples(means, shown), budget });
  return opened.map((each) => {
    if (!isOpen(each)) return each;
    return { total: ranked.get(each)?.length ?? 0, rows: rows[open.indexOf(each)] ?? [] };
  });
}

/**
 * As `readBreakdowns` of one brand at a version, but outside a snapshot. `null`: this was not possible, because what `areKept` says is not kept, or something
 * has changed since that version; then it has to be read in a snapshot.
 */
export async function readBreakdownsOnce(
  client: pg.ClientBase,
  asks: readonly BreakdownAsk[],
  options: Omit<BreakdownOptions, 'keepsNames'> & { readonly version: string },
): Promise<readonly (BreakdownPage | Fault)[] | null> {
  try {
    return await readBreakdowns(client, asks, { ...options, keepsNames: true });
  } catch (error) {
    if (error === needsSnapshot) return null;
    throw error;
  }
}

/** All rows of a breakdown in order, some at a time; `skip` and `limit` do not count. To be called within one snapshot. */
export async function* streamBreakdown(
  client: pg.ClientBase,
  ask: BreakdownAsk,
  options: Omit<BreakdownOptions, 'budget'>,
): AsyncGenerator<readonly BreakdownRow[]> {
  const { opened, means } = await openAll({ client, pause: createPause(), ...options }, [ask]);
  const [open] = opened;
  if (!open) return;
  if (!isOpen(open)) throw invalid([open]);
  const groups = await rank(open, means.pause);
  const samples = await readSamples(means, [{ open, groups }]);
  for (let from = 0; from < groups.length; from += rowsATurn) {
    const shown = { open, groups: groups.slice(from, from + rowsATurn) };
    const [rows = []] = await namedRows(means, [shown], { samples, budget: unlimited });
    yield rows;
  }
}

const rowsATurn = 1_000;
