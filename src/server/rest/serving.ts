// What is prepared once for each route: its parameters, and how the data of its document is converted.

import type { GraphQLInputType, GraphQLSchema } from 'graphql';
import { isWithin, maxIdLength, uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { decoded } from '../context/utf8.js';
import { toBodyOf } from './body.js';
import { type Elements, elementsOf } from './export/elements.js';
import type { Parameter } from './parameters.js';
import { pathParameters, type Route } from './routes.js';
import { argumentFor, operationOf } from './shape.js';

/** A route with its prepared document. */
export interface Serving {
  readonly route: Route;
  readonly document: string;
  /** Its parameters, with the types of their arguments. */
  readonly parameters: readonly (Parameter & { readonly type: GraphQLInputType })[];
  /** The names of its query parameters. */
  readonly known: readonly string[];
  /** Converts the data of the root field. */
  readonly toBody: (data: unknown) => unknown;
  /** Of a list, which has other formats than JSON, as variables select them; otherwise `null`. */
  readonly elements: ((variables: Readonly<Record<string, unknown>>) => Elements) | null;
}

/** Throws if the document of a route does not match the schema. */
export function servingOf(schema: GraphQLSchema, route: Route): Serving {
  const operation = operationOf(schema, route);
  const { document, body } = operation;
  const { shape } = body;
  const convert = toBodyOf(shape);
  const toBody = (data: unknown) => {
    const source = sourceOf(route, data as Record<string, unknown>); // safe because a root field without an error is an object or a list
    const converted = convert ? convert(source) : source;
    return route.isWrapped ? { data: converted } : converted;
  };
  const parameters = [...pathParameters(route), ...(route.parameters ?? [])].map((parameter) => {
    return { ...parameter, type: argumentFor(operation, parameter.name).type };
  });
  const known = (route.parameters ?? []).map(({ name }) => name);
  const elementsFor: Serving['elements'] = (variables) => elementsOf(shape, (name) => variables[name] === true);
  // Throws at the start, and not with the first export, for what an element cannot have.
  if (route.list !== undefined) elementsFor({});
  const elements = route.list === undefined ? null : elementsFor;
  return { route, document, parameters, known, toBody, elements };
}

/** The parameters in the path of a request, as sent: malformed ones are faults of the parameter. */
export function readSegments({ path }: Route, sent: string): Readonly<Record<string, string>> {
  const given = sent.split('/');
  const named = path.split('/').map((segment, place) => [segment, given[place] ?? ''] as const);
  return Object.fromEntries(
    named.flatMap(([segment, text]) => (segment.startsWith(':') ? [[segment.slice(1), text]] : [])),
  );
}

/** What becomes the body, of the data of the root field. */
function sourceOf({ pick, list }: Route, data: Record<string, unknown>): unknown {
  if (pick !== undefined) return data[pick];
  if (list === undefined) return data;
  const { [list]: listed, ...others } = data;
  return { ...others, ...(listed as object) }; // safe because the document selects it
}

/** Reads the subject of a path, as sent: `null` if its parameter is not a possible id, or if the responses are about more than what all brands share. */
export function subjectReader({ path, isUntagged }: Route): (sent: string) => Subject | null {
  const segments = path.split('/');
  const [promptPlace, brandPlace] = [segments.indexOf(':promptId'), segments.indexOf(':brandId')];
  return (sent) => {
    if (promptPlace === -1 && brandPlace === -1) return isUntagged ? null : 'shared';
    const given = sent.split('/');
    return promptPlace === -1 ? brandOf(given[brandPlace] ?? '') : promptOf(given[promptPlace] ?? '');
  };
}

function promptOf(promptId: string): Subject | null {
  return uuid.test(promptId) ? { promptId } : null;
}

function brandOf(segment: string): Subject | null {
  const brandId = decoded(segment); // of what is malformed, the route itself says so
  return brandId && isWithin(brandId, maxIdLength) && !brandId.includes('\0') ? { brandId } : null;
}
