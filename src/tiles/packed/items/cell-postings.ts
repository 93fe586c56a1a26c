// Cells ↔ items: what a cell says of each item that its runs cite or issue, and the postings of the cells of a period.

import { made } from '../../../domain/counts/maps.js';
import type { ItemKind } from '../../../domain/lists/items.js';
import type { Cell, Section } from '../cell.js';
import { ChunkCounts } from './counts.js';
import { allRunsItem, type PostingKind, postingKinds, searchedRunsItem } from './kinds.js';
import { type ChunkBlocks, Postings } from './postings.js';

/** An item of a cell: the runs that cite or issue it, and its citations beyond one for each. */
type VisitItem = (id: number, runs: number, extra: number) => void;

/** Visits the items of one kind of a cell. */
export function eachItemOf(kind: PostingKind, cell: Cell, visit: VisitItem): void {
  if (kind === 'runs') {
    visit(allRunsItem, cell.runs, 0);
    if (cell.searched > 0) visit(searchedRunsItem, cell.searched, 0);
    return;
  }
  const { length, ids, runs, citations } = cell[sectionOf[kind]];
  for (let index = 0; index < length; index++) {
    const inRuns = runs[index] ?? 0;
    visit(ids[index] ?? 0, inRuns, (citations[index] ?? 0) - inRuns);
  }
}

/** The list of a cell that holds the items of a kind. */
export const sectionOf = { url: 'urls', domain: 'domains', query: 'queries' } as const satisfies Record<
  ItemKind,
  Section
>;

/** The blocks of a chunk of one kind. */
type KindBlocks = ChunkBlocks & { readonly kind: PostingKind };

/** Gathers the postings of cells. */
export class CellPostings {
  private readonly ofKind = new Map<PostingKind, Postings>();

  constructor(private readonly kinds: readonly PostingKind[] = postingKinds) {}

  add(cell: Cell): void {
    const { outcome, prompt, channel } = cell;
    for (const kind of this.kinds) {
      const postings = made(this.ofKind, kind, Postings);
      eachItemOf(kind, cell, (id, runs, extra) => postings.add({ id, outcome, prompt, channel, runs, extra }));
    }
  }

  /** The blocks of each chunk; `scratch` is overwritten. */
  *blocks(scratch = new ChunkCounts()): Generator<KindBlocks> {
    for (const [kind, postings] of this.ofKind)
      for (const blocks of postings.blocks(scratch)) yield { kind, ...blocks };
  }
}
