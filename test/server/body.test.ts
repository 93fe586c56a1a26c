// REST bodies from GraphQL data: what a stored document selects, as a shape, and maps in the place of lists of named things.

import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { routes } from '../../src/server/rest/routes.js';
import { toBodyOf } from '../../src/server/rest/serving.js';
import { operationOf, type Shape } from '../../src/server/rest/shape.js';

const ofModels = { path: '/x', field: 'models', selection: 'id' };
const operation = (document: string, pick?: string) =>
  operationOf(schema, { ...ofModels, ...(pick === undefined ? {} : { pick }) }, document);
const runDocument = (selection: string) =>
  `query Run($id: ID!) { promptRun(promptId: $id, runId: $id) { ${selection} } }`;
const bodyOf = (selection: string, data: unknown) => {
  const toBody = toBodyOf(operation(runDocument(selection)).body.shape);
  return toBody ? toBody(data) : data;
};
const fieldOf = ({ fields }: Shape, name: string) => fields.find((field) => field.name === name)?.shape;

const probabilities = 'sentimentProbabilities { label probability }';
const assessments = `assessments { brand { mentioned ${probabilities} } competitors { name assessment { mentioned ${probabilities} } } }`;
const listed = {
  brand: { mentioned: true, sentimentProbabilities: [{ label: 'POSITIVE', probability: 0.9 }] },
  competitors: [
    { name: 'Globex', assessment: { mentioned: true, sentimentProbabilities: [] } },
    { name: '__proto__', assessment: { mentioned: false, sentimentProbabilities: [] } },
    { name: '', assessment: { mentioned: false, sentimentProbabilities: [] } },
  ],
};

describe('a body', () => {
  it('has maps where GraphQL lists assessments and probabilities', () => {
    const expected =
      '{"assessments":{"brand":{"mentioned":true,"sentimentProbabilities":{"positive":0.9}},"competitors":{' +
      '"Globex":{"mentioned":true,"sentimentProbabilities":{}},"__proto__":{"mentioned":false,"sentimentProbabilities":{}},' +
      '"":{"mentioned":false,"sentimentProbabilities":{}}}}}';
    expect(JSON.stringify(bodyOf(assessments, { assessments: listed }))).toBe(expected);
  });

  it('has the words of the contract where GraphQL has the names of enum values', () => {
    const sentiments = 'assessments { brand { sentiment } competitors { name assessment { sentiment } } }';
    const data = {
      brand: { sentiment: null },
      competitors: [{ name: 'Globex', assessment: { sentiment: 'MIXED' } }],
    };
    expect(bodyOf(sentiments, { assessments: data })).toEqual({
      assessments: { brand: { sentiment: null }, competitors: { Globex: { sentiment: 'mixed' } } },
    });
  });

  it('leaves the data as they were', () => {
    const data = { assessments: structuredClone(listed) };
    bodyOf(assessments, data);
    expect(data).toEqual({ assessments: listed });
  });

  it('is the data themselves where nothing in them becomes a map', () => {
    expect(toBodyOf(operation(runDocument('id model webQueries citations { url title }')).body.shape)).toBeNull();
    const models = operation('query Models { models { id label } }');
    expect(toBodyOf(models.body.shape)).toBeNull();
  });

  it.each([
    ['empty lists', { brand: listed.brand, competitors: [] }, {}],
    ['one', { brand: listed.brand, competitors: listed.competitors.slice(0, 1) }, { Globex: expect.anything() }],
  ])('has a map of %s', (_, data, competitors) => {
    expect(bodyOf(assessments, { assessments: data })).toMatchObject({ assessments: { competitors } });
  });

  it('may be null wherever the schema says so', () => {
    const toBody = toBodyOf(operation(runDocument(assessments)).body.shape);
    expect(toBody?.(null)).toBeNull();
  });
});

describe('a shape', () => {
  it('has the fields of the document, in its order', () => {
    const document = runDocument('model createdAt citations { url title } provider');
    const { name, body } = operation(document);
    expect([name, body.name, body.shape.fields.map((field) => field.name)]).toEqual([
      'Run',
      'promptRun',
      ['model', 'createdAt', 'citations', 'provider'],
    ]);
    const citation = fieldOf(body.shape, 'citations')?.element;
    expect(citation?.fields.map((field) => [field.name, field.shape.isNullable])).toEqual([
      ['url', false],
      ['title', true],
    ]);
  });

  it('is never null at its root, which the schema lets be', () => {
    expect(operation('query Models { models { id } }').body.shape).toMatchObject({ isNullable: false, map: null });
  });

  it('knows what a list is of, and by what it becomes a map', () => {
    const all = fieldOf(operation(runDocument(assessments)).body.shape, 'assessments');
    const competitors = all && fieldOf(all, 'competitors');
    expect(competitors?.map).toEqual({ key: 'name', value: 'assessment' });
    expect(competitors?.element?.fields.map(({ name }) => name)).toEqual(['name', 'assessment']);
  });

  it('is that of the field that a route picks', () => {
    const document = 'query One($id: ID!) { brand(id: $id) { name prompts { data { id } pagination { total } } } }';
    expect(operation(document, 'prompts').body).toMatchObject({ name: 'prompts', shape: { isNullable: false } });
    expect(() => operation(document, 'nothing')).toThrow('does not select the source of its body');
  });

  it('knows the argument that each variable is given to, at any depth', () => {
    const document = `query One($id: ID!, $size: Int, $word: String) {
      brand(id: $id) { prompts(limit: $size, search: $word) { data { id } } } }`;
    const found = [...operation(document).argumentOf].map(([variable, { name }]) => [variable, name]);
    expect(found).toEqual([
      ['id', 'id'],
      ['size', 'limit'],
      ['word', 'search'],
    ]);
  });

  it.each([
    ['an unnamed query', '{ models { id } }', 'one named query'],
    ['a field that is not there', 'query Bad { models { nothing } }', 'no field Model.nothing'],
    ['a root field that is not there', 'query Bad { nothing }', 'no field Query.nothing'],
  ])('is refused for %s', (_, document, why) => {
    expect(() => operation(document)).toThrow(why);
  });

  it('is refused for what is no document', () => {
    expect(() => operation('query {')).toThrow(GraphQLError);
  });

  it('is there for every route', () => {
    expect(routes.length).toBeGreaterThan(0);
    for (const route of routes) expect(operationOf(schema, route).body.description).not.toBe('');
  });
});
