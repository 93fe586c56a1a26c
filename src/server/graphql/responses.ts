// GraphQL over HTTP where Yoga can be configured: accepted bodies, and media type, status and errors of responses.

import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { AppError, invalid, statusOf } from '../../errors.js';
import { formatError, toAppError, toAppErrors } from '../context/errors.js';
import { graphqlError, type HttpResponse, jsonResponse, sizeOf } from '../context/http-response.js';
import type { KeptContext } from './kept-answers.js';
import type { OperationContext } from './operation-context.js';
import { notFoundResponse } from './persisted/requests.js';

export interface ResponseContext extends OperationContext, KeptContext {}

const graphqlResponse = 'application/graphql-response+json';
const json = 'application/json';

/** The media type that the client prefers for the response; `application/json` by default. */
export function mediaTypeFor(headers: Headers): string {
  // safe because that is all that Hono reads of it
  const c = { req: { header: (name: string) => headers.get(name) ?? undefined } } as Context;
  return accepts(c, { header: 'Accept', supports: [graphqlResponse, json], default: json });
}

/** A plugin that accepts only JSON, and responds with the codes and statuses of this API. */
export function useResponses(): Plugin<object, ResponseContext> {
  return {
    onRequestParse: ({ request, requestParser, setRequestParser }) => {
      if (request.method !== 'GET') assertJson(request.headers);
      if (requestParser) setRequestParser(async (given) => inOurWords(() => requestParser(given)));
    },
    onResultProcess: ({ serverContext, setResultProcessor }) => {
      const { keptAnswer, mediaType } = serverContext;
      setResultProcessor(async (result) => {
        if (Array.isArray(result) || Symbol.asyncIterator in result) throw new Error('A request has one result.');
        const isExecuted = 'params' in serverContext;
        keptAnswer.response ??= isExecuted ? await toHttp(result, serverContext) : refusal(result, serverContext);
        return new Response(null);
      }, mediaType);
    },
  };
}

function assertJson(headers: Headers): void {
  const given = headers.get('content-type') ?? '';
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((each) => each.startsWith('charset='))?.replace(/^charset="?([^"]*)"?$/, '$1');
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (type === json && (charset ?? 'utf-8') === 'utf-8' && encoding === 'identity') return;
  const what = given === '' ? 'without a Content-Type' : `of ${given.slice(0, 100)}, ${encoding}-encoded`;
  throw new AppError(
    'unsupported_media_type',
    `The body must be application/json in UTF-8, not compressed; given was one ${what}.`,
  );
}

/** The result of `parse`, or an error if the request is not valid JSON. */
async function inOurWords<T>(parse: () => T): Promise<Awaited<T>> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid([{ field: null, message: `variables and extensions must be JSON objects: ${error.message}.` }]);
  }
}

/** The response to a request without a document to execute. */
function refusal({ errors = [] }: ExecutionResult, { requestContext, mediaType }: KeptContext): HttpResponse {
  return notFoundResponse(errors[0], mediaType) ?? graphqlError(toAppError(errors[0], requestContext));
}

async function toHttp({ data = null, errors = [] }: ExecutionResult, context: ResponseContext): Promise<HttpResponse> {
  const { requestContext, mediaType, budget, notices, turn } = context;
  const appErrors = toAppErrors(errors, requestContext);
  const formatted = appErrors.map((appError, index) => formatError(errors[index], appError));
  if (data) budget.chargeErrors(formatted.length > 0 ? Buffer.byteLength(JSON.stringify(formatted)) : 0);
  context.reportWholeCost();
  const found = {
    ...(requestContext.cost ? { cost: requestContext.cost } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  };
  const extensions = Object.keys(found).length > 0 ? { extensions: found } : {};
  const failure = wholeFailure(data, appErrors);
  if (failure) return graphqlError(failure, extensions);
  const body = {
    ...(formatted.length > 0 ? { errors: formatted } : {}),
    ...(data === null ? {} : { data }),
    ...extensions,
  };
  const type = { 'Content-Type': `${mediaType}; charset=utf-8` };
  await turn();
  const response = jsonResponse(statusFor(data, appErrors, mediaType), body, type);
  budget.settle(sizeOf(response));
  return errors.length === 0 ? context.keptAnswer.complete(response) : response;
}

/**
 * The error that determines the status: if the server failed and there is no data, so that clients and load balancers see it, if
 * the document exceeded a limit, or if the method does not fit its operation.
 */
function wholeFailure(data: ExecutionResult['data'], errors: readonly AppError[]): AppError | undefined {
  const refusal = errors.find(({ code }) => code === 'query_too_complex' || code === 'method_not_allowed');
  if (refusal) return refusal;
  const isAnswered = Object.values(data ?? {}).some((field) => field !== null);
  const isOurs = errors.every(({ code }) => statusOf[code] >= 500);
  return isAnswered || !isOurs ? undefined : (errors.find(({ code }) => code === 'internal_error') ?? errors[0]);
}

/** With `application/json`, the status for a document that could not be executed is 200, as before GraphQL had its own media type. */
function statusFor(data: ExecutionResult['data'], errors: readonly AppError[], mediaType: string): number {
  if (data || mediaType === json) return 200;
  return Math.max(...errors.map(({ code }) => statusOf[code]));
}
