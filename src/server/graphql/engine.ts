// Configures Yoga with the schema: it parses, validates, executes and caches documents. Requests to `/graphql` use
// its HTTP handling; the stored documents of REST use the same plugins without it.

import type { ExecutionResult, GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Turn } from '../../domain/pause.js';
import type { Tracing } from '../../tracing/tracing.js';
import type { Answers } from '../answers/answers.js';
import type { HttpResponse } from '../context/http-response.js';
import type { AuthorizedContext } from '../context/request-context.js';
import { measure, perOperation } from '../cost/measure.js';
import { useChosenOperation, useOperation, useTracing } from './chosen-operation.js';
import { useCompiled } from './compiled.js';
import { createDocumentCaches } from './document-caches.js';
import { createKeptAnswer, type KeptParts, useKeptAnswers } from './kept-answers.js';
import { useLimits, useValidationWork } from './limits.js';
import { useOneInstant } from './one-instant.js';
import { type OperationParts, operationContext, type Stored } from './operation-context.js';
import type { PersistedDocuments } from './persisted/document-store.js';
import { usePersistedDocuments } from './persisted/requests.js';
import { useRequestParameters } from './request-parameters.js';
import { mediaTypeFor, type ResponseContext, useResponses } from './responses.js';

/** A stored document and its variables. */
interface StoredOperation extends Stored {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The result of a stored document. */
export interface Executed extends ExecutionResult {
  /** For the client. */
  readonly notices: readonly string[];
  /** Must be called with the size of the response before it is sent. Throws `query_too_complex` if it is too large. */
  readonly settle: (bytes: number) => void;
  /** To be awaited before the data is converted, and before it is written. */
  readonly turn: Turn;
}

export type Engine = ReturnType<typeof createEngine>;

export interface EngineParts extends OperationParts, KeptParts {
  readonly answers: Answers;
  readonly tracing: Tracing | null;
  readonly persistedDocuments: PersistedDocuments;
}

export function createEngine(parts: EngineParts) {
  const yoga = yogaOver(parts);
  return {
    /** Serves a GraphQL request over HTTP whose body is within the size limit. */
    serve: async (request: Request, requestContext: AuthorizedContext): Promise<HttpResponse> => {
      await using own = operationContext(parts, requestContext, null);
      using keptAnswer = createKeptAnswer(requestContext, parts);
      const context = { ...own, keptAnswer, mediaType: mediaTypeFor(request.headers) };
      await yoga.fetch(withoutHead(request), context);
      if (!keptAnswer.response) throw new Error('Yoga answered a request by itself.');
      return keptAnswer.response;
    },
    /** Executes a stored document. Throws if it is refused as a whole. */
    run: async (operation: StoredOperation, requestContext: AuthorizedContext): Promise<Executed> => {
      const { document: query, variables, ...stored } = operation;
      const params = { query, variables: { ...variables } };
      await using own = operationContext(parts, requestContext, stored);
      const given = { ...own, request: requestContext.request, params };
      const { parse, validate, contextFactory, execute, schema } = yoga.getEnveloped(given);
      const more = { notices: own.notices, settle: own.budget.settle, turn: own.turn };
      try {
        const document = parse(query);
        const errors: readonly GraphQLError[] = validate(schema, document);
        if (errors.length > 0) return { errors, ...more };
        const contextValue = await contextFactory();
        return { ...(await execute({ schema, document, contextValue, variableValues: params.variables })), ...more };
      } finally {
        own.reportWholeCost();
      }
    },
  };
}

function yogaOver({ schema, db, versionsOf, config, tracing, persistedDocuments }: EngineParts) {
  const { documentCache, errorCache, plugin } = createDocumentCaches();
  const measuresOf = perOperation((document, operationName) => measure(schema, document, operationName || null));
  return createYoga<ResponseContext>({
    schema,
    plugins: [
      useRequestParameters(),
      usePersistedDocuments(persistedDocuments),
      useChosenOperation(),
      useOperation(schema, measuresOf),
      useKeptAnswers({ schema, versionsOf }, measuresOf),
      useLimits(schema, config, measuresOf),
      plugin,
      useValidationWork(),
      useCompiled(measuresOf),
      useOneInstant(versionsOf, db.isDistributed),
      ...(tracing ? [useTracing(tracing)] : []),
      useResponses(),
    ],
    parserAndValidationCache: { documentCache, errorCache },
    // Errors are masked by `useResponses`, which knows the request.
    maskedErrors: false,
    logging: false,
    // It would answer whatever ends so, and no URL has a space.
    healthCheckEndpoint: ' ',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: false,
    fetchAPI: globalThis,
  });
}

/** HEAD is handled like GET; the router omits the body. Yoga does not support HEAD. */
function withoutHead(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request;
}
