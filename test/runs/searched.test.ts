// What a search looks through is counted before it is looked through.

import { beforeAll, describe, expect, it } from 'vitest';
import type { PageAsk } from '../../src/domain/run.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readSearchedPages } from '../../src/runs/searched.js';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const start = Date.parse('2026-03-01T00:00:00Z');
const ask: PageAsk = {
  ...{ brandId: 'acme-crm', window: { start, end: Date.parse('2026-04-01T00:00:00Z') }, promptId: null, model: null },
  ...{ tags: [], filter: noFilter, outcome: 'all', company: null, items: [], search: 'crm' },
  ...{ page: 1, limit: 20, after: null, parts: new Set(['rows', 'total'] as const) },
};

const db = await sharedDatabase(async (db) => {
  const named = [[1, 3, 1]] as const;
  await fillTables(
    db,
    [1, 2, 3, 4].map((day) => ({
      at: `2026-03-0${day}T10:00:00Z`,
      names: day > 2 ? named : [],
      promptId: prompts.best,
    })),
  );
});

const searchAll = (asks: readonly Partial<PageAsk>[], maxSearched: number) =>
  db.snapshot((client) =>
    readSearchedPages(
      client,
      asks.map((more) => ({ ...ask, ...more })),
      { maxSearched },
    ),
  );
const refusal = (answers: number, limit = answers - 1) => ({
  field: 'search',
  message: `search looks through at most ${limit} answers, and ${answers} are selected: give a shorter window, a prompt, a company, a source or another filter.`,
});

describe.each([['just recorded'], ['rolled']])('a search in answers that are %s', (state) => {
  beforeAll(async () => {
    if (state === 'rolled') await rollBrand(db, 'acme-crm');
  });

  it.each<[string, Partial<PageAsk>, number]>([
    ['all', {}, 4],
    ['those of a day', { window: { start, end: start + 86_400_000 } }, 1],
    ['those of a company', { company: 'Globex' }, 2],
    ['those with a tag', { tags: ['smb'] }, 4],
    ['those of a sentiment, of which there are none', { sentiment: 'negative' }, 0],
    ['those that speak so of a company', { company: 'Globex', sentiment: 'negative' }, 2],
    ['those that cite what none cites', { items: [{ kind: 'domain', names: ['example.com'] }] }, 0],
    ['those after the first page', { after: { createdAt: start, id: prompts.best } }, 4],
  ])('of %s is refused where these are too many', async (_, more, answers) => {
    expect(await searchAll([more], answers)).toEqual([expect.objectContaining({ rows: expect.any(Array) })]);
    if (answers > 0) expect(await searchAll([more], answers - 1)).toEqual([refusal(answers)]);
  });

  it('that is refused leaves the pages beside it theirs', async () => {
    const window = { start, end: start + 86_400_000 };
    const pages = await searchAll([{}, { window, search: 'answer' }, { search: null }, { company: 'Globex' }], 1);
    expect(pages).toMatchObject([refusal(4, 1), { total: 1 }, { total: 4 }, refusal(2, 1)]);
  });
});
