// Breakdowns counted: what their periods hold, read in turns and added to groups.

import type pg from 'pg';
import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { has, wantsOf } from '../../domain/breakdown/dimensions-and-measures.js';
import type { Pause } from '../../domain/pause.js';
import type { RunSpan } from '../../domain/series.js';
import type { Ask, Part } from '../../domain/summary.js';
import { AppError, type Fault } from '../../errors.js';
import { answerAsks, answerWithoutSnapshot, readTiles, stateAskOf } from '../answer/read.js';
import type { TileCache } from '../kept/tile-cache.js';
import { needsSpan, readRunSpans } from '../plain/run-spans.js';
import { openReading, type Reading, type ReadingOptions } from '../scan/reading.js';
import { versionOf } from '../stored/stamps.js';
import { type Axes, axesOf } from './axes.js';
import { addSlice, type Grouping, newGrouping } from './fill.js';
import { maxGroups as defaultMaxGroups } from './groups.js';
import { findValues, keepValues } from './kept-values.js';
import { bucketOf, periodsOf } from './periods.js';
import { type Piece, piecesOf } from './pieces.js';
import { partsBefore, partsOf, type Slice, slicesOf } from './slices.js';
import { readValues, type Values } from './values.js';

/** A breakdown under way. */
export interface Open {
  readonly ask: BreakdownAsk;
  readonly axes: Axes;
  /** By what they add to the numbers of groups. */
  readonly pieces: ReadonlyMap<number, Piece>;
  readonly now: Grouping;
  /** In the compared window; `null`: nobody wants it. */
  readonly before: Grouping | null;
  /** The slices of both windows, where their intervals are wanted and what they were counted from says these; otherwise none. */
  readonly kept: Kept | null;
  /** Why it has no page, once that is known: nothing more is read of it then. */
  fault: Fault | null;
}

/** Slices in both windows. */
export interface Kept {
  readonly now: Slice[];
  readonly before: Slice[];
}

export interface Means extends Partial<Pick<ReadingOptions, 'cache' | 'onDamage'>> {
  readonly client: pg.ClientBase;
  readonly pause: Pause;
  /** How many groups a breakdown has; one of more is refused. */
  readonly maxGroups?: number;
  /** Whether names of prompts, and values of dimensions, are kept in `cache`. */
  readonly keepsNames?: boolean;
  /** What knows the states of all windows, where these are few. */
  readonly reading?: Reading | null;
  /** In place of a snapshot: what is read is to be of this version. What cannot be read so throws `needsSnapshot`. */
  readonly version?: string;
}

/** Thrown where a breakdown cannot be read without a snapshot. */
export const needsSnapshot = new Error('A breakdown has to be read in a snapshot.');

export function isOpen(open: Open | Fault): open is Open {
  return 'axes' in open;
}

/** What of some asks is under way, or why it has no page, and how more is read of it. */
interface Opened {
  readonly opened: readonly (Open | Fault)[];
  readonly means: Means;
}

/** Counts the groups of all asks. */
export async function openAll(given: Means, asks: readonly BreakdownAsk[]): Promise<Opened> {
  const { opened, readings, reading } = await (given.version === undefined ? prepareRead : prepareKept)(given, asks);
  const means = { ...given, reading };
  await readSlices(means, readings, async ({ open, into, kept }, slices) => {
    kept?.push(...slices);
    if (into) await addSlices(open, into, slices, means.pause);
  });
  return { opened: opened.map((each) => (isOpen(each) ? (each.fault ?? each) : each)), means };
}

type Spans = readonly (RunSpan | null)[];

/** What is to be read of asks, and what knows the states of all of it, where that is little. */
type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Whether the values of the dimensions of `asks` are kept, and nothing else has to be known before. */
export function areKept(cache: TileCache, asks: readonly BreakdownAsk[], version: string): boolean {
  return keptFor(cache, asks, version) !== null;
}

function keptFor(cache: TileCache, asks: readonly BreakdownAsk[], version: string): readonly Values[] | null {
  return asks.map(datedOf).some(needsSpan) ? null : findValues(cache, asks, version);
}

async function prepareKept(given: Means, asks: readonly BreakdownAsk[]): Promise<Prepared> {
  const { cache, version } = given;
  const values = cache && version !== undefined ? keptFor(cache, asks, version) : null;
  if (!values) throw needsSnapshot;
  const prepared = await prepare(given, { asks, spans: asks.map(() => null), values });
  if (!prepared.reading || versionOf(prepared.reading.proof) !== version) throw needsSnapshot;
  return prepared;
}

async function prepareRead(given: Means, asks: readonly BreakdownAsk[]): Promise<Prepared> {
  const spans = await readRunSpans(given.client, asks.map(datedOf));
  const values = await readValues(given.client, asks);
  const prepared = await prepare(given, { asks, spans, values });
  if (given.keepsNames && prepared.reading) keepValues(prepared.reading, asks, values);
  return prepared;
}

/** The series of days that an ask by time is cut into. */
function datedOf(ask: BreakdownAsk): Ask {
  return { question: ask.question, parts: new Set(bucketOf(ask) ? ['days'] : []) };
}

interface Asked {
  readonly asks: readonly BreakdownAsk[];
  readonly spans: Spans;
  readonly values: readonly Values[];
}

async function prepare(given: Means, { asks, spans, values }: Asked) {
  const { maxGroups = defaultMaxGroups } = given;
  const opened = asks.map((ask, place): Open | Fault => {
    const periods = periodsOf(ask, spans[place] ?? null);
    const known = values[place];
    if ('message' in periods) return periods;
    if (!known) throw new Error('The values of a breakdown were not read.');
    const before = isCompared(ask) ? newGrouping(ask, maxGroups) : null;
    const kept = keepsSlices(ask) ? { now: [], before: [] } : null;
    const axes = axesOf(ask, known, periods);
    const pieces = piecesOf(ask, { axes, periods, values: known });
    if ('message' in pieces) return pieces;
    return { ask, axes, pieces, now: newGrouping(ask, maxGroups), before, kept, fault: null };
  });
  const readings = opened.filter(isOpen).flatMap((open) => [
    ...[...open.pieces].map(([code, piece]) => {
      return { open, code, ask: askOf(open, piece, partsOf(open.ask)), into: open.now, kept: open.kept?.now };
    }),
    ...beforeOf(open, partsBefore(open.ask)).map((each) => {
      return { ...each, into: open.before, kept: open.kept?.before };
    }),
  ]);
  const states = readings.map(({ ask }) => stateAskOf(ask));
  const isFew = states.length > 0 && states.length <= windowsATurn;
  const options = { ...given, isOneInstant: given.version === undefined };
  return { opened, readings, reading: isFew ? await openReading(given.client, states, options) : null };
}

/** Adds slices to one of the groupings of a breakdown, or finds that there are too many groups. */
async function addSlices(open: Open, into: Grouping, slices: readonly Slice[], pause: Pause): Promise<void> {
  try {
    if (open.ask.by.includes('prompt'))
      into.whole.makeRoom(slices.reduce((rows, { table }) => rows + (table?.prompts.length ?? 0), 0));
    for (const slice of slices) await addSlice(into, slice, { ...open, pause });
  } catch (error) {
    const [fault] = error instanceof AppError ? error.faults : [];
    if (!fault) throw error;
    open.fault = fault;
    for (const each of [open.now, open.before]) for (const groups of [each?.groups, each?.whole]) groups?.clear();
  }
}

/** Of thousands of periods, they would be too much to keep. */
function keepsSlices(ask: BreakdownAsk): boolean {
  return ask.wants.has('clusters') && has(ask.by, 'prompt') && bucketOf(ask) === null;
}

/** Whether anything of the compared window is wanted; by time, nothing is compared. */
function isCompared(ask: BreakdownAsk): boolean {
  return bucketOf(ask) === null && [...ask.wants, ...wantsOf(ask.orderBy)].includes('previous');
}

/** What is read of a piece. */
interface PieceReading {
  readonly open: Open;
  readonly code: number;
  readonly ask: Ask;
}

/** The question that a piece is. */
export function askOf({ ask: { question } }: Open, piece: Piece, parts: ReadonlySet<Part>): Ask {
  return { question: { ...question, ...piece, series: null }, parts };
}

/** The same of the compared window, where anything of it is wanted. */
export function beforeOf(open: Open, parts: ReadonlySet<Part>): readonly PieceReading[] {
  const { compared: window } = open.ask;
  if (!open.before || !window) return [];
  return [...open.pieces].map(([code, { filter }]) => ({ open, code, ask: askOf(open, { window, filter }, parts) }));
}

/** So many windows are read at once: of each there may be thousands of prompts in memory. */
const windowsATurn = 100;

/** Calls `take` with the slices of each window, but of breakdowns that turn out to have no page. */
export async function readSlices<Of extends PieceReading>(
  { client, reading: known = null, version, ...options }: Means,
  readings: readonly Of[],
  take: (reading: Of, slices: readonly Slice[]) => Promise<void> | void,
): Promise<void> {
  const { pause } = options;
  for (let from = 0; from < readings.length; from += windowsATurn) {
    const some = readings.slice(from, from + windowsATurn).filter(({ open }) => !open.fault);
    const asks = some.map(({ ask }) => ask);
    const answer = version === undefined ? answerAsks : answerWithoutSnapshot;
    const summaries = known ? await answer(known, asks) : await readTiles(client, asks, options);
    if (!summaries) throw needsSnapshot;
    for (const [place, reading] of some.entries()) {
      const summary = summaries[place];
      if (pause.isDue()) await pause.take();
      if (summary && !reading.open.fault)
        await take(reading, await slicesOf(summary, { ...reading.open, code: reading.code, pause }));
    }
  }
}
