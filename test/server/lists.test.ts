// The long lists over REST, GraphQL, CSV and NDJSON: the same elements with the same fields in the same order.

import { describe, expect, it } from 'vitest';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-06T00:00:00Z';

const { app } = await sharedApp((db) =>
  recordAll(db, [
    ...smallWorld(),
    { type: 'brand', id: brand, organizationId: 'acme', name: 'Acme CRM', domains: ['www.EXAMPLE.com'] },
    ...Array.from({ length: 30 }, (_, index) => runOf(index)),
  ]),
);

/** Runs of many URLs and queries, whose texts are what CSV must quote, and before the window too. */
function runOf(index: number) {
  const tricky = ['=1+1', '"quoted", twice', '-5', 'two\nlines', '@home', '+1', ' plain '][index % 7] ?? '';
  const day = 1 + (index % 8);
  return {
    type: 'run',
    id: `1c9d0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    promptId: index % 2 === 0 ? prompts.best : prompts.cheap,
    model: 'chatgpt',
    provider: 'openai',
    createdAt: new Date(Date.UTC(2026, 1, 21 + day, index % 24)).toISOString(),
    answer: 'none',
    webQueries: [`${tricky} ${index % 5}`, 'best  crm'],
    citations: [
      { url: `https://sub.globex.com/${index % 9}?q=a,b`, title: tricky },
      { url: `https://site-${index % 4}.example/` },
    ],
    brandMentioned: index % 3 === 0,
    competitorsMentioned: index % 3 === 1 ? ['Globex'] : [],
  };
}

interface List {
  readonly path: string;
  readonly field: string;
  readonly orders: readonly string[];
  readonly filters: readonly string[];
}

const lists: readonly List[] = [
  {
    path: 'prompt-performance',
    field: 'promptPerformance',
    orders: ['visibility', 'change', 'runs', 'share', 'position', 'gap', 'citations'],
    filters: ['outcome=gap', 'outcome=mentioned', 'search=CRM', 'tags=smb'],
  },
  ...(['domains', 'urls'] as const).map((kind) => ({
    path: `citations/${kind}`,
    field: kind === 'domains' ? 'citedDomains' : 'citedUrls',
    orders: ['citations', 'runs', 'prompts', 'change'],
    filters: [
      'outcome=gap',
      'outcome=absent',
      'search=SITE-1',
      'category=own',
      'category=competitor,other',
      'model=chatgpt',
    ],
  })),
  {
    path: 'query-fanout',
    field: 'queryFanout',
    orders: ['runs', 'prompts', 'visibility', 'change'],
    filters: ['search=%22quoted', 'tags=none'],
  },
];

const pathOf = ({ path }: List, more = '') => `/api/v1/brands/${brand}/${path}?${window}${more}`;
const cases = lists.flatMap((list) => {
  const orders = list.orders.flatMap((order) => [`orderBy=${order}&direction=asc`, `orderBy=${order}&direction=desc`]);
  return ['', ...orders, ...list.filters].map(
    (more) => [`${list.path}?${more}`, list, more === '' ? '' : `&${more}`] as const,
  );
});

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it
type Any = any;

/** The GraphQL selection that asks for exactly the fields of a REST body. */
function selectionOf(body: unknown): string {
  const [one] = Array.isArray(body) ? body : [body];
  if (typeof one !== 'object' || one === null) return '';
  const written = Object.entries(one).map(([name, value]) => `${name} ${selectionOf(value)}`);
  return `{ ${written.join(' ')} }`;
}

/** The same call over GraphQL, its enums in upper case. */
async function overGraphql({ field }: List, more: string, selection: string): Promise<Any> {
  const given = [...new URLSearchParams(more)].filter(([name]) => name !== 'model' && name !== 'tags');
  const args = given.map(([name, value]) => {
    if (name === 'search') return `search: ${JSON.stringify(value)}`;
    if (name === 'category') return `category: [${value.toUpperCase()}]`;
    return `${name}: ${value.toUpperCase()}`;
  });
  const { model, tags } = Object.fromEntries(new URLSearchParams(more));
  const filters = `${model ? `, model: "${model}"` : ''}${tags ? `, tags: ["${tags}"]` : ''}`;
  const scope = `brandId: "${brand}", start: "2026-03-01T00:00:00Z", end: "2026-03-06T00:00:00Z"${filters}`;
  const call = args.length > 0 ? `${field}(limit: 100, ${args.join(', ')})` : `${field}(limit: 100)`;
  const { body } = await app.graphql(`{ brandAnalytics(${scope}) { range { start end } ${call} ${selection} } }`);
  expect(body.errors).toBeUndefined();
  return body.data.brandAnalytics;
}

/** An element of GraphQL as REST writes it. */
const inRest = (element: Any) =>
  'category' in element ? { ...element, category: element.category.toLowerCase() } : element;

describe('a list', () => {
  it.each(cases)('is the same over REST, GraphQL, NDJSON and CSV: %s', async (_, list, more) => {
    const page = await app.get(pathOf(list, `${more}&limit=100`));
    expect(page.status).toBe(200);
    const { notices: _notices, ...body } = page.body;
    const { range, data, pagination, ...others } = body;
    expect(pagination.total).toBe(data.length);

    const whole = (await app.get(pathOf(list, '&limit=100'))).body;
    const leader = { leader: { name: '', mentions: 0 } };
    const shape = {
      ...others,
      data: [{ ...whole.data[0], ...('leader' in (whole.data[0] ?? {}) ? leader : {}) }],
      pagination,
    };
    const { [list.field]: listed, range: aligned } = await overGraphql(list, more, selectionOf(shape));
    expect({ ...listed, data: listed.data.map(inRest), range: aligned }).toEqual(body);

    const lines = await app.send(pathOf(list, more), { headers: { accept: 'application/x-ndjson' } });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(lines.text.split('\n').slice(0, -1)).toEqual(data.map((each: unknown) => JSON.stringify(each)));

    const csv = await app.send(pathOf(list, more), { headers: { accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = [], ...rows] = cellsOf(csv.text);
    expect(rows).toEqual(data.map((each: Any) => head.map((path) => textOf(at(each, path.split('.'))))));
    expect(rows.length > 0 || more !== '').toBe(true);
    expect(range).toEqual({ start: '2026-03-01T00:00:00.000Z', end: '2026-03-06T00:00:00.000Z' });
  });

  it('comes in pages that neither overlap nor skip', async () => {
    for (const list of lists) {
      const whole = (await app.get(pathOf(list, '&limit=100'))).body;
      const paged: unknown[] = [];
      for (let page = 1; page <= Math.ceil(whole.data.length / 3) + 1; page++) {
        const { data, pagination } = (await app.get(pathOf(list, `&limit=3&page=${page}`))).body;
        expect(pagination).toMatchObject({ page, limit: 3, total: whole.data.length });
        paged.push(...data);
      }
      expect(paged).toEqual(whole.data);
    }
  });
});

function at(element: Any, path: readonly string[]): unknown {
  return path.reduce((value, name) => value?.[name] ?? null, element);
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The cells of each line, by the grammar of RFC 4180. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== '\r\n') continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}

describe('a whole list', () => {
  it('has a file name, and varies by what is accepted', async () => {
    for (const [list, name] of [
      [lists[0], 'prompt-performance'],
      [lists[2], 'citations-urls'],
    ] as const) {
      const { headers } = await app.send(pathOf(list as List), { headers: { accept: 'text/csv' } });
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="acme-crm-${name}-2026-03-01-2026-03-06.csv"`,
      );
      expect(headers.get('vary')).toBe('Authorization, Accept');
    }
  });

  it('has a tag of its own in each format, and is confirmed by it', async () => {
    const tags = new Set<string>();
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const { headers } = await app.send(pathOf(lists[1] as List), { headers: { accept } });
      const etag = headers.get('etag') ?? '';
      tags.add(etag);
      const again = await app.send(pathOf(lists[1] as List), { headers: { accept, 'if-none-match': etag } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect(tags.size).toBe(3);
  });

  it('answers HEAD with its headers', async () => {
    const head = await app.send(pathOf(lists[1] as List), { method: 'HEAD', headers: { accept: 'text/csv' } });
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/csv; charset=utf-8']);
  });

  it('has a header line even where it is empty', async () => {
    const { text } = await app.send(pathOf(lists[1] as List, '&search=nowhere'), { headers: { accept: 'text/csv' } });
    expect(text).toBe(
      'domain,category,company,citations,share,runs,coverage,prompts,urls,previous.citations,isNew\r\n',
    );
  });

  it('refuses pages, unknown parameters and faults together, in JSON', async () => {
    const { status, headers, body } = await app.send(pathOf(lists[1] as List, '&page=2&limit=abc&colour=red&search='), {
      headers: { accept: 'text/csv' },
    });
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    for (const message of [
      'page does not go with text/csv, which is the whole list: leave it out, or accept application/json.',
      'limit does not go with text/csv',
      'There is no parameter "colour" here',
      'search must have 1 to 200 characters, none of them NUL; given was "".',
    ])
      expect(body.message).toContain(message);
  });

  it('is refused for who may not read it as anything else is', async () => {
    const path = pathOf(lists[1] as List).replace(brand, 'nobody');
    const [csv, json] = [await app.send(path, { headers: { accept: 'text/csv' } }), await app.send(path)];
    expect([csv.status, csv.text]).toEqual([404, json.text]);
  });
});
