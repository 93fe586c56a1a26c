// Breakdowns that are read together: one with too many rows is refused alone, and nothing more is read of it. And the texts that they read.

import { describe, expect, it } from 'vitest';
import type { BreakdownAsk } from '../../src/domain/breakdown/breakdown.js';
import { type Budget, unlimited } from '../../src/domain/budget.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readBreakdowns } from '../../src/tiles/breakdowns/read-breakdowns.js';
import { createTileCache } from '../../src/tiles/kept/tile-cache.js';
import { renewVersions } from '../../src/tiles/stored/version.js';
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

describe('the texts of prompts', () => {
  const byPrompt: BreakdownAsk = { ...ask, by: ['prompt'] };
  const within = (bytes: number) => ({ ...unlimited, remainingBytes: () => bytes, maxAnswerBytes: bytes });
  const cache = createTileCache(1_000_000);
  /** The first prompt, and how often names were read. */
  const promptOf = async (budget: Budget) => {
    statements.length = 0;
    const [page] = await db.snapshot((client) =>
      readBreakdowns(client, [byPrompt], { cache, keepsNames: true, budget }),
    );
    const reads = statements.filter((sql) => sql.startsWith('with named')).length;
    return { prompt: page && 'rows' in page ? page.rows[0]?.key.prompt : null, reads };
  };

  it('are read once while nothing of their brand changes', async () => {
    expect(await promptOf(unlimited)).toEqual({ prompt: 'best crm', reads: 1 });
    expect(await promptOf(unlimited)).toEqual({ prompt: 'best crm', reads: 0 });
    await db.pool.query(`update prompt set text = 'best of all' where id = '${prompts.best}'`);
    await db.transaction((client) => renewVersions(client, ['acme-crm']));
    expect(await promptOf(unlimited)).toEqual({ prompt: 'best of all', reads: 1 });
  });

  it('are refused where they are more than may be read, kept or not', async () => {
    const tooMuch = { code: 'query_too_complex', message: expect.stringContaining('The answer has 47 bytes') };
    await expect(promptOf(within(46))).rejects.toMatchObject(tooMuch);
    await db.transaction((client) => renewVersions(client, ['acme-crm']));
    await expect(promptOf(within(46))).rejects.toMatchObject(tooMuch);
    expect(await promptOf(within(47))).toEqual({ prompt: 'best of all', reads: 1 });
  });
});
