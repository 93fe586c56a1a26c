// REST: finds the route of a request, runs its stored document, and shapes the answer as the interface lists it.

import { AppError, type Fault, invalid } from '../errors.js';
import type { VersionOf } from '../loaders/versions.js';
import { type Answer, answerMethod, jsonAnswer } from './answer.js';
import type { KnownCall } from './call.js';
import { etagOf, isMatch, subjectOf } from './etag.js';
import { Query } from './query.js';
import { type Route, routes } from './routes.js';
import type { Engine } from './yoga.js';

const patterns = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** Answers a REST request; throws what is wrong with it. */
export async function answerRest(engine: Engine, call: KnownCall, versionOf: VersionOf): Promise<Answer> {
  const { route, path } = routeOf(call.path);
  const early = answerMethod(call.request.method, ['GET', 'HEAD']);
  if (early) return early;
  // Read before the data: an answer may be newer than its tag says, never older.
  const etag = route.isTagged ? await etagOf(call, subjectOf(path), versionOf) : null;
  const headers = etag ? { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' } : {};
  if (etag && isMatch(call.request.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null };
  const query = new Query(path, new URLSearchParams(call.search));
  const variables = withoutAbsent(route.variables(query));
  const { data, errors } = await engine.run({ query: route.document, variables }, call, query.faults);
  if (errors.length > 0) throw unite(errors, query.faults);
  const [field] = Object.values(data ?? {});
  return jsonAnswer(200, route.body(field as never), headers); // safe because the body goes with the document of its row
}

/** An absent variable takes the default of its argument, which one that is null would not. */
function withoutAbsent(variables: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}

function routeOf(path: string): { readonly route: Route; readonly path: Readonly<Record<string, string>> } {
  for (const { route, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match) return { route, path: match.groups ?? {} };
  }
  throw new AppError('not_found', `There is nothing at ${path}.`);
}

/** One error for all. Of a parameter that REST found faulty, the schema saw only a stand-in, so its word on it does not count. */
function unite(errors: readonly AppError[], own: readonly Fault[]): AppError {
  const [first] = errors;
  if (first?.code !== 'validation_error') return first ?? new AppError('internal_error', 'Nothing was answered.');
  const mine = new Set(own.map(({ message }) => message));
  const fields = new Set(own.map(({ field }) => field));
  const faults = errors
    .flatMap((error) => (error.faults.length > 0 ? error.faults : [{ field: null, message: error.message }]))
    .filter(({ field, message }) => mine.has(message) || !fields.has(field));
  return invalid(faults);
}
