// The rows and the columns of a table by two dimensions: the values of each, and the group where two of them meet.

import type { Dimension } from '../../documents/generated/breakdown.js';
import { type Group, type Grouping, idOf, isOfTime } from './groups.js';

/** One value of a dimension. */
export interface Slice {
  /** What no other value of the dimension is. */
  readonly id: string;
  readonly text: string;
  /** The answers of its groups: of all of them together if each says those of the value, otherwise their sum. */
  readonly runs: number;
  readonly groups: ReadonlySet<Group>;
}

/** The values of a dimension: of time in order, companies by mentions, others by answers. */
export function axisOf(groups: readonly Group[], dimension: Dimension, { textOf }: Grouping): readonly Slice[] {
  const found = new Map<string, Group[]>();
  for (const group of groups) {
    const id = idOf(group, dimension);
    found.set(id, [...(found.get(id) ?? []), group]);
  }
  const slices = [...found].map(([id, own]) => ({
    id,
    text: own[0] ? textOf(own[0].key, dimension) : id,
    runs: own.some(({ key }) => key.company !== null)
      ? Math.max(...own.map(({ runs }) => runs))
      : own.reduce((sum, { runs }) => sum + runs, 0),
    mentions: own.reduce((sum, { mentions }) => sum + mentions, 0),
    groups: new Set(own),
  }));
  const size = (slice: (typeof slices)[number]) =>
    isOfTime(dimension) ? 0 : dimension === 'COMPANY' ? slice.mentions : slice.runs;
  return slices.sort((one, other) => size(other) - size(one) || one.id.localeCompare(other.id));
}

/** The group of both; `null` without answers. */
export function groupAt(row: Slice, column: Slice): Group | null {
  return [...row.groups].find((group) => column.groups.has(group)) ?? null;
}
