// What the schema says about one field of a document, which need not be right.

import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import type { Need } from '../../schema/selection.js';
import type { Given } from './cost-sum.js';

type Field = GraphQLField<unknown, unknown>;
type NeedsOfArguments = (args: Readonly<Record<string, unknown>>) => readonly Need[];

/** The field called `name`; `undefined`: there is none. */
export function fieldOf(schema: GraphQLSchema, parent: GraphQLNamedType | undefined, name: string): Field | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  if (parent === schema.getQueryType() && name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (parent === schema.getQueryType() && name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return Object.hasOwn(parent.getFields(), name) ? parent.getFields()[name] : undefined;
}

/** The argument called `name`, as the document gives it; `undefined`: it does not. */
export function argumentOf(node: FieldNode, name: string): Given | undefined {
  const value = node.arguments?.find((each) => each.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return { variable: value.name.value };
  if (value?.kind === Kind.INT) return { value: Number(value.value) };
  return value?.kind === Kind.STRING ? { value: value.value } : value && { value: undefined };
}

/** The parts that a field needs. Where its arguments decide and one is a variable, every part that it could need. */
export function needsOf({ extensions, args }: Field, node: FieldNode): readonly Need[] {
  // safe because only fields of this schema write this extension, `needs` or a function of their arguments
  const needs = extensions.needs as readonly Need[] | NeedsOfArguments | undefined;
  if (typeof needs !== 'function') return needs ?? [];
  const choices = args.flatMap(({ name, type }) => {
    const value = node.arguments?.find((each) => each.name.value === name)?.value;
    const values = isEnumType(type) && value ? type.getValues() : [];
    const isMeant = (choice: string) => value?.kind !== Kind.ENUM || value.value === choice;
    return values.filter((each) => isMeant(each.name)).map((each) => ({ [name]: each.value }));
  });
  return (choices.length === 0 ? [{}] : choices).flatMap((choice) => needs(choice));
}

/** How many elements the lists of introspection have in a schema such as this. */
const introspectedSizes: Readonly<Record<string, number>> = {
  '__Schema.directives': 6,
  '__Type.fields': 6,
  '__Type.interfaces': 1,
  '__Type.possibleTypes': 1,
  '__Type.enumValues': 2,
  '__Type.inputFields': 1,
  '__Field.args': 1,
  '__Directive.args': 2,
};

/** The size of a list of introspection, by type and field; `undefined`: it is none. */
export function sizeOfIntrospected(schema: GraphQLSchema, field: string): number | undefined {
  return field === '__Schema.types' ? Object.keys(schema.getTypeMap()).length : introspectedSizes[field];
}
