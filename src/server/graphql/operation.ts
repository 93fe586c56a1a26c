// Names the operation of a request, for the log and as a label of metrics. The names come from a fixed list, whatever clients send.

import type { FieldNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { noOperation } from '../context/request-context.js';
import type { Measures } from '../cost/measure.js';
import type { OfOperation } from '../cost/per-operation.js';
import type { OperationContext } from './operation-context.js';

/** A plugin that names operations after their root field, or `several`, `introspection`, or `none` for an unknown field. */
export function useOperation(schema: GraphQLSchema, measuresOf: OfOperation<Measures>): Plugin<OperationContext> {
  const fields = new Set(Object.keys(schema.getQueryType()?.getFields() ?? {}));
  return {
    onValidate: ({ params, context }) => {
      const { roots } = measuresOf(params.documentAST, context.params.operationName ?? '');
      context.requestContext.operation = nameOf(roots, fields);
    },
  };
}

function nameOf(roots: ReadonlySet<FieldNode>, fields: ReadonlySet<string>): string {
  const names = new Set([...roots].map(({ name }) => name.value));
  const found = [...names].filter((name) => fields.has(name));
  if (found.length > 1) return 'several';
  return found[0] ?? (names.has('__schema') || names.has('__type') ? 'introspection' : noOperation);
}
