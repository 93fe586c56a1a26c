// REST: reads the parameters of a request, runs the stored document of its route, and converts its data to the body.

import type { GraphQLSchema } from 'graphql';
import type { ListAsk } from '../../domain/lists/lists.js';
import { AppError, type Fault, invalid } from '../../errors.js';
import { toAppError } from '../exchange/errors.js';
import type { KnownExchange } from '../exchange/exchange.js';
import { type HttpResponse, jsonResponse, sizeOf } from '../exchange/http-response.js';
import type { Engine, Executed } from '../graphql/engine.js';
import { isMatch, isTagMatch, tagHeaders } from './etag.js';
import { exportHeaders, type OpenExport } from './export/export.js';
import { formatFor, type LineFormat } from './export/formats.js';
import { Query } from './query.js';
import { type Route, routes } from './routes.js';
import { readSegments, type Serving, servingOf } from './serving.js';

interface RestParts {
  readonly engine: Engine;
  readonly schema: GraphQLSchema;
  readonly openExport: OpenExport;
}

/** Responds to a request for a route. Throws an `AppError`. */
export type ServeRoute = (exchange: KnownExchange, route: Route) => Promise<HttpResponse>;

export function createRest({ engine, schema, openExport }: RestParts): ServeRoute {
  const table = new Map(routes.map((route) => [route, servingOf(schema, route)]));
  return async (exchange, route) => {
    const serving = table.get(route) ?? servingOf(schema, route);
    const { format, variables, own, tagged } = readRequest(exchange, serving);
    const faults = [...own.unknown, ...own.read];
    const asked = exchange.request.headers.get('if-none-match');
    // The version was read before the data: an answer may be newer than its tag says, never older. What is refused has no tag.
    const { version } = exchange;
    const copy = version === undefined || faults.length > 0 ? null : tagged(version);
    if (copy && isTagMatch(asked, copy.ETag)) return { status: 304, headers: copy, body: null };
    const lists: ListAsk[] = [];
    const bounds = { isUnbounded: route.isUnbounded ?? false };
    const onList = format && ((ask: ListAsk) => lists.push(ask));
    const executed = await engine.run({ document: route.document, variables, faults, ...bounds, onList }, exchange);
    const { errors = [] } = executed;
    if (errors.length > 0) {
      const appErrors = errors.map((error) => toAppError(error, exchange));
      throw unite(appErrors, own);
    }
    // `*` matches any existing response: only now is it known that it exists.
    if (copy && isMatch(asked, copy.ETag)) return { status: 304, headers: copy, body: null };
    const headers = copy ?? {};
    const [ask] = lists;
    if (!format || !serving.elements || !ask) return jsonOf(executed, serving, headers);
    const all = { ...headers, ...exportHeaders(route, ask, format) };
    if (exchange.request.method === 'HEAD') return { status: 200, headers: all, body: null };
    const stream = await openExport(exchange, { ask, format, elements: serving.elements });
    return { status: 200, headers: all, body: null, stream };
  };
}

async function jsonOf({ data, turn, settle }: Executed, { toBody }: Serving, headers: HttpResponse['headers']) {
  const [field] = Object.values(data ?? {});
  await turn();
  const body = toBody(field);
  await turn();
  const response = jsonResponse(200, body, headers);
  settle(sizeOf(response));
  return response;
}

/** What a request gives, and the headers of its answer at a version of the data. */
function readRequest(exchange: KnownExchange, serving: Serving) {
  const { route, parameters, known, elements } = serving;
  const format = elements && formatFor(exchange.request.headers.get('accept'));
  const path = readSegments(serving, exchange.path);
  const query = new Query(path, new URLSearchParams(exchange.search));
  const refused = { ...route.refused, ...(format ? wholeList(format) : {}) };
  const isTaken = (name: string) => !Object.hasOwn(refused, name);
  const taken = parameters.filter(({ name }) => isTaken(name));
  const variables = withoutAbsent(taken.map(({ name, read }) => [name, read(query)]));
  const representation = elements && (format?.mediaType ?? 'application/json');
  return {
    ...{ format, variables },
    own: { unknown: query.unknown(known.filter(isTaken), refused), read: query.faults },
    tagged: (version: string) => tagHeaders(exchange, version, representation),
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
function unite(errors: readonly AppError[], { unknown, read }: OwnFaults): AppError {
  const [first] = errors;
  if (first?.code !== 'validation_error')
    return first ?? new AppError('internal_error', 'The document was not executed.');
  const mine = new Set([...unknown, ...read].map(({ message }) => message));
  const fields = new Set(read.map(({ field }) => field));
  const faults = errors
    .flatMap((error) => (error.faults.length > 0 ? error.faults : [{ field: null, message: error.message }]))
    .filter(({ field, message }) => mine.has(message) || !fields.has(field));
  return invalid(faults);
}
