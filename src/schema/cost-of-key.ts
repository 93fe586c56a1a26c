// A value is sent with its key, which a client may make as long as its document.

import type { FieldNode } from 'graphql';
import { textUnitBytes } from '../domain/budget.js';

/** What a field costs by itself: one value, and more where its key is a long text. */
export function costOfKey({ alias, name }: FieldNode): number {
  return 1 + Math.floor((alias ?? name).value.length / textUnitBytes);
}
