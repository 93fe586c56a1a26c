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
import { type Bounds, type Cost, createBudget } from '../cost/budget.js';
import { type DocumentLimits, type LimitsContext, useLimits } from '../cost/limits.js';
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
  /** To be called with the bytes of the answer before it is sent. Throws `query_too_complex` where these are too many. */
  readonly settle: (bytes: number) => void;
}

export interface Engine {
  /** Runs one document. Never rejects. */
  run(params: GraphQLParams, call: KnownCall, stored?: Stored): Promise<Outcome>;
}

/** Said of a document of our own, which no limit is for but that of its answer. */
interface Stored {
  /** What the transport found wrong with its variables. */
  readonly faults: readonly Fault[];
  /** Whether its answer may be of any size. */
  readonly isUnbounded: boolean;
}

/** A value of an answer takes this many bytes or more, as a rule: so much a stored document may cost. */
const minBytesPerUnit = 16;

interface EngineParts {
  readonly schema: GraphQLSchema;
  readonly db: Database;
  readonly maxWindowDays: number;
  readonly limits: Limits;
  readonly documentLimits: DocumentLimits;
  readonly maxAnswerBytes: number;
  readonly onCorrupt: OnCorrupt;
}

export function createEngine(parts: EngineParts): Engine {
  const { schema, db, maxWindowDays, limits, documentLimits, onCorrupt } = parts;
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
      const budget = createBudget(boundsOf(parts, stored), call.reservation);
      let cost: Cost | null = null;
      const reportCost = (found: Cost) => {
        cost = { ...found, limit: documentLimits.maxQueryCost };
        call.reportCost(cost);
      };
      // A document that was refused before it was weighed has only the cost that its text says.
      const reportWhole = () => {
        if (budget.cost().requested > 0) reportCost(budget.cost());
      };
      const own = {
        viewer,
        loaders: createLoaders(until(db, call.signal), { onCorrupt, budget }),
        faults: stored?.faults ?? [],
        maxWindowDays,
        limits,
        budget,
      };
      const context = { ...own, reportCost, tellOperation: call.tellOperation, isLimited: !stored };
      try {
        const request = call.request as unknown as Request; // safe because no plugin here reads more of it than `Incoming` has
        const result = await yoga.getResultForParams({ params, request }, context);
        if (!result || Symbol.asyncIterator in result)
          throw new Error('A stream came out of a schema that has no subscriptions.');
        const outcome = toOutcome(result, call);
        if (outcome.errors.length > 0) budget.chargeErrors(Buffer.byteLength(JSON.stringify(outcome.graphqlErrors)));
        reportWhole();
        return { ...outcome, cost, settle: budget.settle };
      } catch (error) {
        reportWhole();
        const appError = toAppError(error, call);
        const graphqlErrors = [formatError(error, appError)];
        return { data: null, errors: [appError], graphqlErrors, cost, settle: budget.settle };
      }
    },
  };
}

function boundsOf({ documentLimits, maxAnswerBytes }: EngineParts, stored: Stored | undefined): Bounds {
  if (!stored) return { maxCost: documentLimits.maxQueryCost, maxAnswerBytes };
  const most = stored.isUnbounded ? Number.MAX_SAFE_INTEGER : maxAnswerBytes;
  return { maxCost: stored.isUnbounded ? most : Math.floor(most / minBytesPerUnit), maxAnswerBytes: most };
}

function toOutcome({ data, errors = [] }: ExecutionResult, call: KnownCall): Omit<Outcome, 'cost' | 'settle'> {
  const appErrors = errors.map((error) => toAppError(error, call));
  return {
    data: data ?? null,
    errors: appErrors,
    graphqlErrors: appErrors.map((appError, index) => formatError(errors[index], appError)),
  };
}
