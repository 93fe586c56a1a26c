// Records that delete: what goes, what stays, and that the store is then as if it had never had it.

import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/recording/apply.js';
import { prepare } from '../../src/recording/prepare/prepare.js';
import { testDatabase } from '../support/database.js';
import { base, best, cheap, elsewhere, id, recorded, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { tablesOf } from '../support/tables.js';

const gone = (number: number, promptId = best) => ({ type: 'run', id: id(number), promptId, deleted: true });
const cite = (url: string, title: string | null) => ({ citations: [{ url, title }] });
const longAnswer = { id: id(101), answer: 'x'.repeat(100_001) };

it.each([
  ['runs and deletions of others, in turns', [run(), gone(900), run({ id: id(101) }), gone(901)], [[0, 4]]],
  [
    'a run that was deleted before it',
    [run(), gone(100), run(), gone(100)],
    [
      [0, 2],
      [2, 4],
    ],
  ],
  [
    'what follows a prompt that is deleted',
    [run(), { type: 'prompt', id: best, deleted: true }, run()],
    [
      [0, 2],
      [2, 3],
    ],
  ],
  [
    'a prompt that was given to another brand before it',
    [base[6], run(), base[6], { ...base[6], brandId: 'erp' }, run(), base[7]],
    [
      [0, 3],
      [3, 6],
    ],
  ],
  [
    'what is no run, beside long answers that are to be looked through',
    [...base, run(), { ...run(longAnswer), brandMentioned: undefined }, run({ id: id(102) }), ...base],
    [
      [0, base.length + 1],
      [base.length + 1, base.length + 3],
      [base.length + 3, 2 * base.length + 3],
    ],
  ],
  [
    'a brand, deleted and recorded again',
    [{ type: 'brand', id: 'crm', deleted: true }, ...base],
    [
      [0, 1],
      [1, 1 + base.length],
    ],
  ],
])('a batch has as few parts as are the same as its records one by one: %s', (_, records, parts) => {
  const lines = records.map((record) => Buffer.from(JSON.stringify(record)));
  const { entries } = prepare(
    lines.map((bytes) => ({ bytes, length: bytes.length })),
    1_000_000,
  );
  expect(entries.every((entry) => 'record' in entry)).toBe(true);
  expect(partsOf(entries)).toEqual(parts);
});

describe.each([
  ['one batch', 1_000],
  ['a batch a record', 1],
])('deleted in %s', (_, batches) => {
  it('removes a run, its names that no other run has, and the title that it gave', async () => {
    const kept = run({ id: id(101), createdAt: '2026-03-01T09:00:00Z', ...cite('https://a.com', 'older') });
    const { faults, report, tables } = await recorded(
      [
        kept,
        run({ id: id(100), competitorsMentioned: ['Hooli', 'Globex'], ...cite('https://a.com', 'newer'), answer: 'x' }),
        gone(100),
      ],
      batches,
    );
    expect(faults).toEqual([]);
    expect(report.recorded).toMatchObject({ run: 2, deletion: 1 });
    expect(tables.run.map((row) => row.id)).toEqual([id(101)]);
    expect(tables.answer.map((row) => row.run_id)).toEqual([id(101)]);
    expect(tables.citation.map((row) => row.run_id)).toEqual([id(101)]);
    expect(tables.company.map((row) => row.name)).toEqual(['Globex', 'Initech']);
    expect(tables.url.map((row) => row.title)).toEqual(['older']);
    expect(tables.channel.map((row) => row.runs)).toEqual([1]);
  });

  it.each([
    ['without a title', cite('https://a.com', null)],
    ['without the page', {}],
  ])('removes the title that a run gave before it was recorded again %s', async (_, again) => {
    const kept = run({ id: id(101), createdAt: '2026-03-01T09:00:00Z', ...cite('https://a.com', null) });
    const { tables } = await recorded(
      [kept, run({ id: id(100), ...cite('https://a.com', 'gone') }), run({ id: id(100), ...again }), gone(100)],
      batches,
    );
    expect(tables.url.map((row) => row.title)).toEqual([null]);
  });

  it('keeps the title of the oldest run that newer ones gave as well', async () => {
    const kept = run({ id: id(101), createdAt: '2026-03-02T09:00:00Z', ...cite('https://a.com', 'same') });
    const { tables } = await recorded([run(cite('https://a.com', 'same')), kept, gone(100)], batches);
    expect(tables.url.map((row) => row.title)).toEqual(['same']);
  });

  it('removes a prompt with its runs, and no other', async () => {
    const { tables } = await recorded(
      [run(), run({ id: id(101), promptId: cheap }), { type: 'prompt', id: best, deleted: true }],
      batches,
    );
    expect(tables.run.map((row) => row.id)).toEqual([id(101)]);
    expect(tables.prompt.map((row) => row.id)).toEqual([cheap, elsewhere]);
  });

  it('changes nothing where there is nothing to delete', async () => {
    const records = [run({ competitorsMentioned: ['Hooli'] })];
    const { tables: before } = await recorded(records, batches);
    const { faults, report, tables } = await recorded(
      [
        ...records,
        gone(100, cheap),
        gone(999),
        gone(100, id(998)),
        { type: 'prompt', id: id(997), deleted: true },
        { type: 'brand', id: 'none', deleted: true },
      ],
      batches,
    );
    expect([faults, report.recorded.deletion]).toEqual([[], 5]);
    expect(tables).toEqual(before);
  });

  it('records again what it deleted, under numbers that nothing had', async () => {
    const again = [
      ...base.filter(({ type }) => type !== 'organization'),
      run({ id: id(101), ...cite('https://b.com', null) }),
    ];
    const { faults, tables } = await recorded(
      [
        run({ competitorsMentioned: ['Hooli'], webQueries: ['q'], ...cite('https://a.com', 'a') }),
        { type: 'brand', id: 'crm', deleted: true },
        ...again,
      ],
      batches,
    );
    expect(faults).toEqual([]);
    expect(tables.run.map((row) => [row.brand_id, row.id])).toEqual([['crm', id(101)]]);
    const ours = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.filter((row) => row.brand_id === 'crm');
    expect(ours(tables.company).map((row) => [row.name, row.id])).toEqual([
      ['Globex', 4],
      ['Initech', 5],
    ]);
    expect(ours(tables.prompt).map((row) => row.number)).toEqual([3, 4]);
    expect(ours(tables.url).map((row) => [row.url, row.id])).toEqual([['https://b.com', 2]]);
    expect(tables.citation.map((row) => row.url_id)).toEqual([2]);
    expect(ours(tables.query)).toEqual([]);
  });

  it('leaves nothing of a brand in any table', async () => {
    await using db = await testDatabase();
    await recordAll(db, [...base, run({ competitorsMentioned: ['Hooli'], ...cite('https://a.com', 'a') })], {
      batches,
    });
    await recordAll(db, [
      { type: 'annotation', id: 'a', brandId: 'crm', at: '2026-03-01T00:00:00Z', text: 'New page' },
    ]);
    await recordAll(db, [{ type: 'brand', id: 'crm', deleted: true }], { batches });
    const { rows } = await db.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'brand_id'`,
    );
    for (const { name } of rows.filter((row) => row.name !== 'deletion')) {
      const { rows: left } = await db.pool.query(`select * from ${name} where brand_id = 'crm'`);
      expect([name, left.filter(({ month }) => month !== -1)]).toEqual([name, []]);
    }
    expect((await tablesOf(db)).brand.map((row) => row.id)).toEqual(['erp']);
  });

  it('refuses to delete what cannot be deleted, and values that are not true', async () => {
    const { faults } = await recorded(
      [
        { type: 'organization', id: 'acme', name: 'Acme', deleted: true },
        { type: 'run', id: id(100), deleted: true },
        { type: 'prompt', id: best, deleted: 'yes' },
      ],
      batches,
    );
    expect(faults).toEqual([
      [
        1,
        'deleted is not possible for the type organization: only a run, a prompt, a brand or an annotation can be deleted.',
      ],
      [2, 'promptId is missing: it must be a UUID.'],
      [3, 'deleted must be true, or left out of a record that is not deleted; given was "yes".'],
    ]);
  });
});

/** One more than one step deletes. */
const many = 5_001;

it.each([
  ['prompt', best],
  ['brand', 'crm'],
])('leaves nothing of a %s with more runs than one step deletes', async (type, of) => {
  await using db = await testDatabase();
  await recordAll(db, [...base, run({ ...cite('https://a.com', 'a'), answer: 'x' })]);
  await db.pool.query(
    `insert into run (brand_id, id, prompt_id, created_at, model, provider, web_search_enabled, citation_count, companies, sentiments, positions)
     select brand_id, gen_random_uuid(), prompt_id, created_at, model, provider, web_search_enabled, 1, '{}', '{}', '{}'
     from run cross join generate_series(2, ${many});
     insert into answer select brand_id, id, 'x', '{}', '{}' from run where id <> '${id(100)}';
     insert into citation (brand_id, run_id, index, url_id, url)
     select run.brand_id, run.id, 0, url.id, url.url from run join url using (brand_id) where run.id <> '${id(100)}';
     update channel set runs = ${many}`,
  );
  const { report } = await recordAll(db, [{ type, id: of, deleted: true }]);
  expect(report.recorded.deletion).toBe(1);
  const { run: runs, answer, citation, url, channel } = await tablesOf(db);
  const left = channel.filter(({ runs: number }) => number !== 0);
  expect([runs, answer, citation, url, left]).toEqual([[], [], [], [], []]);
});

it('frees a name for what comes after it, in one batch as in several', async () => {
  for (const batches of [1, 1_000]) {
    await using db = await testDatabase();
    await recordAll(db, [...base, run({ competitorsMentioned: ['Foo'] })]);
    const gone = { type: 'run', id: id(100), promptId: best, deleted: true };
    const { rejected } = await recordAll(db, [gone, { ...base[2], name: 'Foo' }], { batches });
    expect(rejected).toEqual([]);
  }
});
