// Interfaces: a fragment on what several types share reads the same as the fields themselves, and in as many statements.

import { isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const positions = 'average runs mentions positions';
const sentiments = 'positive neutral negative mixed runs mentions';
const shares = 'name mentions share runs allMentions';
const sources = 'domain category company citations share runs coverage prompts previous { citations } isNew';

const written = (position: string, sentiment: string, share: string, source: string) => `{
  brandAnalytics(brandId: "acme-crm", ${dates}) {
    position { ${position} series { date ${position} } }
    sentiment { ${sentiment} series { date ${sentiment} } }
    shareOfVoice { runs mentions entries { ${share} position { ${position} } sentiment { ${sentiment} } } }
    models { entries { ${share} } }
    citedDomains { data { ${source} } }
    citedUrls { data { ${source} } }
  }
}`;
const plain = written(positions, sentiments, shares, sources);
const spread = `${written('...P', '... on SentimentFigures { ...S }', '...C', '...D')}
  fragment P on PositionFigures { average positions ...Sample }
  fragment Sample on SampleSize { runs mentions }
  fragment S on SentimentFigures { positive neutral negative mixed runs mentions }
  fragment C on CompanyShare { ${shares} }
  fragment D on CitedSource { ${sources} }`;
const world = await sharedWorld([
  { at: '2026-03-01T00:00:00Z', names: [[0, 1, 1]], citations: ['https://a.example/1'] },
  {
    at: '2026-03-02T12:00:00Z',
    names: [
      [0, 3, 2],
      [1, 0, 1],
    ],
  },
]);
await rollBrands(world.db);

describe.each([
  ['graphql-js', false],
  ['the compiled executor', true],
])('a fragment on an interface under %s', (_name, compiled) => {
  it('reads what the fields themselves read', async () => {
    const expected = await world.data(plain, { compiled });
    const statements = [...world.statements];
    expect(expected.brandAnalytics.position.average).toBe(3 / 2);
    expect(await world.data(spread, { compiled })).toEqual(expected);
    expect(world.statements).toEqual(statements);
  });

  it('reads nothing for a type that is not there', async () => {
    const months = 'start: "2026-01-01T00:00:00Z", end: "2026-05-01T00:00:00Z"';
    const bare = `{ brandAnalytics(brandId: "acme-crm", ${months}) { position { average } } }`;
    await world.data(bare, { compiled });
    const statements = [...world.statements];
    const other = bare.replace(
      '{ average }',
      '{ average ... on SampleSize { ... on SentimentOverTime { series { date } } ...Elsewhere } }',
    );
    const elsewhere = 'fragment Elsewhere on VisibilityDay { date }';
    expect((await world.data(`${other} ${elsewhere}`, { compiled })).brandAnalytics).toEqual({
      position: { average: 3 / 2 },
    });
    expect(world.statements).toEqual(statements);
  });
});

describe('the interfaces', () => {
  const types = Object.values(schema.getTypeMap());

  it('are each implemented by several types', () => {
    const interfaces = types.filter(isInterfaceType);
    expect(interfaces.length).toBeGreaterThan(0);
    for (const each of interfaces) expect(schema.getPossibleTypes(each).length, each.name).toBeGreaterThan(1);
  });

  it('are returned by no field, so that each type resolves its own', () => {
    const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
    expect(
      fields.filter(({ type }) => types.filter(isInterfaceType).some(({ name }) => String(type).includes(name))),
    ).toEqual([]);
  });

  it('belong to every type that has their fields', () => {
    for (const each of types.filter(isInterfaceType)) {
      const wanted = Object.entries(each.getFields()).map(([name, { type }]) => `${name}: ${type}`);
      // A snapshot has a date, but is no element of a series.
      const possible = types.filter(isObjectType).filter(({ name }) => name !== 'PromptSnapshot');
      const having = possible.filter((type) => {
        const own = new Set(Object.entries(type.getFields()).map(([name, field]) => `${name}: ${field.type}`));
        return wanted.every((field) => own.has(field));
      });
      expect(
        schema
          .getPossibleTypes(each)
          .map(({ name }) => name)
          .sort(),
        each.name,
      ).toEqual(having.map(({ name }) => name).sort());
    }
  });
});
