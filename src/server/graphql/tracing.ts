// The execution of a document as a span. Its name is that of the log: one of a fixed list, whatever clients send.

import type { Plugin } from 'graphql-yoga';
import type { Tracing } from '../../tracing/tracing.js';
import { noOperation } from '../context/request-context.js';
import type { OperationContext } from './operation-context.js';

/** A plugin that makes a span of each execution. It comes after those that choose how a document is executed. */
export function useTracing(tracing: Tracing): Plugin<Pick<OperationContext, 'requestContext'>> {
  return {
    onExecute: ({ context, executeFn, setExecuteFn }) => {
      const { operation = noOperation } = context.requestContext;
      const attributes = { 'graphql.operation.type': 'query', 'sightline.operation': operation };
      setExecuteFn((args) => tracing.span(`query ${operation}`, attributes, async () => executeFn(args)));
    },
  };
}
