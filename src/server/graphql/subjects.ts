// The subjects of an operation: the brands and prompts that its root fields name. Its answer is a function of the versions of their data, of its document,
// its variables and what its key can read; where a root field shows anything else, it has none.

import { type DocumentNode, type FieldNode, type GraphQLSchema, getOperationAST, Kind, type ValueNode } from 'graphql';
import { uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { ownValue } from '../../own-value.js';
import { costOf } from '../../schema/builder/field-extensions.js';
import { fieldOf } from '../cost/field-lookup.js';
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
  const found = new WeakMap<DocumentNode, { readonly operationName: string; readonly subjects: SubjectsFor | null }>();
  return (document, operationName) => {
    const known = found.get(document);
    if (known?.operationName === operationName) return known.subjects;
    const subjects = findSubjects(schema, document, operationName);
    found.set(document, { operationName, subjects });
    return subjects;
  };
}

function findSubjects(schema: GraphQLSchema, document: DocumentNode, operationName: string): SubjectsFor | null {
  const operation = getOperationAST(document, operationName || undefined);
  if (!operation) return null;
  const fields = rootFields(document, operation).filter(({ name }) => !sharedFields.has(name.value));
  const named = fields.map((field) => subjectOf(schema, field));
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  );
  if (!named.every((each) => each !== null)) return null;
  return (variables) => {
    const subjects = new Map<string, Subject>();
    for (const { argument, value } of named) {
      const subject = toSubject(argument, idOf(value, variables, defaults));
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

/** The id that the schema reads from a value; `null`: none. */
function idOf(
  value: ValueNode,
  variables: Variables,
  defaults: ReadonlyMap<string, ValueNode | undefined>,
): string | null {
  if (value.kind === Kind.STRING || value.kind === Kind.INT) return value.value;
  if (value.kind !== Kind.VARIABLE) return null;
  const name = value.name.value;
  const given = ownValue(variables, name);
  const otherwise = defaults.get(name);
  if (given === undefined) return otherwise && otherwise.kind !== Kind.VARIABLE ? idOf(otherwise, {}, defaults) : null;
  return typeof given === 'string' || Number.isInteger(given) ? String(given) : null;
}

function toSubject(argument: string, id: string | null): Subject | null {
  if (id === null) return null;
  if (argument === 'promptId') return uuid.test(id) ? { promptId: id.toLowerCase() } : null;
  return id === '' || id.includes('\0') ? null : { brandId: id };
}
