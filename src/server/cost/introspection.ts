// The cost of introspection: the exact size of its result. Each selection is visited once for each element of the schema that it
// applies to, so the work never exceeds the cost.

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { unitsOfText } from '../../domain/budget.js';
import { costOfKey } from '../../schema/builder/cost.js';

/** The cost of an introspection field, including its subfields; more than any limit if the number of visits is exceeded. */
export type Introspection = (node: FieldNode) => number;

/** Maximum number of visits per document: several times what tools need that load the whole schema. */
const maxLooks = 20_000;

export function createIntrospection(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Introspection {
  // safe because introspection fields read only its schema
  const info = { schema } as GraphQLResolveInfo;
  const known = new Map<SelectionSetNode, Map<unknown, number>>();
  let looks = 0;
  const costOf = (selections: SelectionSetNode | undefined, type: GraphQLObjectType, thing: unknown): number => {
    if (!selections) return 0;
    const costs = known.get(selections) ?? new Map<unknown, number>();
    known.set(selections, costs);
    const found = costs.get(thing);
    if (found !== undefined) return found;
    // A recursive spread adds nothing: validation refuses it.
    costs.set(thing, 0);
    looks += 1;
    if (looks > maxLooks) return Number.POSITIVE_INFINITY;
    const cost = selections.selections.reduce((total, node) => {
      if (node.kind === Kind.FIELD) return total + fieldCost(node, type, thing);
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      return total + costOf(fragment?.selectionSet, type, thing);
    }, 0);
    costs.set(thing, cost);
    return cost;
  };
  const fieldCost = (node: FieldNode, type: GraphQLObjectType, thing: unknown): number => {
    const field = type.getFields()[node.name.value];
    if (!field?.resolve) return costOfKey(node);
    const value = field.resolve(thing, { includeDeprecated: true }, null, info);
    return costOfKey(node) + costOfValue(node, getNamedType(field.type), value);
  };
  const costOfValue = (node: FieldNode, type: GraphQLNamedType, value: unknown): number => {
    if (Array.isArray(value)) {
      const elements = value.reduce((total: number, each) => total + costOfValue(node, type, each), 0);
      return isObjectType(type) ? elements : elements + value.length;
    }
    if (typeof value === 'string') return unitsOfText(value);
    return value && isObjectType(type) ? costOf(node.selectionSet, type, value) : 0;
  };
  return (node) => {
    if (node.name.value === SchemaMetaFieldDef.name)
      return costOfKey(node) + costOfValue(node, getNamedType(SchemaMetaFieldDef.type), schema);
    if (node.name.value !== TypeMetaFieldDef.name) return costOfKey(node);
    const given = node.arguments?.find(({ name }) => name.value === 'name')?.value;
    // A type that a variable names is assumed to be the most expensive one.
    const types = given?.kind === Kind.STRING ? [schema.getType(given.value)] : Object.values(schema.getTypeMap());
    const costs = types.map((type) => costOfValue(node, getNamedType(TypeMetaFieldDef.type), type));
    return costOfKey(node) + Math.max(...costs);
  };
}
