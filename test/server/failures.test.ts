// What goes wrong on our side: reported with a code, never with what is inside.

import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { fillTables, prompts, uuid } from '../support/rows.js';

/** An application over a database that lacks a table which it needs for the details of a run. */
async function brokenApp(db: TestDatabase) {
  await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
  await db.pool.query('alter table answer rename to mislaid');
  return await testApp(db);
}

describe('a failure that nobody foresaw', () => {
  it('is masked, reported with the request id, and logged whole', async () => {
    await using db = await testDatabase();
    const app = await brokenApp(db);
    const rest = await app.get(`/api/v1/prompts/${prompts.best}/runs/${uuid(1)}`);
    expect(rest.status).toBe(500);
    const id = rest.headers.get('x-request-id') ?? '';
    expect(rest.body).toEqual({
      error: 'Internal Server Error',
      message: `Something went wrong on our side. Report this request id: ${id}.`,
      code: 'internal_error',
    });
    const line = app.logged.find(({ requestId, msg }) => requestId === id && msg === 'unexpected error');
    expect(JSON.stringify(line)).toMatch(/relation .*answer.* does not exist/);
  });

  it('of one field leaves the others of a GraphQL request their answers', async () => {
    await using db = await testDatabase();
    const app = await brokenApp(db);
    const field = `promptRun(promptId: "${prompts.best}", runId: "${uuid(1)}") { answer { text } }`;
    const partly = await app.graphql(`{ models { id } ${field} }`);
    expect(partly.status).toBe(200);
    expect(partly.body.data.models).toHaveLength(6);
    expect(partly.body.errors[0].extensions).toEqual({ code: 'internal_error' });
    expect(partly.text).not.toMatch(/mislaid|relation|select/i);
    const whole = await app.graphql(`{ ${field} }`);
    expect(whole.status).toBe(500);
    expect(whole.body.errors[0].extensions).toEqual({ code: 'internal_error' });
    expect(whole.body).not.toHaveProperty('data');
  });

  it('is logged once where many fields of a request fail alike', async () => {
    await using db = await testDatabase();
    const app = await brokenApp(db);
    const field = `promptRun(promptId: "${prompts.best}", runId: "${uuid(1)}") { answer { text } }`;
    const aliases = Array.from({ length: 20 }, (_, at) => `of${at}: ${field}`);
    const { body, headers } = await app.graphql(`{ models { id } ${aliases.join(' ')} }`);
    expect(body.errors).toHaveLength(20);
    const id = headers.get('x-request-id');
    expect(app.logged.filter(({ requestId, msg }) => requestId === id && msg === 'unexpected error')).toHaveLength(1);
  });
});

describe('a server that shuts down', () => {
  it('takes no new request', async () => {
    await using db = await testDatabase();
    const app = await testApp(db);
    await app[Symbol.asyncDispose]();
    for (const path of ['/api/v1/models', '/graphql', '/health/ready']) {
      const { status, headers, body } = await app.get(path);
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect((body.errors?.[0].extensions ?? body).code).toBe('unavailable');
    }
  });
});
