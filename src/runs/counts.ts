// How many runs a prompt has by day, from the daily counts that the tiles keep: what turns the number of a page into a place.

import type pg from 'pg';
import { bindings } from '../database/bindings.js';
import { dayMs } from '../domain/limits.js';
import type { PageAsk } from '../domain/run.js';
import type { Window } from '../domain/window.js';
import { isWhole } from '../tiles/packed/bytes.js';
import type { BrandDamage } from '../tiles/packed/cover.js';
import { monthLevel, periodOf, quartersADay } from '../tiles/packed/levels.js';
import { eachDayRuns } from '../tiles/packed/prompt-days.js';
import { quarterOf } from '../tiles/stored/marks.js';
import { versionsSql } from '../tiles/stored/version.js';
import { partsOf, type Stretch } from './place.js';

/** A stretch of an ask's window whose runs are not counted yet. */
type Uncounted = Pick<Stretch, 'start' | 'end'>;

type Bind = (value: unknown) => string;

/** Everything that a page needs to know before its runs are listed, in one statement: a round trip costs as much as the list. */
interface Row {
  readonly kind: 'model' | 'mark' | 'month' | 'cut' | 'version';
  readonly ask: number;
  /** Of the model, the day or the month; the place among the stretches that the window cuts. */
  readonly number: number;
  /** Of the model; or the brand's; or the versions of the brands. */
  readonly name: string;
  readonly runs: number;
  readonly block: Buffer;
}

/** What `countStretches` found. */
export interface CountedStretches {
  /** Of each ask, newest first. */
  readonly stretches: readonly (readonly Stretch[])[];
  /** The versions of the brands when it was read; `null` where nothing was. */
  readonly versions: string | null;
  /** Where there are any, the stretches are not complete. */
  readonly corrupt: readonly BrandDamage[];
}

/**
 * The days of each ask's window that have runs: whole rolled days from the tiles, days that the window cuts and days with runs that are not
 * rolled yet from rows. No day without any is looked at, however long the window.
 */
export async function countStretches(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<CountedStretches> {
  if (asks.length === 0) return { stretches: [], versions: null, corrupt: [] };
  const parts = asks.map(({ window }) => partsOf(window));
  const cut = parts.map((ofAsk) => ofAsk.cut);
  const rows = await readRows(client, asks, cut);
  const [models, marks] = [ofKind(rows, 'model'), ofKind(rows, 'mark')];
  const late = asks.map((ask, index) => unrolledDays(ask, parts[index]?.whole ?? null, marks));
  const lateRows = await countRows(client, asks, late);
  const [months, cuts, lateCuts] = [byAsk(rows, 'month'), byAsk(rows, 'cut'), byAsk(lateRows, 'cut')];
  const corrupt: BrandDamage[] = [];
  const stretches = asks.map((ask, index) => {
    const counted = [
      ...countsIn(cuts.get(index) ?? [], cut[index] ?? []),
      ...countsIn(lateCuts.get(index) ?? [], late[index] ?? []),
    ];
    const fresh = new Set(counted.map(({ start }) => start));
    const ofAsk = [...models, ...(months.get(index) ?? [])];
    const stored = storedDays(ask, parts[index]?.whole ?? null, ofAsk, (each) => corrupt.push(each));
    return [...stored.filter(({ start }) => !fresh.has(start)), ...counted].sort((a, b) => b.start - a.start);
  });
  return { stretches, versions: rows.find(({ kind }) => kind === 'version')?.name ?? null, corrupt };
}

/** The stretches of an ask that were counted from rows. */
function countsIn(rows: readonly Row[], stretches: readonly Uncounted[]): readonly Stretch[] {
  return rows.flatMap(({ number, runs }) => {
    const stretch = stretches[number];
    return stretch ? [{ start: stretch.start, end: stretch.end, runs }] : [];
  });
}

function ofKind(rows: readonly Row[], kind: Row['kind']): readonly Row[] {
  return rows.filter((row) => row.kind === kind);
}

/** The rows of a kind by the number of their ask: there may be thousands of asks, each with rows for years of months. */
function byAsk(rows: readonly Row[], kind: Row['kind']): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of ofKind(rows, kind)) {
    const known = found.get(row.ask);
    if (known) known.push(row);
    else found.set(row.ask, [row]);
  }
  return found;
}

/** The whole days of a window with runs that are not rolled yet. */
function unrolledDays({ brandId }: PageAsk, whole: Window | null, marks: readonly Row[]): readonly Uncounted[] {
  return marks.flatMap(({ name, number }) => {
    const start = number * dayMs;
    const isOurs = name === brandId && whole !== null && start >= whole.start && start < whole.end;
    return isOurs ? { start, end: start + dayMs } : [];
  });
}

async function readRows(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  cut: readonly (readonly Uncounted[])[],
): Promise<readonly Row[]> {
  const { values, bind } = bindings();
  const first = Math.min(...asks.map(({ window }) => quarterOf(window.start)));
  const last = Math.max(...asks.map(({ window }) => quarterOf(window.end)));
  const brands = bind([...new Set(asks.map(({ brandId }) => brandId))]);
  const selects = [
    `select 'model' as kind, 0 as ask, number, id as name, null::float8 as runs, null::bytea as block from model`,
    `select 'version', 0, 0, ${versionsSql(brands)}, null::float8, null::bytea`,
    `select distinct 'mark', 0, floor(quarter / ${quartersADay}.0)::integer, brand_id, null::float8, null::bytea from mark
     where brand_id = any(${brands}) and quarter between ${bind(first)} and ${bind(last)}`,
    ...asks.map(
      ({ brandId, promptId, window }, index) =>
        `select 'month', ${index}, tile.period, null, null, tile.day_runs from prompt
         join tile on tile.brand_id = ${bind(brandId)} and tile.scope = -prompt.number and tile.level = ${monthLevel}
           and tile.period between ${bind(monthAt(window.start))} and ${bind(monthAt(window.end - 1))}
         where prompt.id = ${bind(promptId)}`,
    ),
    ...asks.flatMap((ask, index) => countOf(ask, index, cut[index] ?? [], bind)),
  ];
  const { rows } = await client.query<Row>(selects.join('\nunion all\n'), values);
  return rows;
}

const monthAt = (instant: number): number => periodOf(quarterOf(instant), monthLevel);

/** The whole days of a window that have runs, as the tiles know them. */
function storedDays(
  { brandId, model }: PageAsk,
  whole: Window | null,
  rows: readonly Row[],
  onCorrupt: (month: BrandDamage) => void,
): readonly Stretch[] {
  if (!whole) return [];
  const admitted = new Set(
    rows.flatMap(({ kind, name, number }) => (kind === 'model' && name === model ? [number] : [])),
  );
  const days = new Map<number, number>();
  for (const { kind, block, number: period } of rows) {
    if (kind !== 'month') continue;
    const add = (day: number, ofModel: number, runs: number) => {
      if (model === null || admitted.has(ofModel)) days.set(day, (days.get(day) ?? 0) + runs);
    };
    if (!isWhole(() => eachDayRuns(block, add))) onCorrupt({ brandId, level: monthLevel, period });
  }
  return [...days].flatMap(([day, runs]) => {
    const start = day * dayMs;
    return start >= whole.start && start < whole.end ? [{ start, end: start + dayMs, runs }] : [];
  });
}

/** The runs of stretches, counted from rows in one statement; none where there is nothing to count. */
async function countRows(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  stretches: readonly (readonly Uncounted[])[],
): Promise<readonly Row[]> {
  const { values, bind } = bindings();
  const selects = asks.flatMap((ask, index) => countOf(ask, index, stretches[index] ?? [], bind));
  if (selects.length === 0) return [];
  const { rows } = await client.query<Row>(selects.join('\nunion all\n'), values);
  return rows;
}

function countOf(ask: PageAsk, index: number, stretches: readonly Uncounted[], bind: Bind): readonly string[] {
  if (stretches.length === 0) return [];
  const starts = bind(stretches.map(({ start }) => start));
  const ends = bind(stretches.map(({ end }) => end));
  const model = ask.model === null ? '' : `and model = ${bind(ask.model)}`;
  return [
    `select 'cut' as kind, ${index} as ask, (place - 1)::integer as number, null as name, counted.runs, null::bytea as block
     from unnest(${starts}::float8[], ${ends}::float8[]) with ordinality as stretch (start, "end", place)
     cross join lateral (
       select count(*)::float8 as runs from run where brand_id = ${bind(ask.brandId)} and prompt_id = ${bind(ask.promptId)} ${model}
         and created_at >= to_timestamp(start / 1000) and created_at < to_timestamp("end" / 1000)
     ) as counted`,
  ];
}
