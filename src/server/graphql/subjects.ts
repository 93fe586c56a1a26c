// The subjects of an operation: the brands and prompts that its root fields name. Its answer is a function of the versions of their data, of its document,
// its variables and what its key can read; where a root field shows anything else, it has none.

import { type DocumentNode, type FieldNode, type GraphQLSchema, getOperationAST, type ValueNode } from 'graphql';
import { uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { costOf } from '../../schema/builder/field-extensions.js';
import { fieldOf, givenIn } from '../cost/field-lookup.js';
import { perOperation } from '../cost/per-operation.js';
import { rootFields } from './root-fields.js';

type Variables = Readonly<Record<string, unknown>>;

/** The subjects with these values of variables; `null` where one is not a possible id. */
type SubjectsFor = (variables: Variables) => readonly Subject[] | null;

/** Root fields about what all brands share. */
const sharedFields = new Set(['models', '__typename']);

/** The subjects of an operation; `null` where its answer is not a function of their data. */
type SubjectsOf = (document: DocumentNode, operationName: string) => SubjectsFor | null;

/** Finds subjects once for each document. */
export function createSubjectsOf(schema: GraphQLSchema): SubjectsOf {
  return perOperation((document, operationName) => findSubjects(schema, document, operationName));
}

function findSubjects(schema: GraphQLSchema, document: DocumentNode, operationName: string): SubjectsFor | null {
  const operation = getOperationAST(document, operationName || undefined);
  if (!operation) return null;
  const fields = rootFields(document, operation).filter(({ name }) => !sharedFields.has(name.value));
  const named = fields.map((field) => subjectOf(schema, field));
  if (!named.every((each) => each !== null)) return null;
  return (variables) => {
    const subjects = new Map<string, Subject>();
    for (const { argument, value } of named) {
      const subject = toSubject(argument, givenIn(value, operation, variables));
      if (!subject) return null;
      subjects.set(JSON.stringify(subject), subject);
    }
    return subjects.size === 0 ? ['shared'] : [...subjects.values()];
  };
}

interface Named {
  readonly argument: string;
  readonly value: ValueNode;
}

function subjectOf(schema: GraphQLSchema, { name, arguments: given = [] }: FieldNode): Named | null {
  const field = fieldOf(schema, schema.getQueryType() ?? undefined, name.value);
  const argument = field && costOf(field).subject;
  const value = given.find((each) => each.name.value === argument)?.value;
  return argument && value ? { argument, value } : null;
}

function toSubject(argument: string, given: unknown): Subject | null {
  if (typeof given !== 'string' && !Number.isInteger(given)) return null;
  const id = String(given);
  if (argument === 'promptId') return uuid.test(id) ? { promptId: id.toLowerCase() } : null;
  return id === '' || id.includes('\0') ? null : { brandId: id };
}
