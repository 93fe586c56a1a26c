// The subjects of an operation: the brands and prompts that its root fields name. Its answer is a function of the versions of their data, of its document,
// its variables and what its key can read, unless a root field shows anything else.

import type { FieldNode, GraphQLSchema, ValueNode } from 'graphql';
import { isWithin, maxIdLength, uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { costOf } from '../../schema/builder/field-options.js';
import { fieldOf } from '../cost/field-lookup.js';

/** Root fields about what all brands share. */
const sharedFields = new Set(['models', '__typename']);

interface Subjects {
  readonly subjects: readonly Subject[];
  /** Whether the answer is a function of their data: each other root field shows what all brands share. */
  readonly areAll: boolean;
}

/** The subjects of root fields. What is not a possible id is none. */
export function subjectsOf(
  schema: GraphQLSchema,
  roots: Iterable<FieldNode>,
  read: (value: ValueNode) => unknown,
): Subjects {
  const subjects = new Map<string, Subject>();
  let areAll = true;
  for (const { name, arguments: given = [] } of roots) {
    if (sharedFields.has(name.value)) continue;
    const field = fieldOf(schema, schema.getQueryType() ?? undefined, name.value);
    const argument = field && costOf(field).subject;
    const value = given.find((each) => each.name.value === argument)?.value;
    const subject = argument && value ? toSubject(argument, read(value)) : null;
    if (subject) subjects.set(JSON.stringify(subject), subject);
    else areAll = false;
  }
  return { subjects: subjects.size === 0 ? ['shared'] : [...subjects.values()], areAll };
}

function toSubject(argument: string, given: unknown): Subject | null {
  if (typeof given !== 'string' && !Number.isInteger(given)) return null;
  const id = String(given);
  if (argument === 'promptId') return uuid.test(id) ? { promptId: id.toLowerCase() } : null;
  return id === '' || !isWithin(id, maxIdLength) || id.includes('\0') ? null : { brandId: id };
}
