// The subjects of an operation: the brands and prompts that its root fields name. Its answer is a function of the versions of their data, of its document,
// its variables and what its key can read; where a root field shows anything else, it has none.

import type { FieldNode, GraphQLSchema, ValueNode } from 'graphql';
import { isWithin, maxIdLength, uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { costOf } from '../../schema/builder/field-extensions.js';
import { fieldOf } from '../cost/field-lookup.js';

/** Root fields about what all brands share. */
const sharedFields = new Set(['models', '__typename']);

/** The subjects of root fields; `null` where the answer is not a function of their data, or one is not a possible id. */
export function subjectsOf(
  schema: GraphQLSchema,
  roots: Iterable<FieldNode>,
  read: (value: ValueNode) => unknown,
): readonly Subject[] | null {
  const subjects = new Map<string, Subject>();
  for (const { name, arguments: given = [] } of roots) {
    if (sharedFields.has(name.value)) continue;
    const field = fieldOf(schema, schema.getQueryType() ?? undefined, name.value);
    const argument = field && costOf(field).subject;
    const value = given.find((each) => each.name.value === argument)?.value;
    const subject = argument && value ? toSubject(argument, read(value)) : null;
    if (!subject) return null;
    subjects.set(JSON.stringify(subject), subject);
  }
  return subjects.size === 0 ? ['shared'] : [...subjects.values()];
}

function toSubject(argument: string, given: unknown): Subject | null {
  if (typeof given !== 'string' && !Number.isInteger(given)) return null;
  const id = String(given);
  if (argument === 'promptId') return uuid.test(id) ? { promptId: id.toLowerCase() } : null;
  return id === '' || !isWithin(id, maxIdLength) || id.includes('\0') ? null : { brandId: id };
}
