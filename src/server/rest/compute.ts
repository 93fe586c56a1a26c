// Computes what a REST route answers: reads the parameters of a request, runs the stored document of the route, and converts its data to the body.

import type { GraphQLSchema } from 'graphql';
import { AppError, type Fault, invalid } from '../../errors.js';
import type { ExportAsk } from '../../loaders/list-export.js';
import type { VersionsOf } from '../../loaders/versions.js';
import { ownValue } from '../../own-value.js';
import { toAppErrors } from '../context/errors.js';
import { type HttpResponse, jsonResponse, sizeOf } from '../context/http-response.js';
import { noteAgain } from '../context/named-subjects.js';
import type { AuthorizedContext } from '../context/request-context.js';
import { encodingFaults } from '../context/utf8.js';
import type { Engine, Executed } from '../graphql/engine.js';
import { exportHeaders, type OpenExport } from './export/export.js';
import type { LineFormat } from './export/formats.js';
import { noticesHeader } from './export/notices.js';
import { filterNames } from './parameters.js';
import { type GivenAsJson, Query } from './query.js';
import { type Route, routes } from './routes.js';
import { readSegments, type Serving, servingOf } from './serving.js';

/** What a request asks for, before its parameters are read. */
interface RouteAsk {
  readonly route: Route;
  /** `null`: JSON. */
  readonly format: LineFormat | null;
  /** Whether the body is not sent, so that an export need not be opened. */
  readonly isHead: boolean;
  /** In place of the parameters in its address. An answer to it is bounded on every route. */
  readonly json?: GivenAsJson;
}

/** Computes the response, or throws an `AppError` that says what is wrong with the request. */
export type ComputeRoute = (requestContext: AuthorizedContext, ask: RouteAsk) => Promise<HttpResponse>;

interface ComputeParts {
  readonly engine: Engine;
  readonly schema: GraphQLSchema;
  readonly openExport: OpenExport;
  readonly versionsOf: VersionsOf;
}

interface Asked extends Pick<RouteAsk, 'format' | 'json'> {
  readonly requestContext: AuthorizedContext;
  readonly serving: Serving;
}

/** Throws if the document of a route does not match the schema. */
export function createCompute({ engine, schema, openExport, versionsOf }: ComputeParts): ComputeRoute {
  const table = new Map(routes.map((route) => [route, servingOf(schema, route)]));
  return async (requestContext, { route, format, isHead, json }) => {
    const serving = table.get(route) ?? servingOf(schema, route);
    const { document, elements } = serving;
    const { variables, own } = readParameters({ requestContext, serving, format, ...(json ? { json } : {}) });
    const execute = async () => {
      const lists: ExportAsk[] = [];
      const executed = await engine.run(
        {
          ...{ document, variables, faults: [...own.unknown, ...own.read] },
          ...{ isUnbounded: (route.isUnbounded ?? false) && !json, wantsDetails: route.wantsDetails ?? false },
          onList: format && ((ask) => lists.push(ask)),
        },
        requestContext,
      );
      const { errors = [] } = executed;
      if (errors.length > 0) {
        const appErrors = toAppErrors(errors, requestContext);
        throw mergeFaults(appErrors, own, { ...filterNames, ...route.renamed });
      }
      return { executed, ask: lists[0] };
    };
    const { executed, ask } = await execute();
    if (!format || !elements || !ask) return jsonOf(executed, serving);
    const exported = (found: ExportAsk) => ({ ask: found, format, elements: elements(variables) });
    let { notices } = executed;
    const again = async () => {
      await noteAgain(requestContext, versionsOf);
      const now = await execute();
      notices = now.executed.notices;
      return exported(now.ask ?? ask);
    };
    const stream = isHead ? null : await openExport(requestContext, exported(ask), again);
    const headers = { ...exportHeaders(route, ask, format), ...noticesHeader(notices) };
    return { status: 200, headers, body: null, ...(stream ? { stream } : {}) };
  };
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
  const { path, search } = json ?? requestContext;
  const query = new Query(readSegments(route, path), new URLSearchParams(search), json);
  const refused = { ...route.refused, ...(format ? wholeList(format) : {}) };
  const isTaken = (name: string) => !Object.hasOwn(refused, name);
  const taken = parameters.filter(({ name }) => isTaken(name));
  const variables = withoutAbsent(taken.map((each) => [each.name, query.read(each, each.type)]));
  return {
    variables: { ...variables, ...route.derived?.(variables) },
    own: { unknown: query.unknown(known.filter(isTaken), refused), read: [...encodingFaults(search), ...query.faults] },
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
  const name = field === null ? undefined : ownValue(renamed, field);
  return name === undefined ? fault : { field: name, message: message.replace(`${field} `, `${name} `) };
}
