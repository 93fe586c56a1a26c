// How many prompts a `filter` can select by what they are: what no tile says of some prompts is read from each of these.

import { ownValue } from '../../own-value.js';

/** At most so many; `null`: it selects none, so that all prompts count. A value within it that is not known may be any. */
export function chosenBy(filter: unknown): number | null {
  if (typeof filter !== 'object' || filter === null) return null;
  const { branded, promptIds } = Object.fromEntries(
    ['branded', 'promptIds'].map((name) => [name, given(filter, name)]),
  );
  if (Array.isArray(promptIds)) return promptIds.length > 0 ? promptIds.length : allIf(branded);
  // A single value stands for a list of it.
  if (promptIds !== null) return 1;
  return allIf(branded);
}

const all = Number.MAX_SAFE_INTEGER;

function allIf(branded: unknown): number | null {
  return branded === null ? null : all;
}

function given(filter: object, name: string): unknown {
  return ownValue(filter as Readonly<Record<string, unknown>>, name) ?? null; // safe because any object has properties
}
