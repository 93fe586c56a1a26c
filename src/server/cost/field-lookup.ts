// Looks up one field of a document, which may be invalid, in the schema.

import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { ownValue } from '../../own-value.js';
import type { Need } from '../../schema/builder/cost.js';
import { needsOf } from '../../schema/builder/field-options.js';
import { unitsOfValue, variablesIn } from './argument-size.js';
import type { Given } from './cost-sum.js';

type Field = GraphQLField<unknown, unknown>;

/** The field called `name`; `undefined` if there is none. */
export function fieldOf(schema: GraphQLSchema, parent: GraphQLNamedType | undefined, name: string): Field | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  if (parent === schema.getQueryType() && name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (parent === schema.getQueryType() && name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return Object.hasOwn(parent.getFields(), name) ? parent.getFields()[name] : undefined;
}

/** The arguments of a field in a document, by name; those that it declares and is not given have their default values. */
export function argumentsOf(node: FieldNode, field: Field | undefined): Readonly<Record<string, Given>> {
  const declared = field?.args.map(({ name, defaultValue }): [string, Given] => [name, { value: defaultValue }]);
  const given = node.arguments?.map(({ name, value }): [string, Given] => [name.value, givenOf(value)]);
  return Object.fromEntries([...(declared ?? []), ...(given ?? [])]);
}

/** A value, without the variables within it but those that are fields of an object. */
export function givenOf(value: ValueNode): Given {
  if (value.kind === Kind.OBJECT && value.fields.some((field) => field.value.kind === Kind.VARIABLE))
    return { fields: Object.fromEntries(value.fields.map((field) => [field.name.value, plainOf(field.value)])) };
  return plainOf(value);
}

function plainOf(value: ValueNode): Given {
  return value.kind === Kind.VARIABLE ? { variable: value.name.value } : { value: valueFromASTUntyped(value) };
}

/** What an operation gives as an id or a text: a literal as it is written, or what is given for a variable; `null`: neither. */
export function givenIn(
  value: ValueNode,
  operation: OperationDefinitionNode | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): unknown {
  if (value.kind === Kind.STRING || value.kind === Kind.INT) return value.value;
  if (value.kind !== Kind.VARIABLE) return null;
  const name = value.name.value;
  const given = ownValue(variables, name);
  if (given !== undefined) return given;
  const definition = operation?.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  return definition?.defaultValue ? givenIn(definition.defaultValue, null, {}) : null;
}

/** What arguments cost by their size: the units of what is written in the document, and the variables that are given as well. */
export function sizeOfArguments({ arguments: given = [] }: FieldNode) {
  const values = given.map(({ value }) => value);
  return {
    units: values.reduce((sum, value) => sum + unitsOfValue(valueFromASTUntyped(value)), 0),
    variables: values.flatMap(variablesIn),
  };
}

/** The parts that a field needs. If they depend on an argument that is a variable: all parts that it could need. */
export function possibleNeeds(field: Field, node: FieldNode): readonly Need[] {
  const choices = field.args.flatMap(({ name, type }): readonly Readonly<Record<string, unknown>>[] => {
    const value = node.arguments?.find((each) => each.name.value === name)?.value;
    if (!value || value.kind === Kind.NULL) return [];
    const named = getNamedType(type);
    // Of other arguments only that they are given is known to the needs.
    if (!isEnumType(named)) return [{ [name]: true }];
    const isMeant = meantBy(value);
    const meant = named.getValues().flatMap((each) => (isMeant(each.name) ? [each.value] : []));
    return named === type ? meant.map((each) => ({ [name]: each })) : [{ [name]: meant }];
  });
  return (choices.length === 0 ? [{}] : choices).flatMap((choice) => needsOf(field, choice));
}

/** Says which values of an enum are, or could be, given. */
function meantBy(value: ValueNode): (choice: string) => boolean {
  if (variablesIn(value).length > 0) return () => true;
  const nodes = value.kind === Kind.LIST ? value.values : [value];
  const given = new Set(nodes.map((node) => (node.kind === Kind.ENUM ? node.value : null)));
  return (choice) => given.has(choice) || given.has(null);
}
