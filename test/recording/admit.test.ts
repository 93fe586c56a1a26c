import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { base, cheap, elsewhere, id, recorded, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { tablesOf } from '../support/tables.js';

/** Refused after the base and the run below: the record and what is said of it. */
const refused: readonly (readonly [string, unknown, RegExp])[] = [
  [
    'a brand of an unknown organization',
    { ...base[2], id: 'new', organizationId: 'none' },
    /^organizationId "none" is not recorded: referenced records must come before/,
  ],
  [
    'a brand that moves',
    { ...base[2], organizationId: 'other' },
    /^organizationId is "other", but the brand belongs to "acme": a brand cannot change its organization/,
  ],
  ['a competitor of an unknown brand', { ...base[4], brandId: 'none' }, /^brandId "none" is not recorded/],
  [
    'a competitor named like its brand',
    { ...base[4], name: 'Acme CRM' },
    /^name "Acme CRM" is the name of the brand itself/,
  ],
  [
    'a brand renamed to its competitor',
    { ...base[2], name: 'Globex' },
    /^name "Globex" is the name of a competitor of this brand/,
  ],
  [
    'a brand renamed to a company that only runs name',
    { ...base[2], name: 'Hooli' },
    /^name "Hooli" is the name of a company that is, or was, recorded for this brand: /,
  ],
  ['a prompt of an unknown brand', { ...base[6], id: id(9), brandId: 'none' }, /^brandId "none" is not recorded/],
  [
    'a prompt that moves',
    { ...base[6], brandId: 'erp' },
    /^brandId is "erp", but the prompt belongs to another brand: a prompt cannot change its brand/,
  ],
  [
    'a run of an unknown prompt',
    run({ promptId: id(9) }),
    /^promptId "00000000-0000-4000-8000-000000000009" is not recorded/,
  ],
  [
    'a run that moves to another prompt',
    run({ promptId: cheap }),
    /^promptId is .*but the run is recorded under prompt .*: a run cannot change its prompt/,
  ],
  [
    'a run that lists its brand as a competitor',
    run({ competitorsMentioned: ['Acme CRM'] }),
    /must not name the brand itself, "Acme CRM"/,
  ],
  [
    'a run that finds its brand mentioned as a competitor',
    run({ competitorsMentioned: null, assessments: { competitors: { 'Acme CRM': { mentioned: true } } } }),
    /must not name the brand itself/,
  ],
  [
    'a run that says nothing about mentions',
    run({ brandMentioned: null, competitorsMentioned: null }),
    /^brandMentioned is missing, and there are neither assessments nor an answer to derive it from/,
  ],
  ['a run that says half of it', run({ competitorsMentioned: null }), /^competitorsMentioned is missing/],
];

describe.each([
  ['one batch', 1_000],
  ['a batch a record', 1],
])('recorded in %s', (_, batches) => {
  let faults: Awaited<ReturnType<typeof recorded>>['faults'];
  beforeAll(async () => {
    const first = run({ competitorsMentioned: ['Hooli'] });
    ({ faults } = await recorded([first, ...refused.map(([, record]) => record)], batches));
  });

  it.each(refused.map(([name, , message], index) => [name, index + 2, message] as const))(
    'refuses %s',
    (_name, line, message) => {
      const [, ...messages] = faults.find(([at]) => at === line) ?? [];
      expect(messages.join(' ')).toMatch(message);
    },
  );

  it('refuses what refers to something that was refused', async () => {
    const records = [
      { ...base[2], id: 'new', organizationId: 'none' },
      { ...base[6], id: id(9), brandId: 'new' },
      run({ promptId: id(9) }),
      run(),
    ];
    const { faults, tables } = await recorded(records, batches);
    expect(faults.map(([line]) => line)).toEqual([1, 2, 3]);
    expect(tables.run).toHaveLength(1);
  });

  it('admits a run that finds a name not mentioned which the brand has now', async () => {
    const assessed = { brand: { mentioned: false }, competitors: { 'Acme CRM': { mentioned: false } } };
    const { faults, tables } = await recorded([run({ assessments: assessed })], batches);
    expect(faults).toEqual([]);
    expect(tables.run.map((row) => row.companies)).toEqual([[]]);
    expect(tables.company).toHaveLength(2);
  });

  it('admits a competitor named like its brand in other code points, as an answer may name it and an export bring it', async () => {
    const brand = { ...base[3], name: 'Nestl\u00e9' };
    const { faults, tables } = await recorded(
      [brand, { type: 'competitor', brandId: 'erp', name: 'Nestle\u0301' }],
      batches,
    );
    expect(faults).toEqual([]);
    expect(tables.company.find((row) => row.brand_id === 'erp')).toMatchObject({ name: 'Nestle\u0301', tracked: true });
  });

  it('admits one run id in two brands', async () => {
    const { faults, tables } = await recorded([run(), run({ promptId: elsewhere })], batches);
    expect(faults).toEqual([]);
    expect(tables.run.map((row) => row.brand_id)).toEqual(['crm', 'erp']);
  });

  it.each([
    ['that there is', ['crm', 'erp']],
    ['that does not exist', ['crm', 'none']],
    ['that does not exist, before its own', ['none', 'crm']],
  ])('finds what is recorded of the brand of a new prompt that is also given to one %s', async (_given, brandIds) => {
    await using db = await testDatabase();
    const first = run({ competitorsMentioned: ['Hooli'] });
    expect((await recordAll(db, [...base, first])).rejected).toEqual([]);
    const prompts = brandIds.map((brandId) => ({ ...base[6], id: id(9), brandId }));
    const named = { promptId: id(9), competitorsMentioned: ['Hooli'] };
    const { rejected } = await recordAll(db, [...prompts, run({ ...named, id: id(101) }), run(named)], { batches });
    expect(rejected.map(({ line, faults: [fault] }) => [line, fault?.field])).toEqual([
      [brandIds.indexOf('crm') === 0 ? 2 : 1, 'brandId'],
      [4, 'promptId'],
    ]);
    const { run: runs, company } = await tablesOf(db);
    expect(runs.map((row) => [row.id, row.companies])).toEqual([
      [id(100), [3]],
      [id(101), [3]],
    ]);
    expect(company.map((row) => row.name)).toEqual(['Globex', 'Initech', 'Hooli']);
  });
});
