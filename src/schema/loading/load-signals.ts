// The signals of one analytics, read together with it.

import type { SignalAsk, Signals } from '../../domain/signals/signals.js';
import type { Question } from '../../domain/summary.js';
import type { Context } from '../builder/context.js';
import type { SelectedList, Selection } from '../builder/selection.js';
import { keyOf, mergeSelected } from './load-lists.js';

/** Signals by their arguments. */
export type SignalsByArguments = ReadonlyMap<string, Signals>;

interface SignalScope extends Pick<SignalAsk, 'brandName' | 'compared'> {
  readonly question: Omit<Question, 'outcome' | 'series'>;
}

/** Reads the selected signals but those with faulty arguments. */
export async function loadSignals(
  ctx: Context,
  { question, ...scope }: SignalScope,
  selected: Selection['lists'],
): Promise<SignalsByArguments> {
  const merged = mergeSelected(selected.filter(isSignals), []);
  const asked = { ...question, outcome: 'all' as const, series: null };
  const found = await Promise.all(
    [...merged].map(async ([key, { kind, args }]): Promise<[string, Signals]> => {
      return [key, await ctx.loaders.signals.load({ kind, question: asked, ...scope, ...args })];
    }),
  );
  return new Map(found);
}

/** The signals that were read. Throws if they were not, which is a fault of the look-ahead. */
export function signalsOf(found: SignalsByArguments, args: object): Signals {
  const signals = found.get(keyOf('signals', args));
  if (!signals) throw new Error('Signals are selected that were not read.');
  return signals;
}

function isSignals(list: SelectedList): list is SelectedList<'signals'> {
  return list.kind === 'signals';
}
