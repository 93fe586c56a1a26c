// How lists are read: in a fixed number of statements, within what a request may still read, and no further than is taken.

import { describe, expect, it } from 'vitest';
import { unlimited } from '../../../src/domain/budget.js';
import { hourMs } from '../../../src/domain/limits.js';
import { type ListAsk, type ListKind, listKinds, listWants } from '../../../src/domain/lists/lists.js';
import { allRuns } from '../../../src/domain/summary.js';
import { UrlDomains } from '../../../src/tiles/cells/url-domains.js';
import { createTileCache } from '../../../src/tiles/kept/tile-cache.js';
import { NameRankCache } from '../../../src/tiles/lists/name-ranks.js';
import { createListCache, type ListOptions, readLists, streamList } from '../../../src/tiles/lists/read-lists.js';
import { rollBrand } from '../../../src/tiles/roll/roll.js';
import { alwaysDue } from '../../support/always-due.js';
import { testDatabase } from '../../support/database.js';
import { base, id, run } from '../../support/recorded.js';
import { recordAll } from '../../support/records.js';
import { fillUrls } from '../../support/rows.js';

const statements: string[] = [];
const db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
const count = 50;
await recordAll(db, [
  ...base,
  ...Array.from({ length: count }, (_, number) =>
    run({
      id: id(1_000 + number),
      createdAt: `2026-03-01T10:${String(number).padStart(2, '0')}:00Z`,
      webQueries: [`query ${number}`, 'best crm'],
      citations: [
        { url: `https://acme.com/${number}`, title: `Page ${number}` },
        { url: `https://site-${number}.example/`, title: null },
      ],
    }),
  ),
]);
await rollBrand(db, 'crm');

const window = { start: Date.parse('2026-03-01T00:00:00Z'), end: Date.parse('2026-03-02T00:00:00Z') };
const options: ListOptions = { cache: createListCache(), budget: unlimited };

function askOf(kind: ListKind, change: Partial<ListAsk> = {}): ListAsk {
  return {
    kind,
    question: {
      brandId: 'crm',
      window,
      ...allRuns,
      series: null,
    },
    compared: { start: window.start - 86_400_000, end: window.start },
    presence: 'current',
    outcome: 'all',
    search: null,
    categories: [],
    orderBy: 'runs',
    direction: 'desc',
    skip: 0,
    limit: 10,
    wants: new Set(listWants),
    ...change,
  };
}

async function statementsOf(asks: readonly ListAsk[], given = options): Promise<number> {
  statements.length = 0;
  await db.snapshot((client) => readLists(client, asks, given));
  return statements.length;
}

describe('pages of lists', () => {
  it('cost as many statements for many asks as for a few, and one more where URLs are new', async () => {
    const asks = listKinds.flatMap((kind) => {
      const ask = askOf(kind, { search: 'e' });
      return [ask, { ...ask, search: 'É' }, { ...ask, question: { ...ask.question, model: 'chatgpt' } }];
    });
    const many = asks.flatMap((ask) => [
      ask,
      { ...ask, skip: 5 },
      { ...ask, direction: 'asc' as const },
      { ...ask, limit: 100 },
    ]);
    const first = await statementsOf(asks);
    expect(await statementsOf(many)).toBe(first - 1);
    expect(await statementsOf(asks)).toBe(first - 1);
  });

  it('read only what is wanted', async () => {
    const total = await statementsOf([askOf('urls', { wants: new Set(['total']) })]);
    expect(total).toBeLessThan(await statementsOf([askOf('urls', { wants: new Set(['rows', 'total']) })]));
    const [page] = await db.snapshot((client) =>
      readLists(client, [askOf('urls', { wants: new Set(['rows']) })], options),
    );
    expect(page).toMatchObject({ total: null, summary: null });
    expect(page?.rows[0]).toMatchObject({ prompts: null, urls: null, previousCitations: null, isNew: null });
  });

  it('are refused where their names are more than may be read', async () => {
    const budget = { ...unlimited, remainingBytes: () => 100, maxAnswerBytes: 100 };
    const read = db.snapshot((client) => readLists(client, [askOf('urls')], { ...options, budget }));
    await expect(read).rejects.toMatchObject({ code: 'query_too_complex' });
  });
});

describe('an hour that no tile stores', () => {
  it('is read once for all pages and filters', async () => {
    const given = { ...options, tileCache: createTileCache(10_000_000) };
    const { question } = askOf('urls');
    const hour = { start: window.start + 10 * hourMs, end: window.start + 11 * hourMs };
    const ask = askOf('urls', { question: { ...question, window: hour }, compared: null });
    const ofModel = { ...ask, question: { ...ask.question, model: 'chatgpt' } };
    const reads: boolean[] = [];
    for (const each of [ask, { ...ask, skip: 20 }, ofModel]) {
      await statementsOf([each], given);
      reads.push(statements.some((sql) => sql.includes('quarter_tile')));
    }
    expect(reads).toEqual([true, false, false]);
  });
});

describe('many lists', () => {
  it('are summed, made lists of, filtered, led and shown in turns, one after the other', async () => {
    const takenOf = async (count: number) => {
      const pause = alwaysDue();
      const asks = Array.from({ length: count }, () => askOf('prompts'));
      await db.snapshot((client) => readLists(client, asks, { ...options, pause }));
      return pause.taken();
    };
    expect((await takenOf(7)) - (await takenOf(2))).toBe(5 * 5);
  });
});

describe('a whole list', () => {
  it('may be left at any row, and read again', async () => {
    await db.snapshot(async (client) => {
      const ask = askOf('urls');
      for await (const rows of streamList(client, ask, options)) {
        expect(rows.length).toBeLessThan(2 * count);
        break;
      }
      let rows = 0;
      for await (const some of streamList(client, ask, options)) rows += some.length;
      expect(rows).toBe(2 * count);
    });
  });
});

describe('a whole list of thousands of rows', () => {
  it('is in order across its cursors, each of whole tiers, whether most rows of its table are listed or few', async () => {
    const sent: string[] = [];
    await using db = await testDatabase({ onQuery: (sql) => sent.push(sql) });
    await db.pool.query(`insert into organization values ('o', 'O'); insert into model (id, label) values ('m', 'M')`);
    await fillUrls(db, { organizationId: 'o', model: 'm', count: 9_000, length: 10, times: '1 + n % 5' });
    const { question } = askOf('urls');
    const urls = Array.from({ length: 9_000 }, (_, at) => [
      `https://a.example/${at + 1}/xxxxxxxxxx`,
      1 + ((at + 1) % 5),
    ]);
    const byName = urls.toSorted().toSorted(([, a], [, b]) => Number(b) - Number(a));
    for (const [search, cursors] of [
      [null, 2],
      ['example/89', 1],
    ] as const) {
      const ask = askOf('urls', {
        question: { ...question, brandId: 'big' },
        orderBy: 'citations',
        compared: null,
        search,
      });
      sent.length = 0;
      const listed = await db.snapshot(async (client) => {
        const rows: (readonly [string | null, number])[] = [];
        for await (const some of streamList(client, ask, options))
          rows.push(...some.flatMap((row) => ('url' in row ? [[row.url, row.citations] as const] : [])));
        return rows;
      });
      expect(listed).toEqual(byName.filter(([url]) => String(url).includes(search ?? '')));
      expect(sent.filter((sql) => sql.includes('declare list_names'))).toHaveLength(cursors);
    }
  });
});

describe('the domains of URLs', () => {
  it('are known from one reading to the next, and those of new URLs are added', async () => {
    const cache = createListCache();
    const read = async () => {
      const [page] = await db.snapshot((client) =>
        readLists(client, [askOf('domains', { limit: 100 })], { ...options, cache }),
      );
      return page?.rows.map((row) => ('urls' in row ? `${row.domain} ${row.urls}` : ''));
    };
    expect(await read()).toContain(`acme.com ${count}`);
    const url = { url: 'https://new.example/', title: null };
    await recordAll(db, [run({ id: id(2_000), citations: [url, { url: 'https://acme.com/new', title: null }] })]);
    expect(await read()).toEqual(expect.arrayContaining([`acme.com ${count + 1}`, 'new.example 1']));
    const tooSmall = new UrlDomains(1);
    const loaded = await db.snapshot((client) => tooSmall.loadAll(client, new Map([['crm', 1]])));
    expect(loaded.get('crm')?.length).toBeGreaterThan(2 * count);
  });
});

describe('large ties', () => {
  const pagesOf = async (given: ListOptions, direction: 'asc' | 'desc') => {
    const pages: unknown[] = [];
    for (let skip = 0; skip < 120; skip += 7) {
      const ask = askOf('urls', { direction, skip, limit: 7, orderBy: 'citations' });
      const [page] = await db.snapshot((client) => readLists(client, [ask], given));
      pages.push(...(page?.rows.map((row) => ('url' in row ? row.url : '')) ?? []));
    }
    return pages;
  };

  it('are cut to the page by the order of names, with those that came since', async () => {
    const ranks = new NameRankCache(30);
    const ordered = { ...options, cache: { ...options.cache, ranks } };
    const before = await pagesOf(ordered, 'asc');
    const fresh = ['https://a.example/', 'https://acme.com/25/new', 'https://zzz.example/', 'https://acme.com/49'];
    await recordAll(db, [run({ id: id(3_000), citations: fresh.map((url) => ({ url, title: null })) })]);
    for (const direction of ['asc', 'desc'] as const) {
      const expected = await pagesOf(options, direction);
      expect(await pagesOf(ordered, direction)).toEqual(expected);
      expect(expected).toHaveLength(before.length + 3);
    }
    statements.length = 0;
    await pagesOf(ordered, 'asc');
    expect(statements.filter((sql) => sql.includes('array_agg(row.id order by'))).toEqual([]);
  });
});
