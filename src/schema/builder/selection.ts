// The look-ahead: determines the parts that the selected fields need. Each field declares its needs with its resolver, so
// this file does not depend on the types of the schema.

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { made } from '../../domain/counts/maps.js';
import type { ListField, Need } from './cost.js';
import { costOf, listOf, needsOf } from './field-options.js';

/** The needs of a selection, those for the compared window, and the lists. */
export interface Selection {
  readonly needs: ReadonlySet<Need>;
  readonly previous: Selection | null;
  readonly lists: readonly SelectedList[];
}

/** A list, its arguments as they were given, and what the fields below it need. */
export interface SelectedList<Kind extends ListField = ListField> {
  readonly kind: Kind;
  readonly args: Readonly<Record<string, unknown>>;
  readonly needs: ReadonlySet<Need>;
}

type Field = GraphQLField<unknown, unknown>;

interface Selected {
  readonly node: FieldNode;
  readonly field: Field;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The needs of all fields below the field of `info` that are read for it, through fragments, aliases, `@skip` and `@include`. */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  const known = selections.get(info.variableValues) ?? new Map<GraphQLResolveInfo['fieldNodes'], Selection>();
  selections.set(info.variableValues, known);
  const found = known.get(info.fieldNodes) ?? collect(info, info.fieldNodes, getNamedType(info.returnType));
  known.set(info.fieldNodes, found);
  return found;
}

/** Of an execution, by its variables: a field below a list is resolved for every item. */
const selections = new WeakMap<object, Map<GraphQLResolveInfo['fieldNodes'], Selection>>();

const nameOf = ({ field }: Selected) => field.name;

/** The names of the fields directly below the field of `info`, or below its field `within`, through fragments, `@skip` and `@include`. */
export function namesBelow(info: GraphQLResolveInfo, within?: string): readonly string[] {
  const below = fieldsBeneath(info, info.fieldNodes, getNamedType(info.returnType));
  if (within === undefined) return below.map(nameOf);
  const inner = below.filter(({ field }) => field.name === within);
  return inner.flatMap(({ node, field }) => fieldsBeneath(info, [node], getNamedType(field.type))).map(nameOf);
}

/** A field as it is written somewhere below another one. */
export interface WrittenField {
  /** `Type.name`. */
  readonly coordinate: string;
  /** The list that it is; `null`: none. */
  readonly list: ListField | null;
  readonly args: Selected['args'];
}

/** Every field below the field of `info` that has arguments, once for each time that it is written. */
export function fieldsWithin(info: GraphQLResolveInfo): readonly WrittenField[] {
  const found: WrittenField[] = [];
  walk(info, { nodes: info.fieldNodes, type: getNamedType(info.returnType) }, ({ field, args }, parent) => {
    if (field.args.length > 0) found.push({ coordinate: `${parent.name}.${field.name}`, list: listOf(field), args });
    return true;
  });
  return found;
}

/** Visits the fields below `nodes`, and what is below those that `enters` says: a field that is selected under several aliases once. */
function walk(
  info: GraphQLResolveInfo,
  { nodes, type }: { readonly nodes: readonly FieldNode[]; readonly type: GraphQLNamedType },
  enters: (selected: Selected, parent: GraphQLNamedType) => boolean,
): void {
  const nodesOf = new Map<Field, FieldNode[]>();
  for (const selected of fieldsBeneath(info, nodes, type)) {
    const { node, field } = selected;
    if (enters(selected, type) && node.selectionSet) made(nodesOf, field, Array).push(node);
  }
  for (const [field, inner] of nodesOf) walk(info, { nodes: inner, type: getNamedType(field.type) }, enters);
}

function collect(info: GraphQLResolveInfo, nodes: readonly FieldNode[], type: GraphQLNamedType): Selection {
  const found = new Set<Need>();
  const previous: FieldNode[] = [];
  let typeBefore = type;
  const lists: SelectedList[] = [];
  walk(info, { nodes, type }, ({ node, field, args }) => {
    const kind = listOf(field);
    if (kind !== null) {
      lists.push({ kind, args, needs: collect(info, [node], getNamedType(field.type)).needs });
      return false;
    }
    for (const need of needsOf(field, args)) found.add(need);
    const { isBefore, isRead } = costOf(field);
    if (isBefore) {
      typeBefore = getNamedType(field.type);
      previous.push(node);
    }
    // What is below a field that is read for itself is of no use to the field above.
    return !isBefore && !isRead;
  });
  return { needs: found, previous: previous.length === 0 ? null : collect(info, previous, typeBefore), lists };
}

/** The fields directly below `nodes`, which are of the object type `parent`: no field of this schema returns an interface. */
function fieldsBeneath(
  info: GraphQLResolveInfo,
  nodes: readonly FieldNode[],
  parent: GraphQLNamedType,
): readonly Selected[] {
  const fields = isObjectType(parent) ? parent.getFields() : {};
  const selected: Selected[] = [];
  const spread = new Set<SelectionSetNode>();
  const look = (selections: SelectionSetNode | undefined): void => {
    if (!selections || spread.has(selections)) return;
    spread.add(selections);
    for (const node of selections.selections) {
      if (!isIncluded(info, node)) continue;
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value] : node;
      if (fragment && fragment.kind !== Kind.FIELD) {
        if (appliesTo(info.schema, fragment, parent)) look(fragment.selectionSet);
      } else if (node.kind === Kind.FIELD) {
        const field = fields[node.name.value];
        if (field) selected.push({ node, field, args: getArgumentValues(field, node, info.variableValues) });
      }
    }
  };
  for (const { selectionSet } of nodes) look(selectionSet);
  return selected;
}

/** Whether what a fragment selects is of this type: an interface is of all types that have it. */
function appliesTo(
  schema: GraphQLSchema,
  { typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
  type: GraphQLNamedType,
): boolean {
  const condition = typeCondition && schema.getType(typeCondition.name.value);
  return (
    !condition ||
    condition === type ||
    (isInterfaceType(condition) && isObjectType(type) && schema.isSubType(condition, type))
  );
}

function isIncluded({ variableValues }: GraphQLResolveInfo, node: SelectionNode): boolean {
  if (!node.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
}
