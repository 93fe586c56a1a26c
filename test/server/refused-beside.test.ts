// What is refused of a request leaves everything beside it its answer: aliases that were read together with it, whichever reads come after it.

import type { GraphQLFormattedError } from 'graphql';
import { expect, it } from 'vitest';
import { maxSearchedAnswers } from '../../src/domain/limits.js';
import { fillTables, prompts, settleRows } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp(async (db) => {
  const markets = Array.from({ length: 120 }, (_, place) => `market ${place}`);
  const day = '2026-03-01T10:00:00Z';
  await fillTables(db, [
    { at: day, names: [[0, 1, 1]] },
    ...markets.map((market) => ({ at: '2026-01-01T10:00:00Z', promptId: prompts.cheap, market })),
  ]);
  await db.pool.query(`insert into run (brand_id, id, prompt_id, created_at, model, provider, web_search_enabled, citation_count, companies, sentiments, positions)
    select 'other-brand', gen_random_uuid(), '${prompts.theirs}', '2026-03-01T10:00:00Z', 'model-1', 'p', true, 0, '{}', '{}', '{}'
    from generate_series(0, ${maxSearchedAnswers})`);
  await settleRows(db, 'other-brand');
});

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';
const runs = (brand: string, more: string) => `brandRuns(brandId: "${brand}", ${dates}, ${more})`;

it('a breakdown in too many pieces, which has the path of its own field', async () => {
  const last = 'start: "2026-01-01T00:00:00Z", end: "2026-04-01T00:00:00Z"';
  const tooMany = 'breakdown(by: [DAY, MARKET]) { data { runs } }';
  const { body } = await app.graphql(`{
    brandAnalytics(brandId: "acme-crm", ${last}) {
      totals { runs } ${tooMany} again: ${tooMany} byModel: breakdown(by: MODEL) { data { runs } }
      citedDomains { pagination { total } } signals { tested } previous { totals { runs } }
    }
    later: brandAnalytics(brandId: "acme-crm", start: "2026-04-01T00:00:00Z", end: "2026-06-30T00:00:00Z") {
      previous { totals { runs } ${tooMany} }
    }
    brand(id: "acme-crm") { analytics(${last}) { ${tooMany} totals { runs } } }
  }`);
  expect(body.data).toEqual({
    brandAnalytics: {
      ...{ totals: { runs: 121 }, breakdown: null, again: null, byModel: { data: [{ runs: 121 }] } },
      ...{ citedDomains: { pagination: { total: 0 } }, signals: { tested: 0 }, previous: { totals: { runs: 0 } } },
    },
    later: { previous: { totals: { runs: 121 }, breakdown: null } },
    brand: { analytics: { breakdown: null, totals: { runs: 121 } } },
  });
  const message = expect.stringMatching(/^The breakdown is read in 10,890 pieces/);
  const errors: readonly GraphQLFormattedError[] = body.errors;
  expect(errors.map(({ path }) => path?.join('.')).sort()).toEqual([
    'brand.analytics.breakdown',
    'brandAnalytics.again',
    'brandAnalytics.breakdown',
    'later.previous.breakdown',
  ]);
  for (const error of errors)
    expect(error).toMatchObject({ message, extensions: { code: 'validation_error', field: 'by' } });
  const rest = '/api/v1/brands/acme-crm/breakdown?start=2026-01-01T00:00:00Z&end=2026-04-01T00:00:00Z&by=day,market';
  for (const accept of ['application/json', 'text/csv']) {
    const reply = await app.send(rest, { headers: { accept } });
    expect(reply).toMatchObject({ status: 400, body: { message, faults: [{ field: 'by', message }] } });
  }
});

it('a search in too many answers', async () => {
  const { body } = await app.graphql(`{
    few: ${runs('acme-crm', 'search: "answer"')} { total data { id answer { text } } }
    tooMany: ${runs('other-brand', 'search: "answer"')} { total }
    tooManyAgain: ${runs('other-brand', 'search: "crm", limit: 1')} { data { id } }
    all: ${runs('acme-crm', 'limit: 1')} { total nextCursor }
    ofPrompt: promptRuns(promptId: "${prompts.best}", ${dates}) { data { id } pagination { total } }
    analytics: brandAnalytics(brandId: "acme-crm", ${dates}) { totals { runs } breakdown(by: DAY) { data { runs } } }
  }`);
  expect(body.data).toEqual({
    few: { total: 1, data: [{ id: expect.any(String), answer: { text: 'Answer 1' } }] },
    tooMany: null,
    tooManyAgain: null,
    all: { total: 1, nextCursor: null },
    ofPrompt: { data: [{ id: expect.any(String) }], pagination: { total: 1 } },
    analytics: { totals: { runs: 1 }, breakdown: { data: [{ runs: 1 }] } },
  });
  const message = expect.stringContaining('search looks through at most 200,000 answers, and 200,001 are selected');
  const refusal = { message, extensions: { code: 'validation_error', field: 'search' } };
  expect(body.errors).toMatchObject(['tooMany', 'tooManyAgain'].map((alias) => ({ ...refusal, path: [alias] })));
  const rest = '/api/v1/brands/other-brand/runs?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z&search=crm';
  expect(await app.get(rest)).toMatchObject({ status: 400, body: { faults: [{ field: 'search', message }] } });
});
