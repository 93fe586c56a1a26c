// What a stored document answers with: its selection, with the types of the schema. Both the body of a REST answer and its description are
// made from it, so that the two cannot differ.

import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { Route } from './routes.js';

export interface Shape {
  readonly isNullable: boolean;
  /** Of a list: the shape of its elements. */
  readonly element: Shape | null;
  readonly type: GraphQLNamedType;
  /** Of an object: what is selected of it, in order. */
  readonly fields: readonly ShapeField[];
  /** Of a list that REST writes as a map: which field of an element is the key, and which the value. */
  readonly map: MapRule | null;
}

export interface ShapeField {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
}

export interface MapRule {
  readonly key: string;
  readonly value: string;
}

/** An operation of REST: a row's document, understood. */
export interface Operation {
  /** The document's own name. */
  readonly name: string;
  /** What the body is made of. It is never null: what is not found is an error. */
  readonly body: ShapeField;
  /** The argument that each variable is given to, by the variable's name. */
  readonly argumentOf: ReadonlyMap<string, GraphQLArgument>;
}

/** GraphQL has no maps: where it lists these, REST has a map. */
const maps: Readonly<Record<string, MapRule>> = {
  CompetitorAssessment: { key: 'name', value: 'assessment' },
  SentimentProbability: { key: 'label', value: 'probability' },
};

/** The operation of a route. Throws where its document does not go with the schema. */
export function operationOf(schema: GraphQLSchema, { document, pick }: Route): Operation {
  const ast = parse(document);
  const operation = ast.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const query = schema.getQueryType();
  if (!operation?.name || !query) throw new Error('A stored document is one named query.');
  const argumentOf = argumentsOf(schema, operation);
  const walk = walker(fragmentsOf(ast));
  const [root] = walk(operation.selectionSet, query);
  const body = pick === undefined ? root : root?.shape.fields.find(({ name }) => name === pick);
  if (!body) throw new Error(`The document ${operation.name.value} does not select what its body is made of.`);
  return { name: operation.name.value, body: { ...body, shape: { ...body.shape, isNullable: false } }, argumentOf };
}

function fragmentsOf(ast: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = ast.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((each) => [each.name.value, each]));
}

function walker(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const fieldsOf = (selections: SelectionSetNode, parent: GraphQLNamedType): readonly ShapeField[] =>
    selections.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [fieldOf(selection, parent)];
      const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : '';
      const fragment = fragments.get(name);
      if (!fragment) throw new Error(`A stored document holds a fragment that it does not define: ${name}.`);
      return fieldsOf(fragment.selectionSet, parent);
    });
  const fieldOf = (node: FieldNode, parent: GraphQLNamedType): ShapeField => {
    const name = node.name.value;
    const field = isObjectType(parent) ? parent.getFields()[name] : undefined;
    if (!field) throw new Error(`The schema has no field ${parent.name}.${name}.`);
    return { name, description: field.description ?? '', shape: shapeOf(node, field.type) };
  };
  const shapeOf = (node: FieldNode, type: GraphQLOutputType): Shape => {
    const bare = getNullableType(type);
    const named = getNamedType(bare);
    const element = isListType(bare) ? shapeOf(node, bare.ofType) : null;
    const fields = node.selectionSet && !element ? fieldsOf(node.selectionSet, named) : [];
    const map = element ? (maps[named.name] ?? null) : null;
    return { isNullable: !isNonNullType(type), element, type: named, fields, map };
  };
  return fieldsOf;
}

/** Where a variable is given to several arguments, the last one counts. */
function argumentsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): ReadonlyMap<string, GraphQLArgument> {
  const found = new Map<string, GraphQLArgument>();
  const collect = (selections: SelectionSetNode, parent: GraphQLNamedType): void => {
    for (const node of selections.selections) {
      const field = node.kind === Kind.FIELD && isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
      if (node.kind !== Kind.FIELD || !field) continue;
      for (const { name, value } of node.arguments ?? []) {
        const argument = field.args.find((each) => each.name === name.value);
        if (value.kind === Kind.VARIABLE && argument) found.set(value.name.value, argument);
      }
      if (node.selectionSet) collect(node.selectionSet, getNamedType(field.type));
    }
  };
  const query = schema.getQueryType();
  if (query) collect(operation.selectionSet, query);
  return found;
}
