// A request that takes more memory than there is ends with 503, and the process goes on: without that, it would end, and every other request with it.

import { expect, it } from 'vitest';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { adminKey } from '../support/app.js';
import { settleRows } from '../support/rows.js';
import { serverProcess } from '../support/server-process.js';
import { sharedDatabase } from '../support/shared.js';

const [companies, models, aliases] = [500, 400, 40];
/** Pages that all runs cite together. */
const urls = 100_000;

const db = await sharedDatabase(async (db) => {
  await db.pool.query(`
    insert into organization values ('wide', 'Wide Inc.');
    insert into model select 'm-' || n, 'Model ' || n from generate_series(1, ${models}) as n;
    insert into brand values ('wide', 'wide', 'Wide', '{}', '{}');
    insert into prompt values ('00000000-0000-4000-8000-000000000001', 'wide', 1, 'which one', '{}');
    insert into company select 'wide', n, 'Company number ' || n, true, '{}', '{}' from generate_series(1, ${companies}) as n;
    insert into run select 'wide', ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, '00000000-0000-4000-8000-000000000001',
      '2026-03-10T10:00:00Z'::timestamptz + n * interval '1 minute', 'm-' || n, 'provider', true, 0,
      array(select i from generate_series(0, ${companies}) as i), array(select 1 from generate_series(0, ${companies})),
      array(select 0 from generate_series(0, ${companies})) from generate_series(1, ${models}) as n;
    insert into domain (brand_id, id, name) select 'wide', 1, 'a.example';
    insert into url (brand_id, id, domain_id, digest, url) select 'wide', n, 1, sha256(n::text::bytea), 'https://a.example/' || n
      from generate_series(1, ${urls}) as n;
    insert into citation (brand_id, run_id, index, url_id, url)
      select 'wide', ('00000000-0000-4000-9000-' || lpad((1 + n % ${models})::text, 12, '0'))::uuid, n, n, 'https://a.example/' || n
      from generate_series(1, ${urls}) as n;
    insert into version select id, gen_random_uuid() from brand;
  `);
  await settleRows(db, 'wide');
  await rollBrand(db, 'wide');
});

const lists = 120;

/** The pages of as many windows: their counts are arrays beside the heap. */
function listsDocument(): string {
  const fields = Array.from({ length: lists }, (_, at) => {
    const end = new Date(Date.parse('2026-03-30T00:00:00Z') + at * 900_000).toISOString();
    return `a${at}: brandAnalytics(brandId: "wide", start: "2026-03-01T00:00:00Z", end: "${end}") { citedUrls(limit: 1, orderBy: PROMPTS) { data { url } } }`;
  });
  return `{ ${fields.join(' ')} }`;
}

/** A series for each company, of each model, under each alias: no two windows are the same. */
function document(): string {
  const fields = Array.from({ length: aliases }, (_, at) => {
    const end = new Date(Date.parse('2026-03-30T00:00:00Z') + at * 900_000).toISOString();
    return `a${at}: brandAnalytics(brandId: "wide", start: "2026-03-01T00:00:00Z", end: "${end}") { shareOfVoice { entries { series { mentions } } } }`;
  });
  return `{ ${fields.join(' ')} }`;
}

it.each([
  ['on the heap', document()],
  ['beside it', listsDocument()],
])('is refused, and those after it are answered: %s', async (_, dear) => {
  await using server = await serverProcess({
    DATABASE_URL: db.url,
    ADMIN_API_KEYS: adminKey,
    MAX_QUERY_COST: '1000000000',
    REQUEST_TIMEOUT_MS: '300000',
    NODE_OPTIONS: '--max-old-space-size=250',
  });
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const ask = async (query: string) => {
    const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
  };
  for (let time = 0; time < 2; time++) {
    const { status, retryAfter, body } = await ask(dear);
    expect(body.errors?.[0]?.message).toBe('Memory runs out: request less, or try again in a moment.');
    expect([status, retryAfter]).toEqual([503, '2']);
    expect((await ask('{ brands { id } }')).body.data.brands).toEqual([{ id: 'wide' }]);
  }
});
