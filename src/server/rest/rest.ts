// REST: finds the route of a request, runs its stored document, and shapes the answer as the interface lists it.

import type { GraphQLSchema } from 'graphql';
import { AppError, type Fault, invalid } from '../../errors.js';
import type { VersionOf } from '../../loaders/versions.js';
import { type Answer, answerMethod, jsonAnswer, sizeOf } from '../exchange/answer.js';
import type { KnownCall } from '../exchange/call.js';
import type { Engine } from '../graphql/yoga.js';
import { toBodyOf } from './body.js';
import { etagOf, isMatch, subjectOf } from './etag.js';
import type { Parameter } from './parameters.js';
import { Query } from './query.js';
import { pathParameters, type Route, routes } from './routes.js';
import { operationOf } from './shape.js';

/** A route, ready to serve. */
interface Serving {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly parameters: readonly Parameter[];
  /** The names that its query string may hold. */
  readonly known: readonly string[];
  readonly toBody: (data: unknown) => unknown;
}

interface RestParts {
  readonly engine: Engine;
  readonly schema: GraphQLSchema;
  readonly versionOf: VersionOf;
}

/** Answers REST requests; throws what is wrong with one. */
export function createRest({ engine, schema, versionOf }: RestParts): (call: KnownCall) => Promise<Answer> {
  const table = routes.map((route) => servingOf(schema, route));
  return (call) => answer(engine, { table, versionOf }, call);
}

function servingOf(schema: GraphQLSchema, route: Route): Serving {
  const toBody = toBodyOf(operationOf(schema, route).body.shape);
  const bodyOf = (data: unknown) => {
    const picked = route.pick === undefined ? data : (data as Record<string, unknown>)[route.pick]; // safe because the document selects it
    const body = toBody ? toBody(picked) : picked;
    return route.isWrapped ? { data: body } : body;
  };
  return {
    route,
    pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    parameters: [...pathParameters(route), ...(route.parameters ?? [])],
    known: (route.parameters ?? []).map(({ name }) => name),
    toBody: bodyOf,
  };
}

interface Table {
  readonly table: readonly Serving[];
  readonly versionOf: VersionOf;
}

async function answer(engine: Engine, { table, versionOf }: Table, call: KnownCall): Promise<Answer> {
  const { route, parameters, known, toBody, path } = find(table, call.path);
  const early = answerMethod(call.request.method, ['GET', 'HEAD']);
  if (early) return early;
  const query = new Query(path, new URLSearchParams(call.search));
  const variables = withoutAbsent(parameters.map(({ name, read }) => [name, read(query)]));
  const unknown = query.unknown(known);
  const faults = [...unknown, ...query.faults];
  // Read before the data: an answer may be newer than its tag says, never older. What is refused has no tag.
  const etag = route.isTagged && faults.length === 0 ? await etagOf(call, subjectOf(path), versionOf) : null;
  const headers = etag ? { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' } : {};
  if (etag && isMatch(call.request.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null };
  const stored = { faults, isUnbounded: route.isUnbounded ?? false };
  const { data, errors, settle } = await engine.run({ query: route.document, variables }, call, stored);
  if (errors.length > 0) throw unite(errors, { unknown, read: query.faults });
  const [field] = Object.values(data ?? {});
  const made = jsonAnswer(200, toBody(field), headers);
  settle(sizeOf(made));
  return made;
}

/** An absent variable takes the default of its argument, which one that is null would not. */
function withoutAbsent(variables: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(variables.filter(([, value]) => value !== undefined));
}

function find(table: readonly Serving[], path: string): Serving & { readonly path: Readonly<Record<string, string>> } {
  for (const serving of table) {
    const match = serving.pattern.exec(path);
    if (match) return { ...serving, path: match.groups ?? {} };
  }
  throw new AppError('not_found', `There is nothing at ${path}.`);
}

/** What REST itself found wrong: parameters that do not exist, and faulty ones, of which the schema saw a stand-in. */
interface OwnFaults {
  readonly unknown: readonly Fault[];
  readonly read: readonly Fault[];
}

/** One error for all. Of a parameter that REST found faulty, the schema saw only a stand-in, so its word on it does not count. */
function unite(errors: readonly AppError[], { unknown, read }: OwnFaults): AppError {
  const [first] = errors;
  if (first?.code !== 'validation_error') return first ?? new AppError('internal_error', 'Nothing was answered.');
  const mine = new Set([...unknown, ...read].map(({ message }) => message));
  const fields = new Set(read.map(({ field }) => field));
  const faults = errors
    .flatMap((error) => (error.faults.length > 0 ? error.faults : [{ field: null, message: error.message }]))
    .filter(({ field, message }) => mine.has(message) || !fields.has(field));
  return invalid(faults);
}
