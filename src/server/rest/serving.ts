// What is prepared once for each route: its parameters, and how the data of its document is converted.

import { type GraphQLEnumType, type GraphQLInputType, type GraphQLSchema, isEnumType } from 'graphql';
import { isWithin, maxIdLength, uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { decoded } from '../context/utf8.js';
import { type Elements, elementsOf } from './export/elements.js';
import type { Parameter } from './parameters.js';
import { pathParameters, type Route } from './routes.js';
import { argumentFor, operationOf, type Shape } from './shape.js';

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

/** Converts data of a shape to a body; `null` if no conversion is needed. */
type ToBody = ((data: unknown) => unknown) | null;

type Fields = Readonly<Record<string, unknown>>;

/** Determines once how the data of a shape is converted: to maps in place of GraphQL's lists of named values, and to the words of REST in place of the names of enum values. */
export function toBodyOf(shape: Shape): ToBody {
  const convert = shape.element ? listToBody(shape, shape.element) : elementToBody(shape);
  return convert && ((data) => (data === null ? null : convert(data)));
}

function listToBody({ map }: Shape, element: Shape): ToBody {
  const convert = toBodyOf(element);
  if (!map && !convert) return null;
  return (data) => {
    const converted = (data as readonly unknown[]).map((each) => (convert ? convert(each) : each)); // safe because the shape is a list's
    if (!map) return converted;
    const entries = (converted as readonly Fields[]).map((each) => [String(each[map.key]), each[map.value]] as const); // safe because only objects are listed as maps
    // Unlike an assignment, this creates a property even for a name such as `__proto__`.
    return Object.fromEntries(entries);
  };
}

function elementToBody(shape: Shape): ToBody {
  return isEnumType(shape.type) ? valueToBody(shape.type) : objectToBody(shape);
}

/** REST has the values of the domain: `POSITIVE` is `positive`. */
function valueToBody(type: GraphQLEnumType): ToBody {
  const words = new Map(type.getValues().map(({ name, value }): [unknown, unknown] => [name, value]));
  return (data) => words.get(data);
}

function objectToBody({ fields }: Shape): ToBody {
  const converters = fields.flatMap(({ name, shape }) => {
    const convert = toBodyOf(shape);
    return convert ? [{ name, convert }] : [];
  });
  if (converters.length === 0) return null;
  return (data) => {
    const body: Record<string, unknown> = { ...(data as Fields) }; // safe because the shape is an object's
    for (const { name, convert } of converters) body[name] = convert(body[name]);
    return body;
  };
}
