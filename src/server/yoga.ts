// Yoga over the schema: it parses, validates and runs documents, and remembers the ones it has seen. GraphQL and the stored
// documents of REST go through it alike.

import type { ExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Limits } from '../auth/limit.js';
import type { Database } from '../database/postgres.js';
import type { AppError, Fault } from '../errors.js';
import { createLoaders } from '../loaders/index.js';
import type { Context } from '../schema/context.js';
import type { KnownCall } from './call.js';
import { useCompiled } from './compiled.js';
import { formatError, toAppError } from './errors.js';
import type { GraphQLParams } from './graphql-request.js';

/** What came of a document, its errors ready to be read by the client. */
export interface Outcome {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly AppError[];
  /** The same errors, in the same order, with their places in the document and the answer. */
  readonly graphqlErrors: readonly GraphQLFormattedError[];
}

export interface Engine {
  /** Runs one document. `faults` are what the transport found wrong with its variables. Never rejects. */
  run(params: GraphQLParams, call: KnownCall, faults?: readonly Fault[]): Promise<Outcome>;
}

interface EngineParts {
  readonly schema: GraphQLSchema;
  readonly db: Database;
  readonly maxWindowDays: number;
  readonly limits: Limits;
}

export function createEngine({ schema, db, maxWindowDays, limits }: EngineParts): Engine {
  // Errors are masked by `toAppError`, which knows the request; the transport is `handler.ts`.
  const plugins = [useCompiled()];
  const yoga = createYoga<Context>({ schema, plugins, logging: false, maskedErrors: false, graphiql: false });
  return {
    run: async (params, call, faults = []) => {
      const context: Context = { viewer: call.viewer, loaders: createLoaders(db), faults, maxWindowDays, limits };
      try {
        const request = call.request as Request; // safe because no plugin here reads more of it than `Incoming` has
        const result = await yoga.getResultForParams({ params, request }, context);
        if (result && !(Symbol.asyncIterator in result)) return toOutcome(result, call);
        throw new Error('A stream came out of a schema that has no subscriptions.');
      } catch (error) {
        const appError = toAppError(error, call);
        return { data: null, errors: [appError], graphqlErrors: [formatError(error, appError)] };
      }
    },
  };
}

function toOutcome({ data, errors = [] }: ExecutionResult, call: KnownCall): Outcome {
  const appErrors = errors.map((error) => toAppError(error, call));
  return {
    data: data ?? null,
    errors: appErrors,
    graphqlErrors: appErrors.map((appError, index) => formatError(errors[index], appError)),
  };
}
