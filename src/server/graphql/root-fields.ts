// The root fields of an operation. Its document may be invalid, so a fragment can be recursive or missing.

import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** The root fields of an operation, whatever `@skip` and `@include` say. Each fragment is visited once, however often it is spread. */
export function rootFields(document: DocumentNode, { selectionSet }: OperationDefinitionNode): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  const spread = new Set<string>();
  const look = ({ selections }: SelectionSetNode): void => {
    for (const each of selections) {
      if (each.kind === Kind.FIELD) fields.push(each);
      else if (each.kind === Kind.INLINE_FRAGMENT) look(each.selectionSet);
      else if (!spread.has(each.name.value)) {
        spread.add(each.name.value);
        for (const fragment of document.definitions) {
          if (fragment.kind === Kind.FRAGMENT_DEFINITION && fragment.name.value === each.name.value)
            look(fragment.selectionSet);
        }
      }
    }
  };
  look(selectionSet);
  return fields;
}
