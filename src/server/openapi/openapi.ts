// The OpenAPI 3.1 description of REST, generated from the routes, their documents, the schema and the codes of
// errors. It contains no data, so it needs no key.

import type { GraphQLSchema } from 'graphql';
import { createSendFile, type SendFile } from '../pages/compressed.js';
import { elementsOf, type IsIncluded } from '../rest/export/elements.js';
import { lineFormats } from '../rest/export/formats.js';
import type { Parameter } from '../rest/parameters.js';
import { Query } from '../rest/query.js';
import { pathParameters, type Route, restPrefix, routes } from '../rest/routes.js';
import { argumentFor, type Operation, operationOf, type ShapeField } from '../rest/shape.js';
import { errorSchema, headerRefs, headers, limitHeaders, otherAnswers, responses } from './openapi-answers.js';
import { exampleOf } from './openapi-examples.js';
import { postRecords } from './openapi-records.js';
import { type Components, createComponents, type JsonSchema, parameterSchema } from './openapi-schemas.js';

/** Sends the description, which is generated on the first request. */
export function createOpenapi(schema: GraphQLSchema): SendFile {
  let send: SendFile | undefined;
  return async (requestContext) => {
    send ??= createSendFile(new TextEncoder().encode(JSON.stringify(describeRest(schema))), {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
    return send(requestContext);
  };
}

/** Paths are grouped by their first segment. */
const tags: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  brands: { name: 'Brands', description: 'Brands, their prompts and their figures.' },
  prompts: { name: 'Prompts', description: 'The runs of a prompt, and the prompt on one day.' },
  models: { name: 'Models', description: 'The models of the recorded runs.' },
  me: { name: 'Key', description: 'The key of the request.' },
  records: { name: 'Records', description: 'What is recorded.' },
};

const about = `Exact figures on how AI models speak of brands. All operations but POST /records are read-only GET (or HEAD) requests.

- Ratios are fractions in [0, 1], never rounded; a ratio or average whose denominator is zero is \`null\`.
- A window is half-open, \`[start, end)\`; both ends are aligned down to the quarter hour. It can be named by days as well: \`from\` and \`to\`, both included, or \`last\`, in \`timeZone\`.
- A \`+\` in a query string is written \`%2B\`. A parameter that is given twice is refused, and so is one that is not described.

The same figures, and more, are offered over GraphQL at \`/graphql\`.`;

/** The whole description. Throws if a route does not match the schema, or lacks a description. */
export function describeRest(schema: GraphQLSchema): JsonSchema {
  const components = createComponents();
  const paths = Object.fromEntries(
    routes.map((route) => [
      route.path.slice(restPrefix.length).replace(/:(\w+)/g, '{$1}'),
      { get: describeOperation(route, operationOf(schema, route), components) },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline',
      version: '1',
      summary: 'Analytics of the answers that AI models give to tracked prompts.',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: restPrefix, description: 'This server' }],
    security: [{ key: [] }],
    tags: Object.values(tags),
    paths: { ...paths, '/records': { post: postRecords } },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An admin key, or an organization key created by `sightline keys create`.',
        },
      },
      headers,
      parameters: { IfNoneMatch: ifNoneMatch },
      responses,
      schemas: { ...components.schemas, Error: errorSchema },
    },
  };
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier response: if the response is unchanged, it is 304 without a body.',
  schema: { type: 'string' },
};

/** The description of the operation of `route`; the objects of its body go into `components`. */
export function describeOperation(route: Route, operation: Operation, components: Components): JsonSchema {
  const { name, body } = operation;
  const [, first = ''] = route.path.slice(restPrefix.length).split('/');
  const tag = tags[first];
  if (!tag) throw new Error(`Paths under /${first} have no tag.`);
  const placed = (where: string) => (parameter: Parameter) => describeParameter(parameter, where, operation);
  return {
    operationId: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    summary: subjectOf(body).description.replace(/\.$/, ''),
    tags: [tag.name],
    parameters: [
      ...pathParameters(route).map(placed('path')),
      ...(route.parameters ?? []).map(placed('query')),
      ...(route.isUntagged ? [] : [{ $ref: '#/components/parameters/IfNoneMatch' }]),
    ],
    responses: { 200: describeAnswer(route, operation, components), ...otherAnswers(route) },
  };
}

/** What an operation is about: a part of something larger where its document calls that part `data`. */
function subjectOf(body: ShapeField): ShapeField {
  return body.shape.fields.find(({ name, field }) => name === 'data' && field.name !== name) ?? body;
}

/** Beside the data of any answer. */
const beside = {
  notices: {
    type: 'array',
    items: { type: 'string' },
    description:
      'What the client should know of this answer: what is left out because it cannot be reached right now, or what a filter names that nothing carries. Absent if there is nothing.',
  },
};

function describeAnswer(route: Route, operation: Operation, components: Components): JsonSchema {
  const { name, body } = operation;
  const { isWrapped, isUntagged, list } = route;
  const schema = isWrapped
    ? { type: 'object', required: ['data'], properties: { data: components.describe(body), ...beside } }
    : components.describe(body, name, beside);
  const example = exampleOf(body.shape);
  const json = { 'application/json': { schema, example: isWrapped ? { data: example } : example } };
  return {
    description: subjectOf(body).description,
    headers: headerRefs([...(isUntagged ? [] : ['ETag']), ...(list === undefined ? [] : ['Notices']), ...limitHeaders]),
    content:
      list === undefined
        ? json
        : { ...json, ...wholeLists(body, { example, isIncluded: includedIn(route, operation) }) },
  };
}

/** What the examples of the parameters of a route include. */
function includedIn({ parameters = [], derived }: Route, operation: Operation): IsIncluded {
  const given = parameters.map((parameter) => {
    const query = new Query({}, new URLSearchParams({ [parameter.name]: String(parameter.example) }));
    return [parameter.name, query.read(parameter, argumentFor(operation, parameter.name).type)] as const;
  });
  const included = derived?.(Object.fromEntries(given)) ?? {};
  return (variable) => included[variable] === true;
}

interface Example {
  readonly example: unknown;
  readonly isIncluded: IsIncluded;
}

/** The formats of a whole list, with the element of the example. */
function wholeLists({ shape }: Operation['body'], { example, isIncluded }: Example): JsonSchema {
  const { columns } = elementsOf(shape, isIncluded);
  const [element] = (example as { readonly data: readonly JsonSchema[] }).data; // safe because a list has its elements in data
  const valueAt = (path: string) =>
    path.split('.').reduce((value: unknown, name) => (value as JsonSchema)[name], element); // safe because the example has every column
  const shown = {
    columns: columns.map(({ name }) => ({ name, read: () => valueAt(name) })),
    toElement: () => element ?? {},
  };
  return Object.fromEntries(
    lineFormats.map((format) => [
      format.mediaType,
      {
        schema: { type: 'string', description: `${format.description} \`page\` and \`limit\` are refused.` },
        example: format.head(shown) + format.line(null, shown),
      },
    ]),
  );
}

function describeParameter(parameter: Parameter, where: string, operation: Operation): JsonSchema {
  const argument = argumentFor(operation, parameter.name);
  const schema = parameterSchema(parameter, argument);
  return {
    name: parameter.name,
    in: where,
    required: where === 'path' || String(argument.type).endsWith('!'),
    description: [inWordsOf(schema, argument.description ?? ''), parameter.note ?? []].flat().join(' '),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
    example: parameter.example,
  };
}

/** A description with the values of an enum as REST writes them: GraphQL has them in upper case. */
function inWordsOf(schema: JsonSchema, description: string): string {
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return values.reduce(
    (text: string, value) => text.replaceAll(`${String(value).toUpperCase()}:`, `\`${value}\`:`),
    description,
  );
}
