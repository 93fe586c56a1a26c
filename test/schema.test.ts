import { readFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  printSchema,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { readDocuments } from '../scripts/web-types.js';
import { schema } from '../src/schema/index.js';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

describe('the schema', () => {
  it('is the one in schema.graphql: run `npm run schema` after a change', () => {
    expect(`${printSchema(schema)}\n`).toBe(readFileSync('schema.graphql', 'utf8'));
  });

  it('has what every document of the pages asks', async () => {
    const documents = [...(await readDocuments()).values()].flat();
    expect(documents.length).toBeGreaterThan(20);
    for (const document of documents) expect(validate(schema, parse(document)), document).toEqual([]);
  });

  it('describes every type, field, argument and value', () => {
    expect(types.flatMap(undescribed)).toEqual([]);
  });

  it('has one style of enum values, and one enum for what is given and returned', () => {
    const enums = types.filter(isEnumType);
    const values = enums.map((type) => type.getValues().map(({ name }) => name));
    expect(values.flat().filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
    const sets = values.map((names) => names.toSorted().join());
    expect(enums.length).toBeGreaterThan(5);
    expect(sets.filter((set, index) => sets.indexOf(set) !== index)).toEqual([]);
  });

  it('lets every root field be null, and every figure that divides', () => {
    const query = Object.values(schema.getQueryType()?.getFields() ?? {});
    expect(query.filter(({ type }) => String(type).endsWith('!')).map(({ name }) => name)).toEqual([]);
    const ratios = types
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => /^(visibility|current|share|average|positiveShare|negativeShare)$/.test(field.name))
      .filter(({ field }) => String(field.type).startsWith('Float'));
    expect(ratios.length).toBeGreaterThan(10);
    expect(ratios.filter(({ field }) => String(field.type) !== 'Float').map(({ type }) => type.name)).toEqual([]);
  });
});

function undescribed(type: GraphQLNamedType): readonly string[] {
  const parts: [string, string | null | undefined][] = [[type.name, type.description]];
  if (isEnumType(type)) for (const { name, description } of type.getValues()) parts.push([name, description]);
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.push([`${type.name}.${field.name}`, field.description]);
      for (const { name, description } of field.args) parts.push([`${type.name}.${field.name}(${name})`, description]);
    }
  }
  return parts.filter(([, description]) => !description).map(([name]) => name);
}
