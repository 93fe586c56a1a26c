// Which operation of a document is executed: exactly one, and a query. A request that names none, or another, learns which there are. Of its
// variables, only those that this operation declares are looked at: GraphQL ignores the others, of which a client may send any number.

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError, invalid } from '../../errors.js';
import type { Tracing } from '../../tracing/tracing.js';
import { noOperation } from '../context/request-context.js';
import type { Measures, OfOperation } from '../cost/measure.js';
import type { OperationContext } from './operation-context.js';

const maxNamed = 20;
const maxNameLength = 100;

/** A plugin that refuses a document whose operation cannot be determined or is no query, and drops variables that it does not declare. */
export function useChosenOperation(): Plugin {
  return {
    onParse: () => {
      return ({ result, context: { request, params } }) => {
        if (result === null || result instanceof Error) return;
        const operationName: string | null = params.operationName ?? null;
        const operation = getOperationAST(result, operationName);
        if (!operation) throw invalid([{ field: 'operationName', message: noneChosen(result, operationName) }]);
        if (operation.operation !== 'query') throw onlyReads(operation.operation, request.method);
        if (params.variables) params.variables = declaredOf(params.variables, operation);
      };
    },
  };
}

function declaredOf(given: Readonly<Record<string, unknown>>, { variableDefinitions = [] }: OperationDefinitionNode) {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]));
}

/** The status of GraphQL over HTTP for GET is that of a method that is not allowed. */
function onlyReads(operation: OperationTypeNode, method: string): AppError {
  const message = `Sightline only reads: there are no ${operation}s. Send a query.`;
  if (method !== 'GET') return new AppError('validation_error', message);
  return new AppError('method_not_allowed', message, { headers: { Allow: 'POST' } });
}

function noneChosen({ definitions }: DocumentNode, operationName: string | null): string {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return 'The document has no operation: begin it with a query.';
  const names = operations.flatMap(({ name }) => name?.value.slice(0, maxNameLength) ?? []);
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  const existing = `those that exist are ${names.slice(0, maxNamed).join(', ')}${more}.`;
  if (operationName === null && names.length === 0) return 'The document has several operations: give each a name.';
  if (operationName === null)
    return `The document has several operations: name the one to execute with operationName; ${existing}`;
  const start = `The document has no operation ${JSON.stringify(operationName.slice(0, maxNameLength))}`;
  if (names.length > 0) return `${start}; ${existing}`;
  return operations.length === 1
    ? `${start}, and its only operation has no name: omit operationName.`
    : `${start}: its operations have no names.`;
}

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

/** A plugin that makes a span of each execution, named as in the log. It comes after those that choose how a document is executed. */
export function useTracing(tracing: Tracing): Plugin<Pick<OperationContext, 'requestContext'>> {
  return {
    onExecute: ({ context, executeFn, setExecuteFn }) => {
      const { operation = noOperation } = context.requestContext;
      const attributes = { 'graphql.operation.type': 'query', 'sightline.operation': operation };
      setExecuteFn((args) => tracing.span(`query ${operation}`, attributes, async () => executeFn(args)));
    },
  };
}
