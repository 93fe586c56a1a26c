// Faults in the arguments of long lists are faults of the root field above them, so that all faults of a request are reported together.

import type { Rule } from '../faults.js';
import { type Selection, selectionOf } from '../selection.js';
import { parseListArguments } from './list-arguments.js';

/** The arguments of all lists beneath a root field, also of those in the preceding window. */
export const listsRule: Rule = (_args, _ctx, info) =>
  listsIn(selectionOf(info)).flatMap(({ kind, args }) => {
    const parsed = parseListArguments(kind, args);
    return 'faults' in parsed ? parsed.faults : [];
  });

function listsIn({ lists, previous }: Selection): Selection['lists'] {
  return previous === null ? lists : [...lists, ...listsIn(previous)];
}
