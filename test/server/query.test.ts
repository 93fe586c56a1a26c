// How REST reads query strings and paths.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';

let db: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  db = await testDatabase();
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  app = await testApp(db);
});

afterAll(() => db[Symbol.asyncDispose]());

describe('the query string', () => {
  const path = '/api/v1/prompts/%s/runs?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z'.replace(
    '%s',
    prompts.best,
  );

  it.each(['page', 'limit'])('takes decimal digits alone for %s', async (name) => {
    for (const text of ['0', '-1', '1.5', 'abc', '1e3', '', '0x10', '+1', '１', ' 1']) {
      const { status, body } = await app.get(`${path}&${name}=${encodeURIComponent(text)}`);
      expect([text, status]).toEqual([text, 400]);
      expect(body.message).toMatch(new RegExp(`^${name} must be a whole number of at least 1`));
    }
  });

  it('clamps a limit of any size', async () => {
    for (const text of ['100', '101', '99999999999999999999999']) {
      expect((await app.get(`${path}&limit=${text}`)).body.pagination.limit).toBe(100);
    }
  });

  it('answers a page past the end with no runs', async () => {
    const { status, body } = await app.get(`${path}&page=99999999999999999999`);
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
  });

  it('refuses a parameter that is given twice, even with one value', async () => {
    for (const name of ['start', 'end', 'model', 'page', 'limit']) {
      const { status, body } = await app.get(`${path}&${name}=2&${name}=2`);
      expect([name, status]).toEqual([name, 400]);
      expect(body.message).toBe(`${name} was given more than once: give it once.`);
    }
  });

  it('ignores a parameter that it does not know, once or twice', async () => {
    expect((await app.get(`${path}&fields=id&utm=1&utm=2`)).status).toBe(200);
  });

  it('takes an empty model and empty tags for absent ones', async () => {
    const query = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z&model=&tags=';
    const { status, body } = await app.get(`/api/v1/brands/acme-crm/analytics?${query}`);
    expect([status, body.totals.runs]).toEqual([200, 1]);
  });

  it('takes an offset whose plus sign is escaped', async () => {
    const query = 'start=2026-03-01T02:00:00%2B02:00&end=2026-03-02T00:00:00Z';
    const { body } = await app.get(`/api/v1/brands/acme-crm/analytics?${query}`);
    expect(body.range.start).toBe('2026-03-01T00:00:00.000Z');
  });

  it('says which parameters are missing', async () => {
    const { body } = await app.get(`/api/v1/prompts/${prompts.best}/snapshot`);
    expect(body.message).toBe('date is required: give a calendar day such as 2026-03-01.');
    const both = await app.get('/api/v1/brands/acme-crm/analytics?start=');
    expect(both.body.message).toMatch(/^start is required: .* end is required: /);
  });
});

describe('the path', () => {
  it('is percent-decoded', async () => {
    await db.pool.query(`insert into brand values ('a/b ü', 'acme', 'Odd', '{}', '{}') on conflict do nothing`);
    const query = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
    const { body } = await app.get(`/api/v1/brands/a%2Fb%20%C3%BC/analytics?${query}`);
    expect(body.brandId).toBe('a/b ü');
  });

  it('is refused where its escapes are broken', async () => {
    for (const id of ['%', '%zz', '%ff']) {
      const { status, body } = await app.get(`/api/v1/brands/${id}/analytics?start=2026-03-01T00:00:00Z&end=x`);
      expect(status).toBe(400);
      expect(body.message).toMatch(/^brandId is not percent-encoded UTF-8: .* end must be/);
    }
  });

  it('takes a UUID in any case and answers it in lower case', async () => {
    const id = 'ABCDEF00-0000-4000-8000-000000000001';
    await db.pool.query(`insert into prompt values ($1, 'acme-crm', 9, 'q', '{}') on conflict do nothing`, [id]);
    const { body } = await app.get(`/api/v1/prompts/${id}/snapshot?date=2026-03-01`);
    expect(body.promptId).toBe(id.toLowerCase());
  });
});
