// The size of a document with its fragments expanded: executing and compiling take time in proportion to it, regardless of the
// lengths of lists. Each fragment is visited once, so the work depends only on the length of the document.

import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/**
 * The number of fields of an operation, with their directives and argument values; fragments count for every spread.
 * The document need not be valid; recursive spreads count nothing.
 */
export function expandedSize(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const known = new Map<string, number>();
  const sizeOfFragment = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, 0);
    const fragment = fragments.get(name);
    const size = sizeOfSelections(fragment?.selectionSet) + sizeOfDirectives(fragment?.directives);
    known.set(name, size);
    return size;
  };
  const sizeOfSelections = (selections: SelectionSetNode | undefined): number => {
    let size = 0;
    for (const each of selections?.selections ?? []) {
      size += sizeOfDirectives(each.directives);
      if (each.kind === Kind.FRAGMENT_SPREAD) size += sizeOfFragment(each.name.value);
      else size += sizeOfSelections(each.selectionSet);
      if (each.kind === Kind.FIELD) size += 1 + sizeOfArguments(each.arguments);
    }
    return size;
  };
  const variables = operation.variableDefinitions ?? [];
  const defaults = variables.map(({ defaultValue }) => 1 + (defaultValue ? sizeOfValue(defaultValue) : 0));
  return sizeOfSelections(operation.selectionSet) + sizeOfDirectives(operation.directives) + total(defaults);
}

function sizeOfDirectives(directives: readonly DirectiveNode[] | undefined): number {
  return total((directives ?? []).map((each) => 1 + sizeOfArguments(each.arguments)));
}

function sizeOfArguments(given: readonly ArgumentNode[] | undefined): number {
  return total((given ?? []).map(({ value }) => sizeOfValue(value)));
}

function sizeOfValue(value: ValueNode): number {
  if (value.kind === Kind.LIST) return 1 + total(value.values.map(sizeOfValue));
  return value.kind === Kind.OBJECT ? 1 + total(value.fields.map((field) => sizeOfValue(field.value))) : 1;
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
