// REST: reads the parameters of a request, runs the stored document of its route, and converts its data to the body.

import type { GraphQLSchema } from 'graphql';
import { AppError, type Fault, invalid } from '../../errors.js';
import type { ExportAsk } from '../../loaders/list-export.js';
import { todayOf } from '../../schema/arguments/windows.js';
import type { Answers } from '../answers/answers.js';
import { type AnswerKey, isMatch, isTagMatch, notModified, tagHeaders } from '../answers/etag.js';
import { toAppError } from '../context/errors.js';
import { type HttpResponse, jsonResponse, sizeOf } from '../context/http-response.js';
import type { AuthorizedContext } from '../context/request-context.js';
import type { Engine, Executed } from '../graphql/engine.js';
import { exportHeaders, type OpenExport } from './export/export.js';
import { formatFor, type LineFormat } from './export/formats.js';
import { filterNames } from './parameters.js';
import { type GivenAsJson, Query } from './query.js';
import { type Route, routes } from './routes.js';
import { readSegments, type Serving, servingOf } from './serving.js';

interface RestParts {
  readonly engine: Engine;
  readonly schema: GraphQLSchema;
  readonly answers: Answers;
  readonly openExport: OpenExport;
}

/** Responds to a request for a route. Throws an `AppError`. An answer to what was given as JSON has no tag, is not kept, and is bounded on every route. */
export type ServeRoute = (requestContext: AuthorizedContext, route: Route, json?: GivenAsJson) => Promise<HttpResponse>;

/** What a request asks for, before its parameters are read. */
interface Asked {
  readonly requestContext: AuthorizedContext;
  readonly json: GivenAsJson | undefined;
  readonly serving: Serving;
  /** `null`: JSON. */
  readonly format: LineFormat | null;
}

export function createRest({ engine, schema, answers, openExport }: RestParts): ServeRoute {
  const table = new Map(routes.map((route) => [route, servingOf(schema, route)]));
  const answer = async (requestContext: AuthorizedContext, key: AnswerKey, compute: () => Promise<HttpResponse>) => {
    const claim = await answers.claim(requestContext, key);
    if (claim.kept) return claim.kept;
    using computing = claim;
    return computing.keep(await compute());
  };
  return async (requestContext, route, json) => {
    const serving = table.get(route) ?? servingOf(schema, route);
    const { headers } = requestContext.request;
    const asked = { requestContext, json, serving, format: serving.elements && formatFor(headers.get('accept')) };
    const key = keyOf(asked, answers);
    if (!key) return respondTo(asked, { engine, openExport, isHead: false });
    const tag = tagHeaders(key, serving.elements ? 'Authorization, Accept' : 'Authorization');
    const copies = headers.get('if-none-match');
    if (isTagMatch(copies, key.etag)) return notModified(tag);
    // `*` matches any existing response: it has to be computed to know that it exists.
    const isConfirmed = isMatch(copies, key.etag);
    const compute = () => respondTo(asked, { engine, openExport, isHead: isConfirmed });
    const response = asked.format ? await compute() : await answer(requestContext, key, compute);
    return isConfirmed ? notModified(tag) : { ...response, headers: { ...response.headers, ...tag } };
  };
}

/**
 * The key of the answer; `null` where its path names no subject that the viewer can read. Its parameters need not be read for it: what they say is wrong is
 * never kept, and has no tag. Those that were given as JSON may be wrong where the same text is right.
 */
function keyOf({ requestContext, json, serving, format }: Asked, answers: Answers): AnswerKey | null {
  const { version, viewer, path, search, origin } = requestContext;
  if (version === undefined || json) return null;
  const mediaType = serving.elements && (format?.mediaType ?? 'application/json');
  return answers.keyOf(version, viewer, [path, search, mediaType, ...todayIn(new URLSearchParams(search), origin.now)]);
}

/** The day on which a window of the last days ends; nothing of any other window. */
function todayIn(query: URLSearchParams, now: Date): readonly string[] {
  return query.has('last') ? [todayOf(query.get('timeZone'), now.getTime())] : [];
}

interface Means extends Pick<RestParts, 'engine' | 'openExport'> {
  /** Whether the body is not sent, so that an export need not be opened. */
  readonly isHead: boolean;
}

/** Computes the response, or throws what is wrong with the request. */
async function respondTo(asked: Asked, { engine, openExport, isHead }: Means): Promise<HttpResponse> {
  const { requestContext, serving, format } = asked;
  const { route, elements } = serving;
  const { variables, own } = readParameters(asked);
  const lists: ExportAsk[] = [];
  const executed = await engine.run(
    {
      ...{ document: route.document, variables, faults: [...own.unknown, ...own.read] },
      ...{ isUnbounded: (route.isUnbounded ?? false) && !asked.json, readsOnce: route.readsOnce ?? false },
      onList: format && ((ask) => lists.push(ask)),
    },
    requestContext,
  );
  const { errors = [] } = executed;
  if (errors.length > 0) {
    const appErrors = errors.map((error) => toAppError(error, requestContext));
    throw mergeFaults(appErrors, own, { ...filterNames, ...route.renamed });
  }
  const [ask] = lists;
  if (!format || !elements || !ask) return jsonOf(executed, serving);
  const head = { status: 200, headers: exportHeaders(route, ask, format), body: null };
  if (isHead || requestContext.request.method === 'HEAD') return head;
  return { ...head, stream: await openExport(requestContext, { ask, format, elements: elements(variables) }) };
}

async function jsonOf({ data, notices, turn, settle }: Executed, { toBody }: Serving): Promise<HttpResponse> {
  const [field] = Object.values(data ?? {});
  await turn();
  const body = toBody(field);
  await turn();
  // safe because a body is an object
  const response = jsonResponse(200, notices.length > 0 ? { ...(body as object), notices } : body);
  settle(sizeOf(response));
  return response;
}

/** The variables of the document, and the faults of the parameters. */
function readParameters({ requestContext, json, serving, format }: Asked) {
  const { route, parameters, known } = serving;
  const query = new Query(readSegments(serving, requestContext.path), new URLSearchParams(requestContext.search), json);
  const refused = { ...route.refused, ...(format ? wholeList(format) : {}) };
  const isTaken = (name: string) => !Object.hasOwn(refused, name);
  const taken = parameters.filter(({ name }) => isTaken(name));
  const variables = withoutAbsent(taken.map(({ name, read }) => [name, read(query)]));
  return {
    variables: { ...variables, ...route.derived?.(variables) },
    own: { unknown: query.unknown(known.filter(isTaken), refused), read: query.faults },
  };
}

/** What is said of parameters that choose a page of what is sent as a whole. */
function wholeList({ mediaType }: LineFormat) {
  const message = (name: string) =>
    `${name} does not go with ${mediaType}, which is the whole list: leave it out, or accept application/json.`;
  return { page: message('page'), limit: message('limit') };
}

/** An absent variable takes the default of its argument; null would not. */
function withoutAbsent(variables: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(variables.filter(([, value]) => value !== undefined));
}

/** The faults found by REST: unknown parameters, and faulty ones, for which the schema received a placeholder. */
interface OwnFaults {
  readonly unknown: readonly Fault[];
  readonly read: readonly Fault[];
}

/** One error for all faults. The schema's faults of a parameter that REST found faulty are dropped: it validated a placeholder. */
function mergeFaults(
  errors: readonly AppError[],
  { unknown, read }: OwnFaults,
  renamed: Route['renamed'] = {},
): AppError {
  const [first] = errors;
  if (first?.code !== 'validation_error')
    return first ?? new AppError('internal_error', 'The document was not executed.');
  const mine = new Set([...unknown, ...read].map(({ message }) => message));
  const fields = new Set(read.map(({ field }) => field));
  const faults = errors
    .flatMap((error) => (error.faults.length > 0 ? error.faults : [{ field: null, message: error.message }]))
    .map((fault) => renameField(fault, renamed))
    .filter(({ field, message }) => mine.has(message) || !fields.has(field));
  return invalid(faults);
}

/** The fault of an argument of the document as one of the parameter that it comes from. Messages begin with the name. */
function renameField(fault: Fault, renamed: NonNullable<Route['renamed']>): Fault {
  const { field, message } = fault;
  const name = field === null ? undefined : renamed[field];
  return name === undefined ? fault : { field: name, message: message.replace(`${field} `, `${name} `) };
}
