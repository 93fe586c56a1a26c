// The shape of the data of a stored document: its selection, with the types of the schema. Both the body of a REST response and its description are
// derived from it, so that they cannot differ.

import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type ObjectFieldNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { filterNames } from './parameters.js';
import { pathParameters, type Route } from './routes.js';

/** What variables within a selection are passed to. */
const typesWithin: Readonly<Record<string, string>> = { if: 'Boolean = false', bucket: 'Bucket' };

/** The name of the operation of a route. */
function nameOf({ name, field, pick, list }: Route): string {
  const source = pick ?? list ?? field;
  return name ?? `${source.charAt(0).toUpperCase()}${source.slice(1)}`;
}

/** The document of a route: each parameter is a variable, with the type of the argument of the schema that it is passed to. */
export function documentOf(schema: GraphQLSchema, route: Route): string {
  const { field, selection, pick, list, parameters = [] } = route;
  const taken = new Set([...pathParameters(route), ...parameters].map(({ name }) => name));
  const renamed: Route['renamed'] = { ...filterNames, ...route.renamed };
  const declared = new Map<string, string>();
  for (const [, argument = '', variable = ''] of selection.matchAll(/(\w+): \$(\w+)/g))
    declared.set(variable, typesWithin[argument] ?? '');
  const passedTo = (args: readonly Pick<GraphQLArgument, 'name' | 'type'>[], above = ''): string[] =>
    args.flatMap(({ name, type }) => {
      const input = getNamedType(type);
      const path = `${above}${name}`;
      if (isInputObjectType(input)) {
        const passed = passedTo(Object.values(input.getFields()), `${path}.`);
        return passed.length === 0 ? [] : [`${name}: { ${passed.join(', ')} }`];
      }
      const variable = renamed[path] ?? name;
      if (!taken.has(variable)) return [];
      declared.set(variable, String(type));
      return [`${name}: $${variable}`];
    });
  const fieldIn = (parent: unknown, name: string, selected: string): string => {
    const args = isObjectType(parent) ? passedTo(parent.getFields()[name]?.args ?? []) : [];
    return `${name}${args.length === 0 ? '' : `(${args.join(', ')})`} { ${selected} }`;
  };
  const query = schema.getQueryType();
  const root = query?.getFields()[field];
  const inner = pick ?? list;
  const within = root && inner ? fieldIn(getNamedType(root.type), inner, selection) : selection;
  const whole = fieldIn(query, field, list === undefined ? within : `range { start end } ${within}`);
  const variables = [...declared].map(([name, type]) => `$${name}: ${type}`);
  return `query ${nameOf(route)}${variables.length === 0 ? '' : `(${variables.join(', ')})`} { ${whole} }`;
}

export interface Shape {
  readonly isNullable: boolean;
  /** For a list: the shape of its elements. */
  readonly element: Shape | null;
  readonly type: GraphQLNamedType;
  /** For an object: its selected fields, in order. */
  readonly fields: readonly ShapeField[];
  /** For a list that REST writes as a map: the fields of an element that are the key and the value. */
  readonly map: MapRule | null;
}

export interface ShapeField {
  readonly name: string;
  readonly description: string;
  /** The variable that decides whether it is included; `null`: it always is. */
  readonly condition: string | null;
  readonly shape: Shape;
  readonly field: GraphQLField<unknown, unknown>;
}

/** An argument, or a field of one. */
export type Passed = Pick<GraphQLArgument, 'name' | 'type' | 'description' | 'defaultValue'>;

interface MapRule {
  readonly key: string;
  readonly value: string;
}

/** An operation of REST: the analyzed document of a route. */
export interface Operation {
  readonly document: string;
  /** The name of the document. */
  readonly name: string;
  /** The source of the body. It is never null: if it is not found, that is an error. */
  readonly body: ShapeField;
  /** What each variable is passed to, by the name of the variable. */
  readonly argumentOf: ReadonlyMap<string, Passed>;
}

/** GraphQL has no maps: these lists are maps in REST. */
const maps: Readonly<Record<string, MapRule>> = {
  CompetitorAssessment: { key: 'name', value: 'assessment' },
  SentimentProbability: { key: 'label', value: 'probability' },
};

/** The operation of a route. Throws if its document does not match the schema. */
export function operationOf(schema: GraphQLSchema, route: Route, document = documentOf(schema, route)): Operation {
  const { pick, list } = route;
  const ast = parse(document);
  const operation = ast.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const query = schema.getQueryType();
  if (!operation?.name || !query) throw new Error('A stored document must be one named query.');
  const argumentOf = new Map<string, Passed>();
  const [root] = fieldsOf(operation.selectionSet, query, argumentOf);
  const body = list !== undefined ? root && withList(root, list) : pick === undefined ? root : picked(root, pick);
  if (!body) throw new Error(`The document ${operation.name.value} does not select the source of its body.`);
  return {
    document,
    name: operation.name.value,
    body: { ...body, shape: { ...body.shape, isNullable: false } },
    argumentOf,
  };
}

/** What a parameter is passed to. Throws if it is passed to nothing. */
export function argumentFor({ name, argumentOf }: Operation, parameter: string): Passed {
  const argument = argumentOf.get(parameter);
  if (!argument) throw new Error(`The document ${name} has no variable $${parameter}.`);
  return argument;
}

function picked(root: ShapeField | undefined, name: string): ShapeField | undefined {
  return root?.shape.fields.find((field) => field.name === name);
}

/** The body of a long list: its fields beside the other fields of the root field. */
function withList(root: ShapeField, name: string): ShapeField | undefined {
  const list = picked(root, name);
  const others = root.shape.fields.filter((field) => field !== list);
  return list && { ...list, shape: { ...list.shape, fields: [...others, ...list.shape.fields] } };
}

/** What variables are passed to: the last where it is several arguments. */
type PassedTo = Map<string, Passed>;

function fieldsOf(selections: SelectionSetNode, parent: GraphQLNamedType, passed: PassedTo): readonly ShapeField[] {
  return selections.selections.flatMap((each) => (each.kind === Kind.FIELD ? [fieldOf(each, parent, passed)] : []));
}

function fieldOf(node: FieldNode, parent: GraphQLNamedType, passed: PassedTo): ShapeField {
  const name = node.name.value;
  const field = isObjectType(parent) ? parent.getFields()[name] : undefined;
  if (!field) throw new Error(`The schema has no field ${parent.name}.${name}.`);
  notePassed(node.arguments ?? [], field.args, passed);
  return {
    name: node.alias?.value ?? name,
    description: field.description ?? '',
    condition: conditionOf(node),
    shape: shapeOf(node, field.type, passed),
    field,
  };
}

function shapeOf(node: FieldNode, type: GraphQLOutputType, passed: PassedTo): Shape {
  const bare = getNullableType(type);
  const named = getNamedType(bare);
  const element = isListType(bare) ? shapeOf(node, bare.ofType, passed) : null;
  const fields = node.selectionSet && !element ? fieldsOf(node.selectionSet, named, passed) : [];
  const map = element ? (maps[named.name] ?? null) : null;
  return { isNullable: !isNonNullType(type), element, type: named, fields, map };
}

function notePassed(nodes: readonly (ArgumentNode | ObjectFieldNode)[], to: readonly Passed[], passed: PassedTo): void {
  for (const { name, value } of nodes) {
    const argument = to.find((each) => each.name === name.value);
    const type = argument && getNamedType(argument.type);
    if (value.kind === Kind.VARIABLE && argument) passed.set(value.name.value, argument);
    if (value.kind === Kind.OBJECT && isInputObjectType(type))
      notePassed(value.fields, Object.values(type.getFields()), passed);
  }
}

/** The variable of `@include`. */
function conditionOf({ directives = [] }: FieldNode): string | null {
  const value = directives.find((each) => each.name.value === GraphQLIncludeDirective.name)?.arguments?.[0]?.value;
  return value?.kind === Kind.VARIABLE ? value.name.value : null;
}
