// How many prompts a `filter` can select by what they are: what no tile says of some prompts is read from each of these.

import { ownValue } from '../../own-value.js';

/** At most so many; `null`: it selects none, so that all prompts count. A value within it that is not known may be any. */
export function chosenBy(filter: unknown): number | null {
  if (typeof filter !== 'object' || filter === null) return null;
  const [branded, ids] = [given(filter, 'branded'), given(filter, 'promptIds')];
  // A single value stands for a list of it.
  const count = Array.isArray(ids) ? ids.length : Number(ids !== null);
  if (count > 0) return count;
  return branded === null ? null : Number.MAX_SAFE_INTEGER;
}

function given(filter: object, name: string): unknown {
  return ownValue(filter as Readonly<Record<string, unknown>>, name) ?? null; // safe because any object has properties
}
