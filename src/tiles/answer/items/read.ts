// Items of several questions from the tables: cells of the quarter hours at the edges, chunks of days, weeks and months, and what the marks
// say is in none of them. Rows are decoded as they arrive, so that memory does not grow with the window, and once for all who need them.

import type pg from 'pg';
import { int, literal, streamRows } from '../../../database/copy/copy-rows.js';
import { createPause, type Pause } from '../../../domain/pause.js';
import { CorruptBlock } from '../../packed/bytes.js';
import { type Cell, eachCell, type Section } from '../../packed/cell.js';
import { ChunkCounts, decodeCounts } from '../../packed/items/counts.js';
import type { PostingKind } from '../../packed/items/kinds.js';
import { ChunkEntries, type DecodedChunk } from '../../packed/items/postings.js';
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

/** Gathers the cells of all reads that stand in no stored chunk. Resolves to the reads that met a corrupt block. */
export async function gatherCells(client: pg.ClientBase, reads: readonly ItemRead[]): Promise<ReadonlySet<ItemRead>> {
  const lacking = [...new Set(reads.map(({ plan }) => plan))];
  for (const { brandId, cells } of await readUnrolled(client, lacking)) {
    const ofBrand = reads.filter(({ plan }) => plan.brandId === brandId);
    for (const [quarter, ofQuarter] of cells) {
      const within = ofBrand.filter(({ plan: { quarters } }) => quarter >= quarters.first && quarter <= quarters.last);
      for (const cell of ofQuarter) addCell(within, cell);
    }
  }
  const groups = new Map<string, ItemRead[]>();
  for (const read of reads) {
    const ranges = read.plan.ranges.get(quarterLevel) ?? [];
    if (ranges.length > 0) at(groups, selectQuarters(read.plan.brandId, ranges), newReads).push(read);
  }
  return gatherRows(client, groups, ([, block], ofGroup) => {
    const sections = new Set(ofGroup.flatMap(({ gatherer }) => sectionsOf[gatherer.kind]));
    eachCell(block ?? Buffer.alloc(0), (cell) => addCell(ofGroup, cell), { sections });
  });
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

/** Gathers the stored chunks of all reads, where `inOrder` those of each in the order of their numbers. Resolves to the reads that met a corrupt block. */
export async function gatherChunks(
  client: pg.ClientBase,
  reads: readonly ItemRead[],
  inOrder = false,
): Promise<ReadonlySet<ItemRead>> {
  const groups = new Map<string, ItemRead[]>();
  for (const read of reads) {
    const { plan, gatherer } = read;
    for (const [level, ranges] of plan.ranges) {
      if (level === quarterLevel) continue;
      at(groups, selectPostings(plan.brandId, { ...gatherer, level, ranges }), newReads).push(read);
    }
  }
  const decoded = { counts: new ChunkCounts(), entries: new ChunkEntries() };
  return gatherRows(
    client,
    groups,
    ([chunk, counts, entries], ofGroup) => {
      const block = counts ?? Buffer.alloc(0);
      let isDecoded = false;
      const decode = () => {
        if (!isDecoded) decodeChunk(block, entries ?? null, decoded);
        isDecoded = true;
        return decoded;
      };
      for (const { gatherer } of ofGroup) gatherer.addChunk({ chunk: int(chunk), counts: block, decode });
    },
    inOrder,
  );
}

function decodeChunk(block: Buffer, entries: Buffer | null, into: DecodedChunk): void {
  decodeCounts(block, into.counts);
  if (entries) into.entries.read(entries, into.counts);
}

const newReads = (): ItemRead[] => [];

/** Visits the rows of each group's SELECT, in one statement, letting others have their turn meanwhile. */
async function gatherRows(
  client: pg.ClientBase,
  groups: ReadonlyMap<string, readonly ItemRead[]>,
  gather: (row: readonly (Buffer | null)[], reads: readonly ItemRead[]) => void,
  inOrder = false,
): Promise<ReadonlySet<ItemRead>> {
  const corrupt = new Set<ItemRead>();
  const ofGroup = [...groups.values()];
  if (ofGroup.length === 0) return corrupt;
  const selects = [...groups.keys()].map(
    (select, number) => `select ${literal(number)}::integer, row.* from (${select}) as row`,
  );
  const pause: Pause = createPause();
  for await (const [number, ...row] of streamRows(
    client,
    `${selects.join('\nunion all\n')}${inOrder ? ' order by 1, 2' : ''}`,
  )) {
    const reads = ofGroup[int(number)] ?? [];
    // Whatever is wrong with a block, the stream is read to its end: the connection is needed afterwards.
    try {
      gather(row, reads);
    } catch (error) {
      if (!(error instanceof CorruptBlock)) throw error;
      for (const read of reads) corrupt.add(read);
    }
    if (pause.isDue()) await pause.take();
  }
  return corrupt;
}
