// REST: reads the parameters of a request, runs the stored document of its route, and converts its data to the body.

import type { GraphQLSchema } from 'graphql';
import { AppError, type Fault, invalid } from '../../errors.js';
import type { VersionOf } from '../../loaders/versions.js';
import { toAppError } from '../exchange/errors.js';
import type { KnownExchange } from '../exchange/exchange.js';
import { type HttpResponse, jsonResponse, sizeOf } from '../exchange/http-response.js';
import type { Engine } from '../graphql/engine.js';
import { toBodyOf } from './body.js';
import { isMatch, isTagMatch, readVersion, subjectOf, tagHeaders } from './etag.js';
import type { Parameter } from './parameters.js';
import { Query } from './query.js';
import { pathParameters, type Route, routes } from './routes.js';
import { operationOf } from './shape.js';

/** A parameter in the path of a route: its place among the segments. */
interface Segment {
  readonly name: string;
  readonly place: number;
}

/** A route with its prepared document. */
interface Serving {
  readonly parameters: readonly Parameter[];
  /** The names of its query parameters. */
  readonly known: readonly string[];
  readonly segments: readonly Segment[];
  readonly toBody: (data: unknown) => unknown;
}

interface RestParts {
  readonly engine: Engine;
  readonly schema: GraphQLSchema;
  readonly versionOf: VersionOf;
}

/** Responds to a request for a route. Throws an `AppError`. */
export type ServeRoute = (exchange: KnownExchange, route: Route) => Promise<HttpResponse>;

export function createRest({ engine, schema, versionOf }: RestParts): ServeRoute {
  const table = new Map(routes.map((route) => [route, servingOf(schema, route)]));
  return async (exchange, route) => {
    const { parameters, known, segments, toBody } = table.get(route) ?? servingOf(schema, route);
    const path = readSegments(segments, exchange.path);
    const query = new Query(path, new URLSearchParams(exchange.search));
    const variables = withoutAbsent(parameters.map(({ name, read }) => [name, read(query)]));
    const unknown = query.unknown(known, route.refused);
    const faults = [...unknown, ...query.faults];
    const asked = exchange.request.headers.get('if-none-match');
    // The version is read before the data: an answer may be newer than its tag says, never older. What is refused has no tag. Where the client has
    // no copy that it could confirm, the version comes with the sizes.
    const isTagged = route.isTagged === true && faults.length === 0;
    const version = isTagged && asked !== null ? await readVersion(exchange, subjectOf(path), versionOf) : null;
    const copy = version === null ? null : tagHeaders(exchange, version);
    if (copy && isTagMatch(asked, copy.ETag)) return { status: 304, headers: copy, body: null };
    const stored = { faults, isUnbounded: route.isUnbounded ?? false, isVersioned: isTagged && asked === null };
    const {
      data,
      errors = [],
      settle,
      turn,
    } = await engine.run({ document: route.document, variables, ...stored }, exchange);
    if (errors.length > 0) {
      const appErrors = errors.map((error) => toAppError(error, exchange));
      throw unite(appErrors, { unknown, read: query.faults });
    }
    const [field] = Object.values(data ?? {});
    // `*` matches any existing response: only now is it known that it exists.
    if (copy && isMatch(asked, copy.ETag)) return { status: 304, headers: copy, body: null };
    const headers = copy ?? (exchange.version === undefined ? {} : tagHeaders(exchange, exchange.version));
    await turn();
    const body = toBody(field);
    await turn();
    const response = jsonResponse(200, body, headers);
    settle(sizeOf(response));
    return response;
  };
}

function servingOf(schema: GraphQLSchema, route: Route): Serving {
  const toBody = toBodyOf(operationOf(schema, route).body.shape);
  const bodyOf = (data: unknown) => {
    const picked = route.pick === undefined ? data : (data as Record<string, unknown>)[route.pick]; // safe because the document selects it
    const body = toBody ? toBody(picked) : picked;
    return route.isWrapped ? { data: body } : body;
  };
  return {
    parameters: [...pathParameters(route), ...(route.parameters ?? [])],
    known: (route.parameters ?? []).map(({ name }) => name),
    segments: segmentsOf(route),
    toBody: bodyOf,
  };
}

function segmentsOf({ path }: Route): readonly Segment[] {
  return path
    .split('/')
    .flatMap((segment, place) => (segment.startsWith(':') ? [{ name: segment.slice(1), place }] : []));
}

/** The parameters in the path of a request, as sent: malformed ones are faults of the parameter. */
function readSegments(segments: readonly Segment[], sent: string): Readonly<Record<string, string>> {
  const given = sent.split('/');
  const read: Record<string, string> = {};
  for (const { name, place } of segments) read[name] = given[place] ?? '';
  return read;
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
