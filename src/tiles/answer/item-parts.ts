// The parts of an answer that count items, and what each counts. Pure.

import { type ItemKind, itemKinds } from '../../domain/lists/items.js';
import type { Part } from '../../domain/summary.js';

/** The part that counts items of a kind. */
export const itemPartOf = (kind: ItemKind) => `${kind}Items` as const;

const itemParts: ReadonlySet<Part> = new Set(itemKinds.map(itemPartOf));

/** The parts that columns hold. */
export function withoutItems(parts: Iterable<Part>): readonly Part[] {
  return [...parts].filter((part) => !itemParts.has(part));
}
