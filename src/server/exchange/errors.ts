// Turns whatever was thrown into the error that the client reads. What nobody meant to throw is reported whole and masked.

import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { isUnavailable } from '../../database/unavailable.js';
import { AppError, type ErrorCode, statusOf } from '../../errors.js';
import { extensionsOf } from './http-response.js';

/** Where a failure is reported, and the request that it is told to the client as. */
export interface Reporter {
  readonly requestId: string;
  readonly report: (error: unknown) => void;
}

/** The error that the client reads for `error`. */
export function toAppError(error: unknown, { requestId, report }: Reporter): AppError {
  const chain = chainOf(error);
  const meant = chain.map(asMeant).find((each) => each !== null);
  if (meant) return meant;
  const root = chain.at(-1);
  if (isUnavailable(root)) return unavailable('The database cannot be reached right now: try again in a moment.');
  if (root instanceof GraphQLError && isAboutTheDocument(root)) return new AppError('validation_error', root.message);
  report(error);
  const message = `Something went wrong on our side. Tell us this request id where you report it: ${requestId}.`;
  return new AppError('internal_error', message, { cause: error });
}

/** `appError` as a GraphQL answer writes it, at the place in the document and the answer where `error` happened. */
export function formatError(error: unknown, appError: AppError): GraphQLFormattedError {
  const { locations, path } = error instanceof GraphQLError ? error : { locations: undefined, path: undefined };
  return {
    message: appError.message,
    ...(locations?.length ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: extensionsOf(appError),
  };
}

/** The same question may succeed in a moment. */
export function unavailable(message: string, headers: AppError['headers'] = {}): AppError {
  return new AppError('unavailable', message, { headers: { 'Retry-After': '2', ...headers } });
}

/** A GraphQL error and the errors that it wraps, outermost first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain = [error];
  for (let each = error; each instanceof GraphQLError && each.originalError && chain.length < 10; ) {
    each = each.originalError;
    chain.push(each);
  }
  return chain;
}

/** An error that was made for the client. A scalar can only throw a GraphQL error, which carries our code as an extension. */
function asMeant(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // An error that wraps another takes over its extensions, and puts words of its own before the message.
  if (!(error instanceof GraphQLError) || error.originalError) return null;
  const { code } = error.extensions;
  return typeof code === 'string' && isCode(code) ? new AppError(code, error.message) : null;
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(statusOf, code);
}

/** graphql-js' own errors are about the document or its variables, but for a value that a resolver gave and no scalar can write. */
function isAboutTheDocument(error: GraphQLError): boolean {
  return !error.path || error.nodes?.[0]?.kind !== Kind.FIELD;
}
