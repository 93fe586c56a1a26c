// Arguments and messages that an assistant gets wrong, over real HTTP: refused before anything runs, with all that would be right.

import { describe, expect, it } from 'vitest';
import { storeKey, type TestApp, testApp } from '../support/app.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, organization, prompts } = smallWorldIds;
const window = { start: '2026-03-01T00:00:00Z', end: '2026-03-06T00:00:00Z' };
const commaPrompt = '6f1f2b1c-5c55-4a0e-9d3a-0d6d2a1f7c99';

const { db, app } = await sharedApp(async (db) => {
  await recordAll(db, [
    ...smallWorld(),
    { type: 'prompt', id: commaPrompt, brandId: brand, text: 'both', tags: ['crm,smb'] },
  ]);
});

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** What one message is answered, wherever the answer has it. */
async function post(message: unknown, { to = app, key }: { to?: TestApp; key?: string } = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const { status, text } = await to.send('/mcp', { method: 'POST', headers, body }, key);
  return { status, answer: JSON.parse(text.replace(/^event: message\ndata: /, '')) };
}

const ask = (method: string, params: unknown) => post({ jsonrpc: '2.0', id: 7, method, params });

async function call(name: string, given: unknown) {
  const { answer } = await ask('tools/call', { name, arguments: given });
  const { isError = false, content, structuredContent } = answer.result;
  return { isError, said: String(content[0].text), structuredContent };
}

describe('a tag with a comma', () => {
  it('selects that tag, and not those that it looks like', async () => {
    const { structuredContent } = await call('list_prompts', { brandId: brand, tags: ['crm,smb'] });
    expect(structuredContent.data.map(({ id }: { id: string }) => id)).toEqual([commaPrompt]);
    const both = await call('list_prompts', { brandId: brand, tags: ['crm,smb', 'smb'] });
    expect(both.structuredContent.data.map(({ id }: { id: string }) => id).sort()).toEqual(
      [commaPrompt, prompts.best].sort(),
    );
  });

  it('is no way to write two of an enumeration', async () => {
    const { isError, said } = await call('list_cited_domains', { brandId: brand, ...window, category: ['own,other'] });
    expect([isError, said]).toEqual([true, expect.stringContaining('given was "own,other"')]);
  });
});

describe('messages', () => {
  it('are refused by the batch, before any of them runs', async () => {
    await using fresh = await testApp(db);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_brands' } };
    for (const batch of [[message], Array.from({ length: 60 }, (_, id) => ({ ...message, id })), []]) {
      const { status, answer } = await post(batch, { to: fresh });
      expect(status).toBe(400);
      expect(answer).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: expect.stringContaining('Send one JSON-RPC message a request') },
      });
    }
    expect(fresh.logged.some(({ operation }) => operation === 'brands')).toBe(false);
  });

  it.each([
    ['tools/call', undefined, ['params']],
    ['tools/call', { name: 5 }, ['params.name', 'string']],
    ['tools/call', { name: 5, arguments: 3 }, ['params.name', 'params.arguments']],
    ['initialize', {}, ['params.protocolVersion', 'params.clientInfo']],
    ['tools/list', { cursor: 5 }, ['params.cursor']],
    ['tools/call', { name: 'list_brand' }, ['There is no tool "list_brand"', 'did you mean list_brands?']],
    ['tools/call', { name: 'sing' }, ['There is no tool "sing"', 'list_brands, get_brand']],
  ] as const)('%s with %j are refused in one sentence', async (method, params, words) => {
    const { status, answer } = await ask(method, params);
    expect([status, answer.id, answer.error.code]).toEqual([200, 7, -32602]);
    for (const word of words) expect(answer.error.message).toContain(word);
    expect(answer.error.message).toMatch(/^The[^[\]{}\n]*[.?]$/);
  });

  it('of more values than any tool takes are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key ${at}`, at]));
    const { status, answer } = await ask('tools/list', { _meta: many });
    expect([status, answer.error]).toEqual([
      400,
      { code: -32600, message: 'The message has more than 10000 values: send fewer.' },
    ]);
  });

  it.each(['{', '', '3', 'null', '{}'])('that are none are refused: %s', async (body) => {
    const { status, answer } = await post(body);
    expect([status, Math.sign(answer.error.code)]).toEqual([400, -1]);
  });
});

describe('arguments', () => {
  const run = '0c9d0000-0000-4000-8000-000000000000';

  it.each([
    ['get_brand', { brandId: ['small'] }, ['brandId must be a text; given was a list.']],
    ['get_brand', { brandId: null }, ['brandId must be a text; given was null.']],
    ['get_brand', { brandId: { id: 'x' } }, ['brandId must be a text; given was an object.']],
    ['get_brand', { brandId: '' }, ['brandId is required: give an id such as']],
    [
      'list_prompts',
      { brandId: brand, tags: 'crm,smb' },
      ['tags must be a list of texts; given was the text "crm,smb".'],
    ],
    [
      'list_prompts',
      { brandId: brand, tags: ['crm', 5] },
      ['tags must be a list of texts; given was a list with the number 5.'],
    ],
    ['list_prompts', { brandId: brand, tags: ['crm', ' '] }, ['tags must not hold an empty element']],
    [
      'list_answers',
      { brandId: brand, ...window, limit: '5' },
      ['limit must be a whole number; given was the text "5".'],
    ],
    ['list_answers', { brandId: brand, ...window, limit: 1.5 }, ['limit must be a whole number of at least 1']],
    ['list_answers', { brandId: brand, ...window, limit: -1e30 }, ['limit must be a whole number of at least 1']],
    ['list_answers', { brandId: brand, ...window, limit: true }, ['limit must be a whole number; given was true.']],
    [
      'list_prompts',
      { brandId: brand, page: 1e30 },
      ['page must be at most 2147483647; given was "1000000000000000019884624838656".'],
    ],
    ['list_prompts', { brandId: brand, page: 2 ** 31 }, ['page must be at most 2147483647; given was "2147483648".']],
    ['list_answers', { brandId: brand, ...window, page: 2 }, ['page does not exist here: give after']],
    ['summarize_brand', { brandId: brand, ...window, compare: 'previous' }, ['There is no argument "compare" here']],
    ['get_change', { brandId: brand, ...window, bucket: 'day' }, ['There is no argument "bucket" here']],
    ['summarize_brand', { brandId: brand, ...window, time_zone: 'UTC' }, ['did you mean timeZone?']],
    ['list_models', { brandId: brand }, ['There is no argument "brandId" here: this tool takes none.']],
    ['summarize_brand', {}, ['brandId is required', 'start is required', 'end is required']],
    [
      'summarize_brand',
      { brandId: 5, start: 7, end: '2026-03-01', bucket: 'year', tags: 'x', modell: 'y' },
      [
        'brandId must be',
        'start must be a text',
        'end is a bare date',
        'bucket must be',
        'tags must be',
        'did you mean model?',
      ],
    ],
  ] as const)('of %s, as %j, are refused with all that would be right', async (name, given, sentences) => {
    const { isError, said } = await call(name, given);
    expect([isError, said]).toEqual([true, expect.stringMatching(/^validation_error: /)]);
    for (const sentence of sentences) expect(said).toContain(sentence);
  });

  it('say once what is wrong with one that is required', async () => {
    const ofQuery = await call('get_prompt_day', { promptId: prompts.best, date: 5 });
    expect(ofQuery.said).toBe('validation_error: date must be a text; given was the number 5.');
    const ofPath = await call('get_brand', { brandId: 5 });
    expect(ofPath.said).toBe('validation_error: brandId must be a text; given was the number 5.');
  });

  it.each([1e30, 101, Number.MAX_SAFE_INTEGER])('clamp a limit of %d', async (limit) => {
    const clamped = await call('list_answers', { brandId: brand, ...window, limit: 100 });
    expect(await call('list_answers', { brandId: brand, ...window, limit })).toEqual(clamped);
    expect(clamped.isError).toBe(false);
  });

  it('clamp a limit that no number can hold', async () => {
    const params = `{"name":"list_brands","arguments":{}}`;
    const whole = `{"name":"list_prompts","arguments":{"brandId":${JSON.stringify(brand)},"limit":1e999}}`;
    for (const each of [params, whole]) {
      const { answer } = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${each}}`);
      expect(answer.result.isError ?? false).toBe(false);
    }
  });

  it.each([
    ['get_brand', { brandId: '\ud800' }, 'not_found'],
    ['get_answer', { promptId: prompts.best, runId: `${run}\udc00` }, 'validation_error'],
    ['summarize_prompt', { promptId: '\ud800', ...window }, 'validation_error'],
  ] as const)('of %s with an unpaired surrogate are ordinary ones', async (name, given, code) => {
    const { isError, said } = await call(name, given);
    expect([isError, said.split(':')[0]]).toEqual([true, code]);
  });

  it('of every tool are named as the tool names them', async () => {
    const { answer } = await ask('tools/list', {});
    const tools: readonly { name: string; inputSchema: { properties: Record<string, unknown> } }[] =
      answer.result.tools;
    const named = tools.filter(({ inputSchema }) => 'brandId' in inputSchema.properties);
    expect(named.length).toBeGreaterThan(7);
    for (const { name } of named) {
      const { isError, said } = await call(name, {
        brandId: 'x'.repeat(129),
        ...(name === 'get_brand' || name === 'list_prompts' ? {} : window),
        ...(name === 'get_breakdown' ? { by: ['tag'] } : {}),
      });
      expect([name, isError, said]).toEqual([
        name,
        true,
        expect.stringMatching(/^validation_error: brandId must have 1 to 128/),
      ]);
    }
  });

  it('are published as what they are: none but those that are named', async () => {
    const { answer } = await ask('tools/list', {});
    for (const { inputSchema } of answer.result.tools) expect(inputSchema.additionalProperties).toBe(false);
  });

  it('count each for the limit of the key', async () => {
    await using limited = await testApp(db, { rateLimitPerMinute: 2 });
    const { token } = await storeKey(db, { organizationId: organization });
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const statuses = [];
    for (const each of [[message, message], message, message])
      statuses.push((await post(each, { to: limited, key: token }).catch(() => ({ status: 429 }))).status);
    expect(statuses).toEqual([400, 200, 429]);
  });
});
