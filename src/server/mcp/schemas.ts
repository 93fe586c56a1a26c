// What a tool takes and returns, as JSON Schema: that of its route in the OpenAPI description, made to stand alone.

import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import { describeOperation } from '../openapi/openapi.js';
import { createComponents, type JsonSchema } from '../openapi/openapi-schemas.js';
import { operationOf } from '../rest/shape.js';
import type { ToolRow } from './tools.js';

interface Described {
  readonly parameters: readonly JsonSchema[];
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } };
  };
}

/** Throws if the route of `tool` does not match the schema. */
export function schemasOf(schema: GraphQLSchema, { route, left = [], fields }: ToolRow) {
  const components = createComponents();
  // safe because an operation is described with these
  const described = describeOperation(route, operationOf(schema, route), components) as unknown as Described;
  const named = described.parameters.filter(({ name }) => typeof name === 'string');
  const taken = named.filter(({ name }) => !left.includes(String(name)));
  return {
    input: {
      type: 'object',
      properties: Object.fromEntries(taken.map((parameter) => [parameter.name, argumentSchema(parameter)])),
      required: taken.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    },
    output: standingAlone(described.responses[200].content['application/json'].schema, components.schemas, fields),
  };
}

function argumentSchema({ schema, description, example }: JsonSchema): JsonSchema {
  return { ...(schema as JsonSchema), description, examples: [example] }; // safe because a parameter has a schema
}

const componentPrefix = '#/components/schemas/';

/** `schema` with the objects that it refers to within itself: only those of `fields`, if they are given. */
function standingAlone(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  fields?: readonly string[],
) {
  const whole =
    typeof schema.$ref === 'string' ? (components[schema.$ref.slice(componentPrefix.length)] ?? schema) : schema;
  const { properties, required } = whole as {
    properties: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
  }; // safe because every body is an object
  const isKept = (name: string) => fields?.includes(name) ?? true;
  const root = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name))),
    required: (required ?? []).filter(isKept),
  };
  const used: Record<string, JsonSchema> = {};
  const add = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const component = components[name];
      if (used[name] || !component) continue;
      used[name] = component;
      add(component);
    }
  };
  add(root);
  // safe because what was written as JSON is read as JSON
  return JSON.parse(JSON.stringify({ ...root, $defs: used }).replaceAll(componentPrefix, '#/$defs/')) as JsonSchema;
}

/** `schema` for the SDK, which then checks nothing: all faults of arguments are reported together, with what would be right. */
export function unchecked(schema: JsonSchema): StandardSchemaWithJSON<Record<string, unknown>> {
  const json = () => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'sightline',
      // safe because a client sends an object of arguments, or none
      validate: (value) => ({ value: (value ?? {}) as Record<string, unknown> }),
      jsonSchema: { input: json, output: json },
    },
  };
}
