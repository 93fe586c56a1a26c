// Marks as a reader needs them: which quarter hours are read from their raw rows, and which new runs are added to what tiles say.

import { at } from '../../domain/counts/maps.js';

/** A row of marks, without the ids of its runs. */
export interface StoredMark {
  readonly quarter: number;
  readonly id: string;
  readonly madeAt: string;
  /** How many new runs there are; `null`: the quarter has to be rebuilt. */
  readonly added: number | null;
}

/** What a quarter's marks stand for changes only together with them. */
export interface ReadMark {
  readonly quarter: number;
  readonly id: string;
  /** No other mark ever has the same, not even one of a database that was restored. */
  readonly key: string;
  /** How many new runs it names. */
  readonly added: number;
  /** Whether it says more than that these are new. */
  readonly isStale: boolean;
  /** Whether all of its quarter is read from raw rows, and nothing of it from tiles. */
  readonly isRaw: boolean;
}

/** A quarter with more new runs than these is read as a stale one: all its runs by their time take less than so many by their ids. */
const maxAdded = 2_000;
/** Where all quarters together have more, each is read so. */
const maxAddedInAll = 10_000;

/** All marks of a brand that a request may need. */
export function toReadMarks(marks: readonly StoredMark[]): readonly ReadMark[] {
  const quarters = new Map<number, { added: number; isStale: boolean }>();
  let inAll = 0;
  for (const { quarter, added } of marks) {
    const ofQuarter = at(quarters, quarter, () => ({ added: 0, isStale: false }));
    ofQuarter.added += added ?? 0;
    if (added === null) ofQuarter.isStale = true;
    inAll += added ?? 0;
  }
  return marks.map(({ quarter, id, madeAt, added }) => {
    const ofQuarter = quarters.get(quarter);
    const isRaw = inAll > maxAddedInAll || ofQuarter?.isStale !== false || ofQuarter.added > maxAdded;
    return { quarter, id, key: `${id} ${madeAt}`, added: added ?? 0, isStale: added === null, isRaw };
  });
}
