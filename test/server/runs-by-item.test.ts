// The answers of a brand that cite a domain or a URL, or issued a query: how these are written, and what is said where there are none.

import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../support/naive/record.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand } = smallWorldIds;
const runs = (more: Readonly<Record<string, string>>) =>
  `/api/v1/brands/${brand}/runs?${new URLSearchParams({ from: '2026-03-01', to: '2026-03-05', ...more })}`;

/** Answers that cite pages whose addresses end with no slash and with two. */
function slashes(): readonly AnyRecord[] {
  return ['/a', '/a//', '/b'].map((path, index) => ({
    type: 'run',
    id: `0c9d0000-0000-4000-8000-${String(100 + index).padStart(12, '0')}`,
    promptId: smallWorldIds.prompts.best,
    model: 'chatgpt',
    provider: 'openai',
    createdAt: '2026-03-02T12:00:00Z',
    webQueries: [],
    citations: [{ url: `https://slashes.example${path}` }],
    brandMentioned: false,
    competitorsMentioned: [],
  }));
}

/** An answer that issued a query of white space alone. */
const blank = { ...slashes()[2], id: '0c9d0000-0000-4000-8000-000000000200', webQueries: [' '], citations: [] };

const { app } = await sharedApp((db) => recordAll(db, [...smallWorld(), ...slashes(), blank]));

describe('answers by what they cite and issue', () => {
  it.each([
    [{ domain: 'example.com' }, 10],
    [{ domain: ' WWW.Example.COM. ' }, 10],
    [{ domain: 'page.example.com' }, 0],
    [{ domain: '' }, 14],
    [{ url: 'https://www.example.com/page/1' }, 3],
    [{ url: 'HTTPS://www.example.com:443/page/1/?utm_campaign=y#top' }, 3],
    [{ url: 'https://www.example.com/page/1?a=b' }, 0],
    [{ url: 'https://example.com/page/1' }, 0],
    [{ url: 'https://slashes.example/b/' }, 1],
    [{ query: 'best crm 3' }, 1],
    [{ query: ' best  crm\t3 ' }, 1],
    [{ query: 'Best crm 3' }, 0],
    [{ query: ' \t' }, 1],
    [{ query: 'best crm 3', domain: 'example.org' }, 1],
    [{ query: 'best crm 3', url: 'https://www.example.com/page/1' }, 0],
    [{ url: 'https://www.example.com/page/1', company: 'Globex' }, 2],
    [{ url: 'https://www.example.com/page/1', outcome: 'absent' }, 0],
    [{ url: 'https://www.example.com/page/2', outcome: 'absent' }, 3],
    [{ url: 'https://www.example.com/page/1', model: 'chatgpt', prompts: smallWorldIds.prompts.best }, 1],
  ])('are found by %j', async (given, total) => {
    const { status, body } = await app.get(runs(given));
    expect([status, body.total, body.data.length]).toEqual([200, total, total]);
  });

  it('are those of the URL as it is listed, also where normalising that again would make another of it', async () => {
    const { body } = await app.get(
      `/api/v1/brands/${brand}/citations/urls?from=2026-03-01&to=2026-03-05&search=slashes.example`,
    );
    const listed = body.data.map(({ url }: { url: string }) => url).sort();
    expect(listed).toEqual(['/a', '/a/', '/b'].map((path) => `https://slashes.example${path}`));
    const cited = await Promise.all(
      ['/a', '/a/', '/a//'].map((path) => app.get(runs({ url: `https://slashes.example${path}` }))),
    );
    expect(cited.map((page) => page.body.data.map(({ id }: { id: string }) => id.slice(-1)))).toEqual([
      ['0'],
      ['1'],
      ['1'],
    ]);
  });

  it.each([
    [{ domain: 'https://example.com/' }, 'domain must be a host such as example.com'],
    [{ domain: 'exa mple.com' }, 'domain must be a host such as example.com'],
    [{ url: 'example.com/page/1' }, 'url must be an http or https URL'],
    [{ url: 'ftp://example.com/' }, 'url must be an http or https URL'],
  ])('are refused by %j', async (given, message) => {
    const { status, body } = await app.get(runs(given));
    expect([status, body.faults]).toEqual([
      400,
      [{ field: Object.keys(given)[0], message: expect.stringContaining(message) }],
    ]);
  });

  it('are none by what no answer cites or issues, which is said', async () => {
    const { body } = await app.get(runs({ domain: 'nobody.example', url: 'https://nobody.example', query: 'nothing' }));
    expect([body.total, body.notices]).toEqual([
      0,
      [
        'No answer of this brand cites the domain "nobody.example".',
        'No answer of this brand cites the url "https://nobody.example".',
        'No answer of this brand issued the query "nothing".',
      ],
    ]);
    const { body: known } = await app.get(
      runs({ domain: 'example.com', company: 'Globex', outcome: 'gap', query: 'best crm 0' }),
    );
    expect([known.total, known.notices]).toEqual([0, undefined]);
  });
});
