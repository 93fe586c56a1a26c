// Which mentions of a run are stored: those of its fields, of its assessments, or derived from its answer.

import { describe, expect, it } from 'vitest';
import { bare, base, id, mention, recorded, run } from '../support/recorded.js';

describe.each([
  ['one batch', 1_000],
  ['a batch a record', 1],
])('recorded in %s', (_, batches) => {
  it('writes mentions with their labels and positions, the brand first, in recorded order', async () => {
    const assessments = {
      brand: mention({ sentiment: 'mixed', position: 3 }),
      competitors: {
        Globex: mention({ sentiment: 'negative' }),
        Initech: { mentioned: false, probability: 0.1 },
        Hooli: mention({ position: 1 }),
      },
    };
    const { tables } = await recorded(
      [run({ brandMentioned: true, competitorsMentioned: ['Hooli', 'Globex', 'Umbrella'], assessments })],
      batches,
    );
    expect(tables.run[0]).toMatchObject({ companies: [0, 3, 1, 4], sentiments: [4, 0, 3, 0], positions: [3, 1, 0, 0] });
    expect(JSON.parse(String(tables.answer[0]?.assessments))).toEqual({
      brand: { ...bare, mentioned: true, sentiment: 'mixed', position: 3 },
      competitors: {
        Globex: { ...bare, mentioned: true, sentiment: 'negative' },
        Initech: { ...bare, mentioned: false, probability: 0.1 },
        Hooli: { ...bare, mentioned: true, position: 1 },
        Umbrella: { ...bare, mentioned: true },
      },
    });
    expect(tables.company.map((row) => row.name)).toEqual(['Globex', 'Initech', 'Hooli', 'Umbrella']);
  });

  it('takes mentions from assessments where a run has no fields for them', async () => {
    const assessments = {
      brand: mention({ position: 2 }),
      competitors: { Initech: { mentioned: false }, Globex: mention({ position: 1 }) },
    };
    const { tables } = await recorded(
      [run({ brandMentioned: null, competitorsMentioned: null, assessments, answer: 'Initech' })],
      batches,
    );
    expect(tables.run[0]).toMatchObject({ companies: [0, 1], positions: [2, 1] });
  });

  it('derives mentions from the answer where a run has nothing else', async () => {
    const answer = 'Take Globex Corp, acmecrm or globex. Hooli is no competitor.';
    const { tables } = await recorded([run({ brandMentioned: null, competitorsMentioned: null, answer })], batches);
    expect(tables.run[0]).toMatchObject({ companies: [0, 1], sentiments: [0, 0], positions: [2, 1] });
    expect(JSON.parse(String(tables.answer[0]?.assessments))).toEqual({
      brand: { ...bare, mentioned: true, position: 2, mentionCount: 1 },
      competitors: { Globex: { ...bare, mentioned: true, position: 1, mentionCount: 2 } },
    });
  });

  it('derives only what is missing', async () => {
    const halves = [
      run({ id: id(101), brandMentioned: true, competitorsMentioned: null, answer: 'Globex' }),
      run({ id: id(102), brandMentioned: null, competitorsMentioned: ['Initech'], answer: 'Globex, Acme CRM' }),
    ];
    const { tables } = await recorded(halves, batches);
    expect(tables.run).toMatchObject([
      { companies: [0, 1], positions: [0, 1] },
      { companies: [0, 2], positions: [2, 0] },
    ]);
  });

  it('derives by the names that hold when the run is recorded', async () => {
    const derived = (number: number) =>
      run({ id: id(number), brandMentioned: null, competitorsMentioned: null, answer: 'GX and Globex and A1' });
    const records = [
      derived(101),
      { ...base[4], name: 'GX' },
      { ...base[2], aliases: ['A1'] },
      derived(102),
      { ...base[4], tracked: false },
      derived(103),
    ];
    const { tables } = await recorded(records, batches);
    expect(tables.run.map((row) => row.companies)).toEqual([[1], [0, 3, 1], [0, 3]]);
  });
});
