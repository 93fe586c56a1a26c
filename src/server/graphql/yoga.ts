// Yoga over the schema: it parses, validates and runs documents, and remembers the ones it has seen. GraphQL and the stored
// documents of REST go through it alike.

import type { ExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Limits } from '../../auth/limit.js';
import type { Database } from '../../database/postgres.js';
import { until } from '../../database/until.js';
import type { AppError, Fault } from '../../errors.js';
import type { OnCorrupt } from '../../loaders/analytics.js';
import { createLoaders } from '../../loaders/index.js';
import type { Context } from '../../schema/context.js';
import { type Cost, type DocumentLimits, type LimitsContext, useLimits } from '../cost/limits.js';
import { useValidationWork } from '../cost/validation-work.js';
import type { KnownCall } from '../exchange/call.js';
import { formatError, toAppError } from '../exchange/errors.js';
import { useCompiled } from './compiled.js';
import { createDocumentCaches } from './document-caches.js';
import type { GraphQLParams } from './graphql-request.js';
import { type OperationContext, useOperation } from './operation.js';

/** What came of a document, its errors ready to be read by the client. */
export interface Outcome {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly AppError[];
  /** The same errors, in the same order, with their places in the document and the answer. */
  readonly graphqlErrors: readonly GraphQLFormattedError[];
  /** `null`: the document could not be read. */
  readonly cost: Cost | null;
}

export interface Engine {
  /** Runs one document. Never rejects. */
  run(params: GraphQLParams, call: KnownCall, stored?: Stored): Promise<Outcome>;
}

/** Said of a document of our own, which no limit is for. */
interface Stored {
  /** What the transport found wrong with its variables. */
  readonly faults: readonly Fault[];
}

interface EngineParts {
  readonly schema: GraphQLSchema;
  readonly db: Database;
  readonly maxWindowDays: number;
  readonly limits: Limits;
  readonly documentLimits: DocumentLimits;
  readonly onCorrupt: OnCorrupt;
}

export function createEngine({ schema, db, maxWindowDays, limits, documentLimits, onCorrupt }: EngineParts): Engine {
  // Errors are masked by `toAppError`, which knows the request; the transport is `handler.ts`.
  const { documentCache, errorCache, plugin } = createDocumentCaches();
  const yoga = createYoga<Context & LimitsContext & OperationContext>({
    schema,
    plugins: [useOperation(schema), useLimits(schema, documentLimits), plugin, useValidationWork(), useCompiled()],
    parserAndValidationCache: { documentCache, errorCache },
    logging: false,
    maskedErrors: false,
    graphiql: false,
  });
  return {
    run: async (params, call, stored) => {
      const { viewer } = call;
      let cost: Cost | null = null;
      const tellCost = (found: Cost) => {
        cost = found;
        call.tellCost(found);
      };
      const own = {
        viewer,
        loaders: createLoaders(until(db, call.signal), onCorrupt),
        faults: stored?.faults ?? [],
        maxWindowDays,
        limits,
      };
      const context = { ...own, tellCost, tellOperation: call.tellOperation, isLimited: !stored };
      try {
        const request = call.request as unknown as Request; // safe because no plugin here reads more of it than `Incoming` has
        const result = await yoga.getResultForParams({ params, request }, context);
        if (result && !(Symbol.asyncIterator in result)) return { ...toOutcome(result, call), cost };
        throw new Error('A stream came out of a schema that has no subscriptions.');
      } catch (error) {
        const appError = toAppError(error, call);
        return { data: null, errors: [appError], graphqlErrors: [formatError(error, appError)], cost };
      }
    },
  };
}

function toOutcome({ data, errors = [] }: ExecutionResult, call: KnownCall): Omit<Outcome, 'cost'> {
  const appErrors = errors.map((error) => toAppError(error, call));
  return {
    data: data ?? null,
    errors: appErrors,
    graphqlErrors: appErrors.map((appError, index) => formatError(errors[index], appError)),
  };
}
