// Random cells, and what tiles hold as plain values.

import fc from 'fast-check';
import type { PromptCompanies } from '../../src/domain/lists/prompt-table.js';
import { createPause } from '../../src/domain/pause.js';
import type { MentionSeries } from '../../src/domain/summary.js';
import type { Column } from '../../src/tiles/layout.js';
import { columns } from '../../src/tiles/layout.js';
import { type Cell, eachCell } from '../../src/tiles/packed/cell.js';
import type { Cited } from '../../src/tiles/packed/cited.js';
import type { IdSet } from '../../src/tiles/packed/id-set.js';
import type { Mentions } from '../../src/tiles/packed/mentions.js';
import { Tile, type TileFigures } from '../../src/tiles/packed/tile.js';

const count = fc.nat(5_000_000_000);
/** What one run says, or nearly so. */
const small = fc.nat(2);
const sumsOf = (each: fc.Arbitrary<number>, positionSum: fc.Arbitrary<number>) =>
  fc.record({
    mentions: each,
    positive: each,
    neutral: each,
    negative: each,
    mixed: each,
    positionSum,
    positions: each,
  });
const sums = fc.oneof(sumsOf(count, count), sumsOf(small, fc.nat(40)));

export const cited = fc
  .uniqueArray(
    fc.record({
      id: fc.nat(70_000),
      runs: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5_000_000_000 })),
      more: fc.oneof(fc.constant(0), fc.nat(5_000_000_000)),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  )
  .map((list) => list.sort((a, b) => a.id - b.id))
  .map((list) => ({
    length: list.length,
    ids: list.map(({ id }) => id),
    runs: list.map(({ runs }) => runs),
    citations: list.map(({ runs, more }) => runs + more),
  }));

const companies: fc.Arbitrary<Mentions> = fc
  .uniqueArray(fc.tuple(fc.nat(12), sums), { selector: ([company]) => company, maxLength: 8 })
  .map((list) => ({
    length: list.length,
    companies: list.map(([company]) => company),
    sums: list.map(([, each]) => each),
  }));

const quarterMs = 900_000;
const counts = fc
  .record({
    runs: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000 })),
    searched: fc.nat(1_000),
    at: fc.tuple(fc.nat(quarterMs - 1), fc.nat(quarterMs - 1)),
  })
  .map(({ runs, searched, at: [one, other] }) => ({
    runs,
    searched: Math.min(searched, runs),
    first: Math.min(one, other),
    last: runs === 1 ? Math.min(one, other) : Math.max(one, other),
  }));

export const cell: fc.Arbitrary<Cell> = fc
  .record({
    prompt: fc.integer({ min: 1, max: 40 }),
    channel: fc.integer({ min: 1, max: 4 }),
    outcome: fc.nat(2),
    citations: count,
    counts,
    companies,
    urls: cited,
    domains: cited,
    queries: cited,
  })
  .map(({ counts: of, ...rest }) => ({ ...rest, ...of }));

const copyCited = ({ length, ids, runs, citations }: Cited) => ({
  length,
  ids: Array.from(ids).slice(0, length),
  runs: Array.from(runs).slice(0, length),
  citations: Array.from(citations).slice(0, length),
});

/** A cell that outlives its visit. */
export function copyOf(visited: Cell): Cell {
  const { prompt, channel, outcome, runs, citations, searched, first, last, companies: given } = visited;
  const { length } = given;
  return {
    ...{ prompt, channel, outcome, runs, citations, searched, first, last },
    companies: {
      length,
      companies: Array.from(given.companies).slice(0, length),
      sums: Array.from(given.sums, (each) => ({ ...each })).slice(0, length),
    },
    urls: copyCited(visited.urls),
    domains: copyCited(visited.domains),
    queries: copyCited(visited.queries),
  };
}

/** The cells of a block. */
export function cellsOf(block: Buffer, selection: Parameters<typeof eachCell>[2] = {}): readonly Cell[] {
  const cells: Cell[] = [];
  eachCell(block, (visited) => cells.push(copyOf(visited)), selection);
  return cells;
}

export type PlacedCell = readonly [cell: Cell, quarter: number];

const everything = new Set(columns);

/** A tile of some columns, whose series begin with the quarter hour `start`. */
export function tileOf(cells: readonly PlacedCell[], kept: ReadonlySet<Column> = everything, start = 0): Tile {
  const places = {
    day: (quarter: number) => Math.floor((quarter - start) / 96),
    quarter: (quarter: number) => quarter - start,
  };
  const tile = new Tile(places, kept);
  for (const [each, quarter] of cells) tile.addCell(each, quarter);
  return tile;
}

const inOrder = <V>(map: ReadonlyMap<number, V>) => new Map([...map].sort(([a], [b]) => a - b));

const mapped = <V, W>(map: ReadonlyMap<number, V>, to: (value: V) => W) =>
  new Map([...map].map(([key, value]) => [key, to(value)]));

const listsOf = (sets: ReadonlyMap<number, IdSet>) => inOrder(mapped(sets, (set) => [...set]));

function listOf({ runs, companies }: MentionSeries) {
  return { runs: runs.list(), companies: inOrder(mapped(companies, (each) => each.list())) };
}

const pick = ({ runs, citations }: { runs: number; citations: number }) => ({ runs, citations });

/** All that a tile holds, as plain values; series have so many days. */
export async function contents({ figures }: Tile, days: number) {
  const series = ({ channels }: TileFigures['days'], length: number) =>
    new Map([...channels].map(([channel, each]) => [channel, Array.from({ length }, (_, at) => each.at(at))]));
  const mentions = ({ channels }: TileFigures['companyDays']) => inOrder(mapped(channels, listOf));
  const sets = ({ channels }: TileFigures['urls']) => new Map([...channels].map(([key, set]) => [key, [...set]]));
  return {
    sums: mapped(figures.sums.channels, (totals) => ({ ...pick(totals), companies: inOrder(new Map(totals)) })),
    days: series(figures.days, days),
    quarters: series(figures.quarters, days * 96),
    prompts: mapped(figures.prompts.channels, listsOf),
    allPrompts: mapped(figures.allPrompts.channels, listsOf),
    urls: sets(figures.urls),
    domains: sets(figures.domains),
    channelUrls: sets(figures.channelUrls),
    channelDomains: sets(figures.channelDomains),
    promptFigures: await tablesOf(figures.promptFigures),
    promptMentions: mapped(figures.promptMentions.channels, (rows) => rows.mentionsTable(null)),
    promptSums: mapped(figures.promptSums.channels, (rows) => rows.sumsTable(null)),
    promptCompanies: await tablesOf(figures.promptCompanies),
    promptTotals: await tablesOf(figures.promptTotals),
    mentionTotals: mapped(figures.mentionTotals.channels, (rows) => rows.mentionsTable(null)),
    sumTotals: mapped(figures.sumTotals.channels, (rows) => rows.sumsTable(null)),
    companyTotals: await tablesOf(figures.companyTotals),
    companyDays: mentions(figures.companyDays),
    companyQuarters: mentions(figures.companyQuarters),
  } satisfies Record<Column, unknown>;
}

async function tablesOf({ channels }: TileFigures['promptFigures']) {
  const tables = new Map<number, PromptCompanies>();
  for (const [channel, rows] of channels) {
    const { isWhole } = rows;
    tables.set(channel, await rows[isWhole ? 'tableInTurns' : 'companiesInTurns'](null, createPause()));
  }
  return tables;
}
