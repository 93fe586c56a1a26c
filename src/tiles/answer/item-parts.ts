// The parts of an answer that count items, and what each counts. Pure.

import type { ItemKind } from '../../domain/lists/items.js';
import type { Part } from '../../domain/summary.js';

/** The part that counts items of each kind. */
export const itemPartOf = { url: 'urlItems', domain: 'domainItems', query: 'queryItems' } as const satisfies Record<
  ItemKind,
  Part
>;

const itemParts: ReadonlySet<Part> = new Set(Object.values(itemPartOf));

/** The parts that columns hold. */
export function withoutItems(parts: Iterable<Part>): readonly Part[] {
  return [...parts].filter((part) => !itemParts.has(part));
}
