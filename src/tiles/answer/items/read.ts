// Items of several questions from the tables: cells of the quarter hours at the edges, chunks of days and months, and what the marks
// say is in none of them. Rows are decoded as they arrive, so that memory does not grow with the window, and once for all who need them.

import type pg from 'pg';
import { int, literal, streamRows } from '../../../database/copy/copy-rows.js';
import { createPause } from '../../../domain/pause.js';
import { isWhole } from '../../packed/bytes.js';
import { type Cell, eachCell, type Section } from '../../packed/cell.js';
import type { PostingKind } from '../../packed/items/kinds.js';
import { quarterLevel } from '../../packed/levels.js';
import { at } from '../../packed/maps.js';
import { selectPostings, selectQuarters } from '../../stored/postings.js';
import { readUnrolled } from '../unrolled.js';
import type { Gatherer } from './gatherers.js';
import { admits, type ItemPlan } from './plan.js';

/** One gatherer of a plan. */
export interface ItemRead {
  readonly plan: ItemPlan;
  readonly gatherer: Gatherer;
}

/**
 * Gathers everything that reads are about, in a fixed number of statements; where `inOrder`, cells first and then the chunks of each read in
 * the order of their numbers. Resolves to the reads that met a corrupt block.
 */
export async function gatherItems(
  client: pg.ClientBase,
  reads: readonly ItemRead[],
  inOrder = false,
): Promise<ReadonlySet<ItemRead>> {
  if (reads.length === 0) return new Set();
  await gatherUnrolled(client, reads);
  const cells = groupBy(reads, ({ plan: { brandId, ranges } }) => {
    const quarters = ranges.get(quarterLevel) ?? [];
    return quarters.length > 0 ? [selectQuarters(brandId, quarters)] : [];
  });
  const chunks = groupBy(reads, ({ plan: { brandId, ranges }, gatherer }) =>
    [...ranges].flatMap(([level, ofLevel]) =>
      level === quarterLevel ? [] : [selectPostings(brandId, { ...gatherer, level, ranges: ofLevel })],
    ),
  );
  const groups = [
    ...[...cells].map(([select, of]): RowGroup => ({ select, reads: of, gather: gatherCells })),
    ...[...chunks].map(([select, of]): RowGroup => ({ select, reads: of, gather: gatherChunk })),
  ];
  return gatherRows(client, groups, inOrder);
}

/** Adds what the marks say is in no tile. */
async function gatherUnrolled(client: pg.ClientBase, reads: readonly ItemRead[]): Promise<void> {
  const plans = [...new Set(reads.map(({ plan }) => plan))];
  for (const { brandId, cells } of await readUnrolled(client, plans)) {
    const ofBrand = reads.filter(({ plan }) => plan.brandId === brandId);
    for (const [quarter, ofQuarter] of cells) {
      const within = ofBrand.filter(({ plan: { quarters } }) => quarter >= quarters.first && quarter <= quarters.last);
      for (const cell of ofQuarter) addCell(within, cell);
    }
  }
}

/** Reads by each of the SELECTs that they need: what several of them need is read once. */
function groupBy(
  reads: readonly ItemRead[],
  selectsOf: (read: ItemRead) => readonly string[],
): ReadonlyMap<string, readonly ItemRead[]> {
  const groups = new Map<string, ItemRead[]>();
  for (const read of reads) for (const select of selectsOf(read)) at(groups, select, newReads).push(read);
  return groups;
}

const newReads = (): ItemRead[] => [];

/** A number and two blocks. */
type Row = readonly (Buffer | null)[];

interface RowGroup {
  readonly select: string;
  readonly reads: readonly ItemRead[];
  /** Throws `CorruptBlock`. */
  readonly gather: (row: Row, reads: readonly ItemRead[]) => void;
}

function gatherCells([, block]: Row, reads: readonly ItemRead[]): void {
  const sections = new Set(reads.flatMap(({ gatherer }) => sectionsOf[gatherer.kind]));
  eachCell(block ?? noBytes, (cell) => addCell(reads, cell), { sections });
}

/** The list of a cell that holds the items of a kind. */
const sectionsOf: Readonly<Record<PostingKind, readonly Section[]>> = {
  runs: [],
  url: ['urls'],
  domain: ['domains'],
  query: ['queries'],
};

function addCell(reads: readonly ItemRead[], cell: Cell): void {
  for (const { plan, gatherer } of reads) if (admits(plan, cell)) gatherer.addCell(cell);
}

function gatherChunk([chunk, counts, entries]: Row, reads: readonly ItemRead[]): void {
  const stored = { chunk: int(chunk), counts: counts ?? noBytes, entries: entries ?? noBytes };
  for (const { gatherer } of reads) gatherer.addChunk(stored);
}

const noBytes = Buffer.alloc(0);

/** Visits the rows of all groups, in one statement, letting others have their turn meanwhile. */
async function gatherRows(
  client: pg.ClientBase,
  groups: readonly RowGroup[],
  inOrder: boolean,
): Promise<ReadonlySet<ItemRead>> {
  const corrupt = new Set<ItemRead>();
  if (groups.length === 0) return corrupt;
  const selects = groups.map(
    ({ select }, number) => `select ${literal(number)}::integer, row.* from (${select}) as row`,
  );
  const order = inOrder ? 'order by 1, 2' : '';
  const pause = createPause();
  for await (const [number, ...row] of streamRows(client, `${selects.join('\nunion all\n')} ${order}`)) {
    const group = groups[int(number)];
    // Whatever is wrong with a block, the stream is read to its end: the connection is needed afterwards.
    if (!isWhole(() => group?.gather(row, group.reads))) for (const read of group?.reads ?? []) corrupt.add(read);
    if (pause.isDue()) await pause.take();
  }
  return corrupt;
}
