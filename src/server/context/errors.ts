// Converts a thrown value to the error for the client. Unexpected errors are logged in full and masked.

import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { troubleOf } from '../../database/trouble.js';
import { isStatementTimeout } from '../../database/unavailable.js';
import { AppError, type ErrorCode, messageOf, statusOf, unavailable } from '../../errors.js';
import { extensionsOf } from './http-response.js';

/** Where an unexpected error is logged, and the request id that the client receives. */
export interface Reporter {
  readonly requestId: string;
  readonly report: (error: unknown) => void;
}

/** The error for the client. */
export function toAppError(error: unknown, { requestId, report }: Reporter): AppError {
  const chain = chainOf(error);
  const meant = chain.map(asMeant).find((each) => each !== null);
  if (meant) return meant;
  const root = chain.at(-1);
  const trouble = troubleOf(root);
  // Where the database is there, it is for the operator to know what took it too long.
  if (isStatementTimeout(root)) report(error);
  if (trouble !== null) return unavailable(`${trouble}: try again in a moment.`);
  if (root instanceof GraphQLError && isAboutTheDocument(root)) {
    // What wraps the error of a variable names it, beside the whole value.
    const [variable] = (error !== root && error instanceof Error && /^Variable "\$\w+"/.exec(error.message)) || [];
    return new AppError('validation_error', variable ? `${variable}: ${root.message}` : root.message);
  }
  report(error);
  const message = `Something went wrong on our side. Report this request id: ${requestId}.`;
  return new AppError('internal_error', message, { cause: error });
}

/** The errors for the client. Of unexpected ones, those that say the same are reported once: hundreds of fields may fail alike. */
export function toAppErrors(errors: readonly unknown[], { requestId, report }: Reporter): readonly AppError[] {
  const reported = new Set<string>();
  const reportOnce = (error: unknown) => {
    const message = messageOf(error);
    if (!reported.has(message)) report(error);
    reported.add(message);
  };
  return errors.map((error) => toAppError(error, { requestId, report: reportOnce }));
}

/** `appError` as a GraphQL error, with the locations and the path of `error`. */
export function formatError(error: unknown, appError: AppError): GraphQLFormattedError {
  const { locations, path } = error instanceof GraphQLError ? error : { locations: undefined, path: undefined };
  return {
    message: appError.message,
    ...(locations?.length ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: extensionsOf(appError),
  };
}

/** An error and the errors that it wraps, outermost first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain = [error];
  for (let each = error; each instanceof GraphQLError && each.originalError && chain.length < 10; ) {
    each = each.originalError;
    chain.push(each);
  }
  return chain;
}

/** An error meant for the client. A scalar can only throw a GraphQL error, which has our code as an extension. */
function asMeant(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // An error that wraps another copies its extensions, and adds a prefix to its message.
  if (!(error instanceof GraphQLError) || error.originalError) return null;
  const { code } = error.extensions;
  return typeof code === 'string' && isCode(code) ? new AppError(code, error.message) : null;
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(statusOf, code);
}

/** Errors of graphql-js concern the document or its variables, except for a resolved value that a scalar cannot serialize. */
function isAboutTheDocument(error: GraphQLError): boolean {
  return !error.path || error.nodes?.[0]?.kind !== Kind.FIELD;
}
