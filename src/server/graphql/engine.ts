// Yoga over the schema: it parses, validates and executes documents, and remembers the ones it has seen. Requests to `/graphql` go through
// its own HTTP handling; the stored documents of REST go through the same plugins without it.

import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { useLimits } from '../cost/limits.js';
import { useValidationWork } from '../cost/validation-work.js';
import type { KnownExchange, ServerContext } from '../exchange/exchange.js';
import { useCompiled } from './compiled.js';
import { createDocumentCaches } from './document-caches.js';
import { useOperation } from './operation.js';
import { type OperationParts, operationContext, type Stored } from './operation-context.js';
import { mediaTypeFor, type ResponseContext, useResponses } from './responses.js';

/** A stored document and its variables. */
export interface StoredOperation extends Stored {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What came of a stored document. */
export interface Executed extends ExecutionResult {
  /** To be called with the bytes of the answer before it is sent. Throws `query_too_complex` where these are too many. */
  readonly settle: (bytes: number) => void;
}

export interface Engine {
  /** Serves a request for GraphQL over HTTP, whose body is not larger than it may be. */
  serve(c: ServerContext, exchange: KnownExchange): Promise<Response>;
  /** Executes a stored document. Throws what refuses it whole. */
  run(operation: StoredOperation, exchange: KnownExchange): Promise<Executed>;
}

export interface EngineParts extends OperationParts {
  readonly schema: GraphQLSchema;
}

export function createEngine(parts: EngineParts): Engine {
  const yoga = yogaOver(parts);
  return {
    serve: async (c, exchange) => {
      const context = { ...operationContext(parts, exchange, null), mediaType: mediaTypeFor(c) };
      return yoga.fetch(withoutHead(c.req.raw), context);
    },
    run: async ({ document: query, variables, ...stored }, exchange) => {
      const params = { query, variables: { ...variables } };
      const own = operationContext(parts, exchange, stored);
      const { parse, validate, contextFactory, execute, schema } = yoga.getEnveloped({
        ...own,
        request: exchange.request,
        params,
      });
      const { settle } = own.budget;
      try {
        const document = parse(query);
        const errors: readonly GraphQLError[] = validate(schema, document);
        if (errors.length > 0) return { errors, settle };
        const contextValue = await contextFactory();
        return { ...(await execute({ schema, document, contextValue, variableValues: params.variables })), settle };
      } finally {
        own.reportWholeCost();
      }
    },
  };
}

function yogaOver({ schema, documentLimits }: EngineParts) {
  const { documentCache, errorCache, plugin } = createDocumentCaches();
  return createYoga<ResponseContext>({
    schema,
    plugins: [
      useOperation(schema),
      useLimits(schema, documentLimits),
      plugin,
      useValidationWork(),
      useCompiled(),
      useResponses(),
    ],
    parserAndValidationCache: { documentCache, errorCache },
    // Errors are masked by `useResponses`, which knows the request.
    maskedErrors: false,
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: false,
    fetchAPI: globalThis,
  });
}

/** HEAD is answered as GET is; the router leaves the body out. Yoga knows no HEAD. */
function withoutHead(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request;
}
