// Names the operation of a request, for the log and as a label of metrics. The names come from a fixed list, whatever clients send.

import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { noOperation } from '../context/request-context.js';
import { perOperation } from '../cost/per-operation.js';
import type { OperationContext } from './operation-context.js';
import { rootFields } from './root-fields.js';

/** A plugin that names operations after their root field, or `several`, `introspection`, or `none` for an unknown field. */
export function useOperation(schema: GraphQLSchema): Plugin<Pick<OperationContext, 'reportOperation'>> {
  const fields = new Set(Object.keys(schema.getQueryType()?.getFields() ?? {}));
  const operationOf = perOperation((document, operationName) => nameOf(document, operationName, fields));
  return {
    onValidate: ({ params, context }) => {
      context.reportOperation(operationOf(params.documentAST, context.params.operationName ?? ''));
    },
  };
}

function nameOf(document: DocumentNode, operationName: string, fields: ReadonlySet<string>): string {
  const operation = getOperationAST(document, operationName || undefined);
  const roots = new Set(operation ? rootFields(document, operation).map(({ name }) => name.value) : []);
  const found = [...roots].filter((name) => fields.has(name));
  if (found.length > 1) return 'several';
  return found[0] ?? (roots.has('__schema') || roots.has('__type') ? 'introspection' : noOperation);
}
