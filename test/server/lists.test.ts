// The long lists as one text: name, tag and columns of CSV and NDJSON, and what is refused of it.

import { describe, expect, it } from 'vitest';
import { csvOf } from '../support/lists/texts.js';
import { plainRun, recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand } = smallWorldIds;
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-06T00:00:00Z';
const tricky = ['=1+1', 'two\nlines', '"quoted", twice'].map((title) => ({
  ...{ url: `https://tricky.example/${encodeURIComponent(title)}`, title },
}));

const { app } = await sharedApp((db) => recordAll(db, [...smallWorld(), plainRun(0, { citations: tricky })]));

const pathOf = (list: string, more = '') => `/api/v1/brands/${brand}/${list}?${window}${more}`;

describe('a whole list', () => {
  it('has a file name, and varies by what is accepted', async () => {
    for (const [list, name] of [
      ['prompt-performance', 'prompt-performance'],
      ['citations/urls', 'citations-urls'],
    ] as const) {
      const { headers } = await app.send(pathOf(list), { headers: { accept: 'text/csv' } });
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="acme-crm-${name}-2026-03-01-2026-03-06.csv"`,
      );
      expect(headers.get('vary')).toBe('Authorization, Accept');
    }
  });

  it('has a tag of its own in each format, and is confirmed by it', async () => {
    const tags = new Set<string>();
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const { headers } = await app.send(pathOf('citations/domains'), { headers: { accept } });
      const etag = headers.get('etag') ?? '';
      tags.add(etag);
      expect(headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
      const again = await app.send(pathOf('citations/domains'), { headers: { accept, 'if-none-match': etag } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect(tags.size).toBe(3);
  });

  it('answers HEAD with its headers', async () => {
    const head = await app.send(pathOf('citations/domains'), { method: 'HEAD', headers: { accept: 'text/csv' } });
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/csv; charset=utf-8']);
  });

  it('keeps texts that spreadsheets and lines would change', async () => {
    const path = pathOf('citations/urls', '&search=tricky');
    const { data } = (await app.get(path)).body;
    expect(data.map(({ title }: { title: string }) => title).sort()).toEqual(tricky.map(({ title }) => title).sort());
    const { text } = await app.send(path, { headers: { accept: 'text/csv' } });
    expect(text).toBe(csvOf(data, text.split('\r\n')[0]?.split(',') ?? []));
  });

  it('has a header line even where it is empty', async () => {
    const { text } = await app.send(pathOf('citations/domains', '&search=nowhere'), {
      headers: { accept: 'text/csv' },
    });
    expect(text).toBe(
      'domain,category,company,citations,share,runs,coverage,prompts,urls,previous.citations,isNew\r\n',
    );
  });

  it('refuses pages, unknown parameters and faults together, in JSON', async () => {
    const { status, headers, body } = await app.send(
      pathOf('citations/domains', '&page=2&limit=abc&colour=red&search='),
      {
        headers: { accept: 'text/csv' },
      },
    );
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
    const path = pathOf('citations/domains').replace(brand, 'nobody');
    const [csv, json] = [await app.send(path, { headers: { accept: 'text/csv' } }), await app.send(path)];
    expect([csv.status, csv.text]).toEqual([404, json.text]);
  });
});
