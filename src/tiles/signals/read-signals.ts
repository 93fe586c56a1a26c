// Signals from the parts of summaries in both windows: hypotheses are tested as they are counted, corrected together, and named where they are
// signals. A fixed number of statements for any number of asks, and again so many for every hundred markets and every half a million counts of domains.

import type pg from 'pg';
import type { DimensionName } from '../../domain/breakdown/dimensions-and-measures.js';
import { type Budget, unlimited } from '../../domain/budget.js';
import { createPause, type Pause } from '../../domain/pause.js';
import { least, type Signal, type SignalAsk, type SignalKind, type Signals } from '../../domain/signals/signals.js';
import type { Both } from '../../domain/statistics/sample.js';
import type { Ask, Part, Summary } from '../../domain/summary.js';
import type { Window } from '../../domain/window.js';
import { type Fault, invalid } from '../../errors.js';
import { answerAsks, stateAskOf } from '../answer/read.js';
import { mostPieces } from '../breakdowns/pieces.js';
import { readValues, type Values } from '../breakdowns/values.js';
import { openReading, type Reading, type ReadingOptions } from '../scan/reading.js';
import * as hypotheses from './hypotheses.js';
import { inOrder, nameAll } from './named.js';
import { type CitingRuns, testSources } from './sources.js';
import { type Found, Tests } from './tests.js';

interface SignalOptions extends Partial<Pick<ReadingOptions, 'cache' | 'onDamage' | 'pause'>> {
  /** What may be read of texts. */
  readonly budget: Budget;
  /** Whether it may take as long as it needs, because nobody waits for it. */
  readonly isUnbounded?: boolean;
}

/** The signals of `asks`, in their order, or why there are none. To be called within one snapshot. */
export async function readSignals(
  client: pg.ClientBase,
  asks: readonly SignalAsk[],
  { budget, isUnbounded = false, pause = createPause(), ...options }: SignalOptions,
): Promise<readonly (Signals | Fault)[]> {
  const values = await readValues(
    client,
    asks.map((ask) => ({ ...ask, by: valuesFor(ask) })),
  );
  const opened = asks.map((ask, place): Open | Fault => {
    const known = values[place] ?? noValues;
    const pairs = pairsOf(ask, known, isUnbounded);
    return 'message' in pairs ? pairs : { ask, values: known, tests: new Tests(1 - ask.level), pairs };
  });
  const open = opened.filter((each): each is Open => 'pairs' in each);
  const pairs = open.flatMap((each) => each.pairs.map((pair) => ({ ...each, ...pair })));
  // Without a window to compare with, nothing is tested.
  if (pairs.length > 0) {
    const states = pairs.flatMap(({ before, after }) => [stateAskOf(before), stateAskOf(after)]);
    const reading = await openReading(client, states, { ...options, pause });
    await testSources(reading, await testPairs(reading, pairs));
  }
  await pause.take();
  const found: (readonly Found[])[] = [];
  for (const { tests } of open) found.push(await tests.found(pause));
  const first = open.map((each, place) => ({ ...each, found: inOrder(found[place] ?? [], each.ask.limit) }));
  const rows = await nameAll(client, first, budget);
  const read = new Map<Open | Fault, Signals>(
    open.map((each, place) => {
      return [each, { tested: each.tests.tested, total: found[place]?.length ?? 0, rows: rows[place] ?? [] }];
    }),
  );
  return opened.map((each) => ('message' in each ? each : (read.get(each) ?? noSignals)));
}

const noSignals: Signals = { tested: 0, total: 0, rows: [] };
const noValues: Values = { models: [], companies: [], prompts: [], channels: [], branded: [], tagged: [] };

/** All signals of an ask in order. To be called within one snapshot. */
export async function* streamSignals(
  client: pg.ClientBase,
  ask: SignalAsk,
  options: Omit<SignalOptions, 'budget'>,
): AsyncGenerator<readonly Signal[]> {
  const asked = { ...ask, limit: Number.POSITIVE_INFINITY };
  const [found] = await readSignals(client, [asked], { budget: unlimited, ...options });
  if (found && 'message' in found) throw invalid([found]);
  if (found) yield found.rows;
}

/** What is looked up to tell runs apart, and to name companies. */
function valuesFor({ kinds }: SignalAsk): readonly DimensionName[] {
  const of: Readonly<Record<SignalKind, readonly DimensionName[]>> = {
    visibility: ['tag', 'market'],
    promptVisibility: [],
    shareOfVoice: ['company'],
    source: [],
  };
  return kinds.flatMap((kind) => of[kind]);
}

interface Open {
  readonly ask: SignalAsk;
  readonly values: Values;
  readonly tests: Tests;
  readonly pairs: readonly Windows[];
}

/** The runs of an ask in both windows: all of them, or those of one market. */
interface Windows extends Both<Ask> {
  readonly market: string | null;
}

type Pair = Open & Windows;

/** What is read of an ask, or why that is too much. */
function pairsOf(
  { question, compared, kinds }: SignalAsk,
  { channels }: Values,
  isUnbounded: boolean,
): readonly Windows[] | Fault {
  if (!compared) return [];
  const { filter } = question;
  const pairOf = (market: string | null, parts: readonly Part[]): Windows => {
    const of = market === null ? question : { ...question, filter: { ...filter, markets: [market] } };
    const ask = (window: typeof compared): Ask => ({ question: { ...of, window }, parts: new Set(parts) });
    return { market, before: ask(compared), after: ask(question.window) };
  };
  const markets = marketsWith(leastRuns(question.window, compared), channels);
  const admitted = markets.filter((each) => filter.markets.length === 0 || filter.markets.includes(each));
  const [windows, most] = [2 * (1 + admitted.length), mostPieces(channels)];
  if (windows > most && !isUnbounded) return tooManyMarkets(admitted.length, channels.length, Math.floor(most / 2) - 1);
  const parts: readonly Part[] = [
    'promptMentions',
    ...(kinds.includes('shareOfVoice') ? (['companyTotals'] as const) : []),
    ...(kinds.includes('source') ? (['domainItems'] as const) : []),
  ];
  return [pairOf(null, parts), ...admitted.sort().map((market) => pairOf(market, ['promptMentions']))];
}

/** How many runs of all time a market has at least that is tested: a run in both windows counts in each. */
function leastRuns(window: Window, compared: Window): number {
  const isOverlapping = compared.start < window.end && window.start < compared.end;
  return isOverlapping ? least.whole : 2 * least.whole;
}

/** The markets that have so many runs. */
function marketsWith(runs: number, channels: Values['channels']): readonly string[] {
  const counts = new Map<string, number>();
  for (const { market, runs: more } of channels)
    if (market !== null) counts.set(market, (counts.get(market) ?? 0) + more);
  return [...counts].flatMap(([market, count]) => (count >= runs ? [market] : []));
}

function tooManyMarkets(markets: number, channels: number, max: number): Fault {
  const [given, of, most] = [markets, channels, max].map((count) => count.toLocaleString('en-US'));
  const message =
    `The visibility in each of ${given} markets is to be tested, and of a brand with ${of} combinations of provider, web search ` +
    `and market at most ${most} can be at once: give some in markets, or kinds without visibility.`;
  return { field: 'kinds', message };
}

/** So many pairs of windows are read at once: of each there may be thousands of prompts in memory. */
const pairsATurn = 50;

/** Tests what runs mention, and resolves to what is tested of their domains. */
async function testPairs(reading: Reading, pairs: readonly Pair[]): Promise<readonly CitingRuns[]> {
  const citing: CitingRuns[] = [];
  for (let from = 0; from < pairs.length; from += pairsATurn) {
    const some = pairs.slice(from, from + pairsATurn);
    const asks = some.flatMap(({ before, after }) => [before, after]);
    const summaries = await answerAsks(reading, asks);
    for (const [place, pair] of some.entries()) {
      const [before, after] = [summaries[2 * place], summaries[2 * place + 1]];
      if (before && after) citing.push(...(await testPair(pair, { before, after }, reading.pause)));
    }
  }
  return citing;
}

async function testPair(
  { ask, values, tests, market, ...asks }: Pair,
  summaries: Both<Summary>,
  pause: Pause,
): Promise<readonly CitingRuns[]> {
  const models = hypotheses.mapBoth(summaries, ({ promptMentions }) => promptMentions ?? []);
  const tables = await hypotheses.mergeModels(models, pause);
  if (market !== null) {
    hypotheses.testVisibility(tests, { field: 'market', value: market }, tables);
    return [];
  }
  const { kinds } = ask;
  if (kinds.includes('visibility')) {
    hypotheses.testVisibility(tests, { field: null, value: '' }, tables);
    if (pause.isDue()) await pause.take();
    await hypotheses.testModels(tests, models, pause);
    await hypotheses.testTags(tests, { tables, tagged: values.tagged }, pause);
  }
  if (kinds.includes('promptVisibility')) await hypotheses.testPrompts(tests, { tables, models }, pause);
  const totals = hypotheses.mapBoth(summaries, ({ companyTotals }) => companyTotals);
  const { before, after } = totals;
  if (before && after) await hypotheses.testShares(tests, { before, after }, pause);
  const [domainsBefore, domains] = [summaries.before.domainItems, summaries.after.domainItems];
  if (!domainsBefore || !domains) return [];
  const questions = hypotheses.mapBoth(asks, ({ question }) => question);
  return [{ tests, questions, tables, domains: { before: domainsBefore, after: domains } }];
}
