// The cost of response keys: each value is sent with its key, which a client can make as long as its document.

import type { FieldNode } from 'graphql';
import { textUnitBytes } from '../../domain/budget.js';

/** The cost of a field itself: one value, and more if its key is long. */
export function costOfKey({ alias, name }: FieldNode): number {
  return 1 + Math.floor((alias ?? name).value.length / textUnitBytes);
}
