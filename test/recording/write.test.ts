// What is stored of each record: what replaces what, the numbers that things get, and texts and instants as they were given.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { testDatabase } from '../support/database.js';
import { base, best, elsewhere, id, recorded, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

describe.each([
  ['one batch', 1_000],
  ['a batch a record', 1],
])('recorded in %s', (_, batches) => {
  it('registers a model that only a run names, until a record labels it', async () => {
    const unseen = await recorded([run()], batches);
    expect(unseen.tables.model).toEqual([{ id: 'chatgpt', label: 'chatgpt' }]);
    const labelled = await recorded(
      [run(), { type: 'model', id: 'chatgpt', label: 'ChatGPT' }, run({ id: id(101) })],
      batches,
    );
    expect(labelled.tables.model).toEqual([{ id: 'chatgpt', label: 'ChatGPT' }]);
  });

  it('replaces what has the same id', async () => {
    const { faults, tables } = await recorded(
      [
        { ...base[0], name: 'Acme SE' },
        { ...base[2], name: 'Acme 2', aliases: [], domains: [] },
        { ...base[4], aliases: ['GX'], domains: ['globex.com'], tracked: false },
        { ...base[6], text: 'the best crm', tags: ['smb'] },
      ],
      batches,
    );
    expect(faults).toEqual([]);
    expect(tables.organization[0]).toEqual({ id: 'acme', name: 'Acme SE' });
    expect(tables.brand[0]).toMatchObject({ id: 'crm', name: 'Acme 2', aliases: [], domains: [] });
    expect(tables.company[0]).toMatchObject({
      id: 1,
      name: 'Globex',
      tracked: false,
      aliases: ['GX'],
      domains: ['globex.com'],
    });
    expect(tables.prompt.find((row) => row.id === best)).toMatchObject({
      number: 1,
      text: 'the best crm',
      tags: ['smb'],
    });
  });

  it('replaces a run with all that belongs to it', async () => {
    const cite = (...paths: readonly string[]) =>
      paths.map((path) => ({ url: `https://www.example.com/${path}`, title: path }));
    const first = run({
      answer: 'x',
      webQueries: ['q'],
      citations: cite('a', 'b', 'c'),
      competitorsMentioned: ['Globex', 'Hooli'],
    });
    const second = run({
      model: 'gemini',
      createdAt: '2026-04-01T00:00:00Z',
      citations: cite('c', 'a'),
      competitorsMentioned: ['Initech'],
    });
    const { faults, tables } = await recorded([first, second], batches);
    expect(faults).toEqual([]);
    expect(tables.run).toHaveLength(1);
    expect(tables.run[0]).toMatchObject({
      model: 'gemini',
      created_at: '2026-04-01T00:00:00.000Z',
      citation_count: 2,
      companies: [2],
    });
    expect(tables.answer).toMatchObject([{ text: null, web_queries: [] }]);
    expect(tables.citation.map((row) => [row.index, row.title])).toEqual([
      [0, 'c'],
      [1, 'a'],
    ]);
  });

  it('numbers companies, prompts, domains and URLs densely, in their order, within each brand', async () => {
    const cite = (...urls: readonly string[]) => urls.map((url) => ({ url }));
    const { tables } = await recorded(
      [
        run({
          competitorsMentioned: ['Hooli', 'Globex'],
          citations: cite('https://b.com/1?utm_source=x', 'http://www.a.com', 'https://b.com/1/'),
        }),
        run({ id: id(101), promptId: elsewhere, competitorsMentioned: ['Hooli'], citations: cite('https://a.com/') }),
        run({ id: id(102), competitorsMentioned: ['Umbrella'], citations: cite('https://a.com', 'https://b.com/2') }),
      ],
      batches,
    );
    const named = (rows: readonly Readonly<Record<string, unknown>>[], key: string) =>
      rows.map((row) => [row.brand_id, row.id, row[key]]);
    expect(named(tables.company, 'name')).toEqual([
      ['crm', 1, 'Globex'],
      ['crm', 2, 'Initech'],
      ['crm', 3, 'Hooli'],
      ['crm', 4, 'Umbrella'],
      ['erp', 1, 'Hooli'],
    ]);
    expect(tables.prompt.map((row) => [row.brand_id, row.number])).toEqual([
      ['crm', 1],
      ['crm', 2],
      ['erp', 1],
    ]);
    expect(named(tables.domain, 'name')).toEqual([
      ['crm', 1, 'b.com'],
      ['crm', 2, 'a.com'],
      ['erp', 1, 'a.com'],
    ]);
    expect(tables.url.map((row) => [row.brand_id, row.id, row.domain_id, row.url])).toEqual([
      ['crm', 1, 1, 'https://b.com/1'],
      ['crm', 2, 2, 'http://www.a.com'],
      ['crm', 3, 2, 'https://a.com'],
      ['crm', 4, 1, 'https://b.com/2'],
      ['erp', 1, 1, 'https://a.com'],
    ]);
    expect(tables.run.map((row) => row.companies)).toEqual([[3, 1], [4], [1]]);
    expect(tables.citation.map((row) => row.url_id)).toEqual([1, 2, 1, 3, 4, 1]);
  });

  it('numbers queries densely, in their order, within each brand, and each once in a run', async () => {
    const issue = (number: number, ...webQueries: readonly string[]) => run({ id: id(number), webQueries });
    const { faults, tables } = await recorded(
      [
        issue(101, ' best  crm', 'cafe\u0301', 'best\u3000crm '),
        issue(102, 'gone'),
        issue(103),
        { ...issue(104, 'Best crm', 'best crm'), promptId: elsewhere },
        issue(102, 'Best crm', '', 'caf\u00e9', '\t'),
      ],
      batches,
    );
    expect(faults).toEqual([]);
    expect(tables.query.map((row) => [row.brand_id, row.id, row.text])).toEqual([
      ['crm', 1, 'best crm'],
      ['crm', 2, 'caf\u00e9'],
      ['crm', 3, 'gone'],
      ['crm', 4, 'Best crm'],
      ['crm', 5, ''],
      ['erp', 1, 'Best crm'],
      ['erp', 2, 'best crm'],
    ]);
    const digest = createHash('sha256').update('caf\u00e9').digest('hex');
    expect(tables.query.map((row) => row.digest)).toContain(digest);
    expect(tables.run.map((row) => [row.id, row.queries])).toEqual([
      [id(101), [1, 2]],
      [id(102), [4, 5, 2]],
      [id(103), []],
      [id(104), [1, 2]],
    ]);
    expect(tables.answer.find((row) => row.run_id === id(101))?.web_queries).toEqual([
      ' best  crm',
      'cafe\u0301',
      'best\u3000crm ',
    ]);
  });

  it('keeps the newest title of each URL, and the one that there is where a run has none', async () => {
    const cite = (number: number, day: number, ...titles: readonly (string | null)[]) =>
      run({
        id: id(number),
        createdAt: `2026-03-0${day}T10:00:00Z`,
        citations: titles.map((title, index) => ({ url: `https://a.com/${index}`, title })),
      });
    const { tables } = await recorded(
      [
        cite(101, 3, 'a', null, null, 'long '.repeat(500)),
        cite(102, 2, 'older', 'b', null, 'longer '.repeat(500)),
        cite(103, 4, null, 'c', null, 'newest'),
        { ...cite(104, 1, 'elsewhere'), promptId: elsewhere },
        cite(105, 4, null, 'of equally new runs the last', null, null),
        cite(106, 5, 'a'),
        cite(107, 1, 'oldest'),
      ],
      batches,
    );
    expect(tables.url.map((row) => [row.brand_id, row.url, row.title])).toEqual([
      ['crm', 'https://a.com/0', 'a'],
      ['crm', 'https://a.com/1', 'of equally new runs the last'],
      ['crm', 'https://a.com/2', null],
      ['crm', 'https://a.com/3', 'newest'],
      ['erp', 'https://a.com/0', 'elsewhere'],
    ]);
  });

  it('keeps names that are special elsewhere', async () => {
    const names = ['__proto__', '7', 'constructor', '"quoted", \\ and {braces}', 'NULL', "O'Neil 😀"];
    const { faults, tables } = await recorded(
      [run({ competitorsMentioned: names }), { ...base[6], tags: names }],
      batches,
    );
    expect(faults).toEqual([]);
    expect(tables.company.slice(2).map((row) => row.name)).toEqual(names);
    expect(tables.prompt.find((row) => row.id === best)?.tags).toEqual(names);
    const stored = String(tables.answer[0]?.assessments);
    expect(names.map((name) => stored.indexOf(`${JSON.stringify(name)}:{"mentioned":true`)).every((at) => at > 0)).toBe(
      true,
    );
  });

  it('keeps instants of any year to the millisecond', async () => {
    const instants = ['0001-01-01T00:00:00.000Z', '1883-11-18T12:00:00.001Z', '9999-12-31T23:59:59.999Z'];
    await using db = await testDatabase();
    const records = instants.map((createdAt, index) => run({ id: id(100 + index), createdAt }));
    for (const pass of [1, 2]) {
      const { rejected } = await recordAll(db, pass === 1 ? [...base, ...records] : records, { batches });
      expect(rejected).toEqual([]);
      const { rows } = await db.pool.query<{ at: string }>(
        `select to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from run order by created_at`,
      );
      expect(rows.map((row) => row.at)).toEqual(instants);
    }
  });
});

it('refuses the answers of a brand beyond the channels that tiles can tell apart, and records the others', async () => {
  await using db = await testDatabase();
  await recordAll(db, base);
  await db.pool.query(
    `insert into channel (brand_id, id, model, provider, web_search_enabled, market, runs)
     select 'crm', n, 'chatgpt', 'openai', true, 'market ' || n, 0 from generate_series(1, 65534) as n`,
  );
  await recordAll(db, [run({ market: 'the last' }), run({ id: id(101), market: 'market 7', webSearchEnabled: true })]);
  const { rejected } = await recordAll(db, [
    run({ id: id(102), market: 'one more' }),
    run({ id: id(103), market: 'market 8', webSearchEnabled: true }),
    run({ id: id(104), market: 'another' }),
  ]);
  expect(rejected.map(({ line, faults }) => [line, faults.map(({ field }) => field)])).toEqual([
    [1, ['market']],
    [3, ['market']],
  ]);
  expect(rejected[0]?.faults[0]?.message).toMatch(
    /more than 65,535 combinations .* as with the market "one more": give a market/,
  );
  await rollBrand(db, 'crm');
  expect((await db.pool.query('select from run')).rowCount).toBe(3);
});
