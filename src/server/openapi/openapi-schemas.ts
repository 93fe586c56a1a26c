// JSON Schema of REST bodies and parameters: derived from the types of the GraphQL schema, with additions that these cannot express.

import { type GraphQLNamedType, getNamedType, isEnumType, isListType, isNonNullType, isObjectType } from 'graphql';
import { maxBreakdownRows } from '../../domain/limits.js';
import type { Parameter } from '../rest/parameters.js';
import type { Passed, Shape, ShapeField } from '../rest/shape.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  TimeZone: { type: 'string' },
};

const uuid = { format: 'uuid' };
const fromOne = { minimum: 1 };

/** Properties of a field beyond its type, by type and field. */
const bounds: Readonly<Record<string, JsonSchema>> = {
  'Run.id': uuid,
  'Run.promptId': uuid,
  'Prompt.id': uuid,
  'PromptSnapshot.promptId': uuid,
  'Position.average': fromOne,
  'PositionDay.average': fromOne,
  'PositionOverTime.average': fromOne,
  'Assessment.position': fromOne,
  'Assessment.mentionCount': fromOne,
  'Pagination.page': fromOne,
  'Pagination.limit': { minimum: 1, maximum: maxBreakdownRows },
};

export type Components = ReturnType<typeof createComponents>;

/** Collects the schemas of objects by name, so that each is described once. */
export function createComponents() {
  const schemas: Record<string, JsonSchema> = {};
  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two REST responses select ${name} differently: give one of them another name.`);
    }
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  const bare = (shape: Shape, name?: string, beside?: JsonSchema): JsonSchema => {
    if (shape.element && shape.map) return mapSchema(shape.element, shape.map.value);
    if (shape.element) return { type: 'array', items: whole(shape.element, name) };
    return isObjectType(shape.type)
      ? add(name ?? shape.type.name, objectSchema(shape, beside))
      : leafSchema(shape.type);
  };
  const whole = (shape: Shape, name?: string, beside?: JsonSchema) =>
    shape.isNullable ? orNull(bare(shape, name, beside)) : bare(shape, name, beside);
  const mapSchema = (element: Shape, value: string): JsonSchema => {
    const field = element.fields.find((each) => each.name === value);
    return { type: 'object', ...(field ? { additionalProperties: describe(field) } : {}) };
  };
  const objectSchema = ({ type, fields }: Shape, beside: JsonSchema = {}): JsonSchema => ({
    type: 'object',
    description: type.description,
    required: fields.filter(({ condition }) => condition === null).map(({ name }) => name),
    properties: { ...Object.fromEntries(fields.map((field) => [field.name, propertyOf(type, field)])), ...beside },
  });
  const propertyOf = (type: GraphQLNamedType, field: ShapeField): JsonSchema => ({
    ...describe(field),
    ...bounds[`${type.name}.${field.name}`],
  });
  /** The schema of a field's value. Objects are named after their type, or `name`, and have properties `beside` their own. Throws if a name has two meanings. */
  const describe = ({ shape, description, field }: ShapeField, name?: string, beside?: JsonSchema): JsonSchema => ({
    ...whole(shape, name, beside),
    ...(description ? { description } : {}),
    ...(field.deprecationReason ? { deprecated: true } : {}),
  });
  return { schemas, describe };
}

/** The schema of a parameter that is passed on as `argument`. */
export function parameterSchema({ bounds: own }: Parameter, { type, defaultValue }: Passed): JsonSchema {
  const bareType = isNonNullType(type) ? type.ofType : type;
  const leaf = leafSchema(getNamedType(bareType));
  return {
    ...(isListType(bareType) ? { type: 'array', items: leaf } : leaf),
    ...own,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
}

function leafSchema(type: GraphQLNamedType): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ value }) => value) };
  const schema = scalars[type.name];
  if (!schema) throw new Error(`The scalar ${type.name} has no JSON Schema.`);
  return schema;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const { enum: values } = schema;
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
