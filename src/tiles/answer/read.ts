// The answer to a question is the merge of the tiles that cover its window, plus what the marks say is not in them yet.
// One snapshot, and a fixed number of statements however many questions are asked.

import type pg from 'pg';
import { itemKinds } from '../../domain/lists/items.js';
import { type Ask, itemPartOf, nothing, type Part, type Summary, withoutItems } from '../../domain/summary.js';
import { readDated } from '../plain/raw.js';
import { type DatedAsk, datedAsks, needsSpan } from '../plain/run-spans.js';
import type { StateAsk } from '../scan/brand-state.js';
import { readScans } from '../scan/read-scans.js';
import { openReading, type Reading, type ReadingOptions } from '../scan/reading.js';
import { versionOf } from '../stored/stamps.js';
import { figureScans } from './figure-scans.js';
import { readItemCounts } from './item-scans.js';
import { summaryOf } from './to-summary.js';

/** The answers to `asks`, in their order, equal to those of `readRaw`. To be called within one snapshot. */
export async function readTiles(
  client: pg.ClientBase,
  asks: readonly Ask[],
  options: Partial<ReadingOptions> = {},
): Promise<readonly Summary[]> {
  const selecting = asks.filter(({ parts }) => parts.size > 0);
  if (selecting.length === 0) return asks.map(() => nothing);
  return answerAsks(await openReading(client, selecting.map(stateAskOf), options), asks);
}

/** The same where the states of the questions have been read. */
export async function answerAsks(reading: Reading, asks: readonly Ask[]): Promise<readonly Summary[]> {
  const selecting = asks.filter(({ parts }) => parts.size > 0);
  const { dated, refused } = datedAsks(selecting, ({ question }) => reading.stateOf(question).span);
  const all = [...dated.values()];
  const figures = (await readFigures(reading, all)) ?? new Map<Ask, Summary>();
  const left = all.filter((ask) => !figures.has(ask) && withoutItems(ask.parts).length > 0);
  const plain = left.map((ask) => ({ ...ask, parts: new Set<Part>(withoutItems(ask.parts)) }));
  const answers = plain.length === 0 ? [] : await readDated(reading.client, plain, reading.pause);
  for (const [index, ask] of left.entries()) figures.set(ask, answers[index] ?? nothing);
  const items = await readItems(reading, all);
  return asks.map((ask) => {
    const of = dated.get(ask) ?? ask;
    return refused.get(ask) ?? { ...(figures.get(of) ?? nothing), ...items.get(of) };
  });
}

interface OnceOptions extends Pick<ReadingOptions, 'cache'>, Partial<Pick<ReadingOptions, 'pause'>> {
  /** The version of the one brand that is asked about, and of what all share, as other things of the answer have it; `null`: not known. */
  readonly version?: string | null;
}

/**
 * As `readTiles`, but outside a snapshot, in two statements or one. `null`: this was not possible, because something changed between them, or since
 * `version`, or because raw rows or items are needed; then nothing was answered, and it has to be read in a snapshot.
 */
export async function readWithoutSnapshot(
  client: pg.ClientBase,
  asks: readonly Ask[],
  { version = null, ...options }: OnceOptions,
): Promise<readonly Summary[] | null> {
  const selecting = asks.filter(({ parts }) => parts.size > 0);
  if (selecting.some(hasItems)) return null;
  const reading = await openReading(client, selecting.map(stateAskOf), { ...options, isOneInstant: false });
  if (version !== null && versionOf(reading.proof) !== version) return null;
  return answerWithoutSnapshot(reading, asks);
}

/** The same where the states of the questions have been read. */
export async function answerWithoutSnapshot(
  reading: Reading,
  asks: readonly Ask[],
): Promise<readonly Summary[] | null> {
  const selecting = asks.filter(({ parts }) => parts.size > 0);
  const { dated, refused } = datedAsks(selecting, ({ question }) => reading.stateOf(question).span);
  const figures = await readFigures(reading, [...dated.values()]);
  return figures && asks.map((ask) => refused.get(ask) ?? figures.get(dated.get(ask) ?? ask) ?? nothing);
}

/** What has to be known of the brand of an ask. */
export function stateAskOf(ask: Ask): StateAsk {
  return {
    set: ask.question,
    needsSpan: needsSpan(ask),
    needsCompanies: ask.parts.has('sums'),
    needsEntries: hasItems(ask),
  };
}

/** Whether items are counted, which takes a snapshot. */
export function hasItems({ parts }: Ask): boolean {
  return withoutItems(parts).length < parts.size;
}

/** What columns say, of the asks that want it and are not left to the plain definition. `null`: nothing could be read without a snapshot. */
async function readFigures(reading: Reading, dated: readonly DatedAsk[]): Promise<Map<Ask, Summary> | null> {
  const scans = figureScans(dated);
  const found = await readScans(
    reading,
    scans.map(({ scan }) => scan),
  );
  if (!found) return null;
  const summaries = new Map<Ask, Summary>();
  for (const [index, { asks, scan, days }] of scans.entries()) {
    const figures = found[index];
    for (const ask of figures ? asks : []) {
      if (figures)
        summaries.set(
          ask,
          await summaryOf(ask, { figures, days, state: reading.stateOf(scan.set), pause: reading.pause }),
        );
    }
  }
  return summaries;
}

/** The parts that count items. */
async function readItems(reading: Reading, asks: readonly Ask[]): Promise<ReadonlyMap<Ask, Partial<Summary>>> {
  const wanted = asks.flatMap((ask) =>
    itemKinds.flatMap((kind) =>
      ask.parts.has(itemPartOf(kind)) ? [{ ask, question: ask.question, kind, ids: null }] : [],
    ),
  );
  const counts = await readItemCounts(reading, wanted);
  const found = new Map<Ask, Partial<Summary>>();
  for (const [index, { ask, kind }] of wanted.entries())
    found.set(ask, { ...found.get(ask), [itemPartOf(kind)]: counts[index] });
  return found;
}
