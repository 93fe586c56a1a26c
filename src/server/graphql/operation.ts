// Names the operation of a request, for the log and as a label of metrics. The names come from a fixed list, whatever clients send.

import { type DocumentNode, type GraphQLSchema, getOperationAST, Kind, type SelectionSetNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { noOperation } from '../exchange/exchange.js';
import type { OperationContext } from './operation-context.js';

/** A plugin that names operations after their root field, or `several`, `introspection`, or `none` for an unknown field. */
export function useOperation(schema: GraphQLSchema): Plugin<Pick<OperationContext, 'reportOperation'>> {
  const fields = new Set(Object.keys(schema.getQueryType()?.getFields() ?? {}));
  const named = new WeakMap<DocumentNode, readonly [operationName: string, operation: string]>();
  return {
    onValidate: ({ params, context }) => {
      const document: DocumentNode = params.documentAST;
      const operationName = context.params.operationName ?? '';
      const [name, known] = named.get(document) ?? [];
      const operation = known && name === operationName ? known : nameOf(document, operationName, fields);
      named.set(document, [operationName, operation]);
      context.reportOperation(operation);
    },
  };
}

function nameOf(document: DocumentNode, operationName: string, fields: ReadonlySet<string>): string {
  const operation = getOperationAST(document, operationName || undefined);
  const roots = operation ? rootsOf(document, operation.selectionSet) : new Set<string>();
  const found = [...roots].filter((name) => fields.has(name));
  if (found.length > 1) return 'several';
  return found[0] ?? (roots.has('__schema') || roots.has('__type') ? 'introspection' : noOperation);
}

/** The root fields. The document may be invalid, so a fragment can be recursive or missing. */
function rootsOf(document: DocumentNode, selection: SelectionSetNode): ReadonlySet<string> {
  const [roots, spread] = [new Set<string>(), new Set<string>()];
  const look = ({ selections }: SelectionSetNode): void => {
    for (const each of selections) {
      if (each.kind === Kind.FIELD) roots.add(each.name.value);
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
  look(selection);
  return roots;
}
