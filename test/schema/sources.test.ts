import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { openWorld, type World } from '../support/ask.js';
import { prompts } from '../support/rows.js';

let world: World;

beforeAll(async () => {
  world = await openWorld([
    {
      at: '2026-03-01T10:00:00Z',
      citations: ['https://www.b.example/1', 'https://www.b.example/1', 'https://a.example/2'],
    },
    { at: '2026-03-01T10:05:00Z', citations: ['https://www.b.example/3'], model: 'model-2' },
    { at: '2026-03-02T10:00:00Z', citations: ['https://a.example/2', 'https://z.example/'], promptId: prompts.cheap },
    { at: '2026-02-02T10:00:00Z', citations: ['https://old.example/'], promptId: prompts.cheap },
    {
      at: '2026-03-02T10:00:00Z',
      citations: ['https://desk.example/'],
      promptId: prompts.theirs,
      brandId: 'other-brand',
    },
  ]);
  await rollBrands(world.db);
});
afterAll(() => world[Symbol.asyncDispose]());

const march = 'start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z"';
const analytics = (selection: string, more = '', brand = 'acme-crm') =>
  `brandAnalytics(brandId: "${brand}", ${march}${more}) { ${selection} }`;
const all = '{ domain url citations prompts share }';

describe.each([
  ['graphql-js', false],
  ['the compiled executor', true],
])('sources under %s', (_name, compiled) => {
  const sources = async (arguments_ = '', more = '', variables = {}) => {
    const operation = Object.keys(variables).length > 0 ? 'query ($kind: SourceKind, $first: Int) ' : '';
    const document = `${operation}{ ${analytics(`sources${arguments_} ${all}`, more)} }`;
    return (await world.data(document, { compiled, variables })).brandAnalytics.sources;
  };

  it('are the domains cited most, ties by name', async () => {
    expect(await sources()).toEqual([
      { domain: 'b.example', url: null, citations: 3, prompts: 1, share: 3 / 6 },
      { domain: 'a.example', url: null, citations: 2, prompts: 2, share: 2 / 6 },
      { domain: 'z.example', url: null, citations: 1, prompts: 1, share: 1 / 6 },
    ]);
  });

  it('are URLs where that is asked for, by literal or by variable', async () => {
    const urls = [
      { domain: 'a.example', url: 'https://a.example/2', citations: 2, prompts: 2, share: 2 / 6 },
      { domain: 'b.example', url: 'https://www.b.example/1', citations: 2, prompts: 1, share: 2 / 6 },
    ];
    expect(await sources('(kind: URL, first: 2)')).toEqual(urls);
    expect(await sources('(kind: $kind, first: $first)', '', { kind: 'URL', first: 2 })).toEqual(urls);
    expect(await sources('(kind: $kind, first: $first)', '', { kind: null, first: 100_000 })).toHaveLength(3);
  });

  it('are those of the runs that the filters leave', async () => {
    expect(await sources('', ', model: "model-2"')).toEqual([
      { domain: 'b.example', url: null, citations: 1, prompts: 1, share: 1 },
    ]);
    expect((await sources('', ', tags: ["smb"]')).map(({ domain }: { domain: string }) => domain)).toEqual([
      'b.example',
      'a.example',
    ]);
    expect(await sources('', ', tags: ["none"]')).toEqual([]);
  });

  it('are there for the window before, and for several kinds at once', async () => {
    const selection = `few: sources(first: 1) { domain } pages: sources(kind: URL, first: 1) { url }
      previous { sources { domain prompts } }`;
    expect((await world.data(`{ ${analytics(selection)} }`, { compiled })).brandAnalytics).toEqual({
      few: [{ domain: 'b.example' }],
      pages: [{ url: 'https://a.example/2' }],
      previous: { sources: [{ domain: 'old.example', prompts: 1 }] },
    });
  });

  it('read only what is selected, in as many statements for three brands as for one', async () => {
    const read = async (document: string) => {
      await world.data(`{ ${document} }`, { compiled });
      return world.statements.map((sql) =>
        ['domain_citations', 'url_citations', 'quarter_tile', 'given'].filter((name) => sql.includes(name)).join(),
      );
    };
    expect(await read(analytics('sources { domain share }'))).toEqual(['', '', 'domain_citations', 'given']);
    const whole = await read(analytics('sources { prompts }'));
    expect(whole).toEqual(['', '', 'domain_citations', 'given', 'quarter_tile']);
    const three = ['acme-crm', 'acme-desk', 'other-brand'].map(
      (brand, at) => `a${at}: ${analytics('sources { prompts }', '', brand)}`,
    );
    expect(await read(three.join('\n'))).toEqual(whole);
  });

  it.each([
    ['first: 0', 'first must be a whole number of at least 1, in decimal digits; given was "0".'],
    ['first: -1', 'first must be a whole number of at least 1, in decimal digits; given was "-1".'],
  ])('refuse { %s }', async (argument, message) => {
    const [error] = await world.refusals(`{ ${analytics(`sources(${argument}) { domain }`)} }`, { compiled });
    expect([error?.code, error?.message]).toEqual(['validation_error', message]);
  });
});

describe('sources from tiles that cannot be trusted', () => {
  it('come from the raw rows', async () => {
    await using damaged = await openWorld([{ at: '2026-03-01T10:00:00Z', citations: ['https://a.example/1'] }]);
    await rollBrands(damaged.db);
    await damaged.db.pool.query(`update quarter_tile set cells = set_byte(cells, 6, 255 - get_byte(cells, 6))`);
    const { brandAnalytics } = await damaged.data(`{ ${analytics(`sources ${all}`)} }`);
    expect(brandAnalytics.sources).toEqual([{ domain: 'a.example', url: null, citations: 1, prompts: 1, share: 1 }]);
  });
});
