// How REST reads query strings and paths.

import { describe, expect, it } from 'vitest';
import { routes } from '../../src/server/rest/routes.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app, db } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const march = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';

const filters = 'models, providers, webSearch, markets, branded, prompts';

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
    const { status, body } = await app.get(`${path}&page=2147483647`);
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
  });

  it.each(['2147483648', '99999999999999999999', `1${'0'.repeat(300)}`])(
    'refuses page %s, which is none',
    async (text) => {
      const { status, body } = await app.get(`${path}&page=${text}`);
      expect([status, body.message]).toEqual([
        400,
        `page must be at most 2147483647; given was "${text.slice(0, 100)}".`,
      ]);
    },
  );

  it('takes every optional parameter that is empty as absent, but those that must have a value', async () => {
    const valued = ['page', 'limit', 'minRuns'];
    let checked = 0;
    for (const { path: pattern, parameters = [], list } of routes) {
      const path = pattern
        .replace(':brandId', 'acme-crm')
        .replace(':promptId', prompts.best)
        .replace(':runId', uuid(1));
      const required = parameters.filter(({ name }) => ['start', 'end', 'date', 'by'].includes(name));
      const given = required.map(({ name, example }) => `${name}=${example}`).join('&');
      const without = await app.get(`${path}?${given}`);
      expect([path, without.status]).toEqual([path, 200]);
      const optional = parameters.filter((each) => !required.includes(each)).map(({ name }) => name);
      const isValued = (name: string) =>
        valued.includes(name) || (name === 'search' && (list !== undefined || pattern.endsWith('/brands')));
      const askEmpty = (names: readonly string[]) =>
        app.get(`${path}?${[given, ...names.map((name) => `${name}=`)].join('&')}`);
      expect([path, (await askEmpty(optional.filter((name) => !isValued(name)))).text]).toEqual([path, without.text]);
      for (const name of optional.filter(isValued))
        expect([path, name, (await askEmpty([name])).status]).toEqual([path, name, 400]);
      checked += optional.length;
    }
    expect(checked).toBeGreaterThan(40);
  });

  it('refuses a parameter that is given twice, even with one value', async () => {
    for (const name of ['start', 'end', 'model', 'page', 'limit']) {
      const { status, body } = await app.get(`${path}&${name}=2&${name}=2`);
      expect([name, status]).toEqual([name, 400]);
      expect(body.message).toBe(`${name} was given more than once: give it once.`);
    }
  });

  it('refuses names that every object has as any other, on every path', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    for (const { path } of routes) {
      const concrete = path.replace(':promptId', prompts.best).replace(/:\w+/g, 'acme-crm');
      const query = names.map((name) => `${name}=1`).join('&');
      const { status, body } = await app.get(`${concrete}?${query}`);
      const fields = (body.faults as { field: unknown }[]).map(({ field }) => field);
      expect([path, status, fields]).toEqual([path, 400, expect.arrayContaining(names)]);
    }
  });

  it.each([
    ['tag=x', 'There is no parameter "tag" here: did you mean tags?'],
    ['tag=x&tag=y', 'There is no parameter "tag" here: did you mean tags?'],
    ['timezone=UTC', 'There is no parameter "timezone" here: did you mean timeZone?'],
    ['time_zone=UTC', 'There is no parameter "time_zone" here: did you mean timeZone?'],
    ['Model', 'There is no parameter "Model" here: did you mean model?'],
    ['modle=', 'There is no parameter "modle" here: did you mean model?'],
    [
      'fields=id',
      `There is no parameter "fields" here: those that exist are start, end, from, to, last, model, tags, ${filters}, timeZone, bucket, compare, compareStart, compareEnd.`,
    ],
    [
      '=x',
      `There is no parameter "" here: those that exist are start, end, from, to, last, model, tags, ${filters}, timeZone, bucket, compare, compareStart, compareEnd.`,
    ],
    ['brandId=x', 'There is no parameter "brandId" here: did you mean branded?'],
    [
      'zz=1&tag=1&model=model-1&model=model-1',
      `There is no parameter "zz" here: those that exist are start, end, from, to, last, model, tags, ${filters}, timeZone, bucket, compare, compareStart, compareEnd. ` +
        'There is no parameter "tag" here: did you mean tags? model was given more than once: give it once.',
    ],
  ])('refuses %s, which it does not know, and names what exists', async (more, message) => {
    const { status, body } = await app.get(`/api/v1/brands/acme-crm/analytics?${march}&${more}`);
    const { faults, ...rest } = body;
    expect(rest).toEqual({ error: 'Bad Request', message, code: 'validation_error' });
    expect(faults.map((fault: { message: string }) => fault.message).join(' ')).toBe(message);
    expect(status).toBe(400);
  });

  it('refuses a page of the runs of a brand with a word on after', async () => {
    const { status, body } = await app.get(`/api/v1/brands/acme-crm/runs?${march}&page=2`);
    expect([status, body.code]).toEqual([400, 'validation_error']);
    expect(body.message).toBe('page does not exist here: give after, the nextCursor of the page before.');
  });

  it.each([
    ['outcome=lost', 'outcome must be one of all, mentioned, absent, gap; given was "lost".'],
    ['outcome=GAP', 'outcome must be one of all, mentioned, absent, gap; given was "GAP".'],
    ['after=x', 'after must be the nextCursor of an earlier page, unchanged; given was "x".'],
    ['limit=0', 'limit must be a whole number of at least 1, in decimal digits; given was "0".'],
    ['company=%00', 'company must not hold a NUL character.'],
    ['companies=Globex', 'There is no parameter "companies" here: did you mean company?'],
  ])('refuses %s of the runs of a brand', async (more, message) => {
    const { status, body } = await app.get(`/api/v1/brands/acme-crm/runs?${march}&${more}`);
    expect([status, body.message]).toEqual([400, message]);
  });

  it('reports unknown parameters together with every other fault, in one order', async () => {
    const { body } = await app.get('/api/v1/brands/acme-crm/analytics?model=x&tag=y&start=soon');
    const parts = [/^There is no parameter "tag"/, /start must be/, /end is required/, /model "x" is unknown/];
    for (const part of parts) expect(body.message).toMatch(part);
    const places = parts.map((part) => body.message.search(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each(['1e400', '-1e400'])(
    'takes %s for a number, which is out of bounds beside every other fault',
    async (level) => {
      const { status, body } = await app.get(`/api/v1/brands/acme-crm/signals?last=30d&level=${level}&tag=x`);
      expect([status, body.faults.map(({ field }: { field: string }) => field)]).toEqual([400, ['tag', 'level']]);
    },
  );

  it('reports what is wrong in the path beside an unknown parameter of the same name', async () => {
    const { body } = await app.get(`/api/v1/brands/${'b'.repeat(129)}/analytics?${march}&brandId=x`);
    expect(body.message).toMatch(/^There is no parameter "brandId" here: .* brandId must have 1 to 128 characters/);
  });

  it('refuses unknown parameters on every route, the ones without parameters included', async () => {
    for (const route of routes) {
      const ids: Record<string, string> = { brandId: 'acme-crm', promptId: prompts.best, runId: uuid(1) };
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
      const exists = (route.parameters ?? []).map(({ name }) => name);
      const given = exists.some((name) => name === 'start')
        ? `${march}&`
        : exists.includes('date')
          ? 'date=2026-03-01&'
          : '';
      const dimensions = exists.includes('by') ? 'by=tag&' : '';
      const { status, body, headers } = await app.get(`${path}?${dimensions}${given}qqqqqqqq=1`);
      expect([path, status, headers.get('etag')]).toEqual([path, 400, null]);
      const known = exists.length > 0 ? `those that exist are ${exists.join(', ')}.` : 'this path takes none.';
      expect(body.message).toBe(`There is no parameter "qqqqqqqq" here: ${known}`);
    }
  });

  it('names the first twenty of many unknown parameters, each cut to a readable length', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `${'q'.repeat(20)}${index}`);
    const { status, body } = await app.get(`/api/v1/models?${many.map((name) => `${name}=1`).join('&')}`);
    expect(status).toBe(400);
    expect(body.message.match(/There is no parameter/g)).toHaveLength(20);
    expect(body.message).toMatch(/480 more parameters do not exist here\.$/);
    const long = await app.get(`/api/v1/models?${'q'.repeat(5_000)}=1`);
    expect(long.body.message.length).toBeLessThan(200);
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
