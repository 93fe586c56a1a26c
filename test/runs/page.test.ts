import { describe, expect, it } from 'vitest';
import type { PageAsk } from '../../src/domain/run.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readPages } from '../../src/runs/page.js';
import { readCitations, readRuns } from '../../src/runs/read.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts, uuid } from '../support/rows.js';

const ask: PageAsk = {
  brandId: 'acme-crm',
  filter: noFilter,
  promptId: prompts.best,
  window: { start: Date.parse('2026-03-01T00:00:00Z'), end: Date.parse('2026-03-02T00:00:00Z') },
  model: null,
  tags: [],
  outcome: 'all',
  company: null,
  items: [],
  page: 1,
  limit: 2,
  after: null,
  parts: new Set(['rows', 'total']),
};

describe('pages of runs', () => {
  it('answer each ask in its place, and only the parts that it wants', async () => {
    await using db = await testDatabase();
    await fillTables(db, [
      { at: '2026-03-01T00:00:00Z' },
      { at: '2026-03-01T01:00:00Z' },
      { at: '2026-03-01T02:00:00Z', promptId: prompts.cheap },
    ]);
    const pages = await db.snapshot((client) =>
      readPages(client, [
        { ...ask, parts: new Set(['total']) },
        { ...ask, limit: 1, page: 2, parts: new Set(['rows']) },
        { ...ask, promptId: prompts.cheap },
        { ...ask, parts: new Set() },
      ]),
    );
    const seen = pages.map(({ rows, total }) => ({ rows: rows?.map(({ id }) => id) ?? null, total }));
    expect(seen).toEqual([
      { rows: null, total: 2 },
      { rows: [uuid(1)], total: null },
      { rows: [uuid(3)], total: 1 },
      { rows: null, total: null },
    ]);
  });
});

describe('runs by key', () => {
  it('tell runs of the same id in two brands apart', async () => {
    await using db = await testDatabase();
    await fillTables(db, [
      { number: 1, at: '2026-03-01T00:00:00Z', citations: ['https://a.example/1'] },
      { number: 1, at: '2026-03-01T00:00:00Z', brandId: 'other-brand', promptId: prompts.theirs },
      { number: 2, at: '2026-03-01T00:00:00Z' },
    ]);
    const keys = [
      { brandId: 'other-brand', runId: uuid(1) },
      { brandId: 'other-brand', runId: uuid(2) },
      { brandId: 'acme-crm', runId: uuid(1) },
    ];
    const runs = await readRuns(db.pool, keys);
    expect(runs.map((run) => run && [run.brandId, run.promptId])).toEqual([
      ['other-brand', prompts.theirs],
      null,
      ['acme-crm', prompts.best],
    ]);
    const citations = await readCitations(db.pool, keys);
    expect(citations.map((each) => each.map(({ url }) => url))).toEqual([[], [], ['https://a.example/1']]);
  });
});
