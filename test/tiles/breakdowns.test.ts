// Breakdowns that are read together: one with too many rows is refused alone, and nothing more is read of it.

import { expect, it } from 'vitest';
import type { BreakdownAsk } from '../../src/domain/breakdown/breakdown.js';
import { unlimited } from '../../src/domain/budget.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readBreakdowns } from '../../src/tiles/breakdowns/read-breakdowns.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const dayMs = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const window = { start, end: start + 300 * dayMs };
const ask: BreakdownAsk = {
  ...{ kind: 'breakdown', brandName: 'Acme CRM', compared: null, by: ['model'], orderBy: 'key', direction: 'asc' },
  question: {
    ...{ brandId: 'acme-crm', window, promptId: null, model: null, tags: [], filter: noFilter, outcome: 'all' },
    series: { timeZone: 'UTC', maxDays: 3_660 },
  },
  ...{ minRuns: 1, skip: 0, limit: 100, wants: new Set(['rows', 'total', 'figures', 'previous', 'clusters'] as const) },
};

const statements: string[] = [];
const db = await sharedDatabase(
  async (db) => {
    await fillTables(
      db,
      [0, 1, 2, 3, 4].map((day) => ({
        at: new Date(start + day * dayMs).toISOString(),
        ...{ market: `market ${day}`, model: `model-${1 + (day % 2)}`, names: [[0, 1, 1]] as const },
      })),
    );
  },
  { onQuery: (sql) => statements.push(sql) },
);

const read = async (asks: readonly Partial<BreakdownAsk>[], maxGroups?: number) => {
  statements.length = 0;
  const options = { budget: unlimited, ...(maxGroups === undefined ? {} : { maxGroups }) };
  const pages = await db.snapshot((client) =>
    readBreakdowns(
      client,
      asks.map((more) => ({ ...ask, ...more })),
      options,
    ),
  );
  return pages.map((page) =>
    'message' in page ? page : { total: page.total, rows: page.rows.map(({ samples: _, ...row }) => row) },
  );
};
const refusal = (rows: number) => ({
  field: 'by',
  message: `The breakdown has more than ${rows} rows: give fewer dimensions, a shorter window or a filter.`,
});

it.each<[string, Partial<BreakdownAsk>]>([
  ['a window', { by: ['market'] }],
  ['days', { by: ['day'] }],
  ['prompts', { by: ['prompt', 'market'] }],
  ['companies', { by: ['company', 'day'] }],
  [
    'the compared window',
    { by: ['market'], compared: window, question: { ...ask.question, window: { start: start - dayMs, end: start } } },
  ],
])('a breakdown with too many rows of %s leaves those beside it their answers', async (_, more) => {
  const beside = [{ by: ['tag'] }, { by: ['model', 'company'] }] as const;
  const [tag, company] = await read(beside);
  expect(await read([beside[0], more, beside[1], more], 4)).toEqual([tag, refusal(4), company, refusal(4)]);
  expect((await read([more], 5))[0]).toHaveProperty('rows');
});

it('nothing more is read of a breakdown that has too many rows', async () => {
  await read([{ by: ['day'] }]);
  const whole = statements.length;
  await read([{ by: ['day'] }], 4);
  // Of three hundred days a hundred are read at once.
  expect(statements.length).toBeLessThanOrEqual(whole - 2);
});

it('what brands hold is read once for few windows and for their intervals', async () => {
  await read([{ by: ['model'] }, { by: ['market'] }]);
  expect(statements.filter((sql) => sql.includes("'proof' as kind"))).toHaveLength(1);
});

it('a breakdown whose prompts say more than may be read is refused', async () => {
  const within = (bytes: number) =>
    db.snapshot((client) => {
      const budget = { ...unlimited, remainingBytes: () => bytes, maxAnswerBytes: bytes };
      return readBreakdowns(client, [{ ...ask, by: ['prompt'] }], { budget });
    });
  await expect(within(43)).rejects.toMatchObject({
    ...{ code: 'query_too_complex', message: expect.stringContaining('The answer has 44 bytes') },
  });
  expect((await within(44))[0]).toMatchObject({ rows: [{ key: { promptId: prompts.best, prompt: 'best crm' } }] });
});
