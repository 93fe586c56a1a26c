// Large answers over MCP: bounded as those of REST are, counted among the answers that wait to be sent, and each sent once.

import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { toolRows } from '../../src/server/mcp/tools.js';
import { adminKey, type Reply, testApp } from '../support/app.js';
import { get, openSocket } from '../support/raw-client.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const runId = '0c9d0000-0000-4000-8000-00000000ffff';
const shortRunId = '0c9d0000-0000-4000-8000-00000000fffe';
/** More than the sockets of both sides buffer. */
const longText = '"long" \\ answer '.repeat(1_200_000);
const shortText = longText.slice(0, 500_000);
const window = { start: '2026-03-01T00:00:00Z', end: '2026-03-06T00:00:00Z' };

const { db, app } = await sharedApp(async (db) => {
  const createdAt = '2026-03-02T10:00:00Z';
  const run = { type: 'run', promptId: prompts.best, model: 'chatgpt', provider: 'openai', createdAt };
  const mentions = { brandMentioned: true, competitorsMentioned: [] };
  await recordAll(db, [
    ...smallWorld(),
    { ...run, ...mentions, id: runId, answer: longText },
    { ...run, ...mentions, id: shortRunId, answer: shortText },
  ]);
});

function call(name: string, given: Readonly<Record<string, unknown>>, to = app): Promise<Reply> {
  const message = { jsonrpc: '2.0', id: '"structuredContent":{}', method: 'tools/call' };
  return to.send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ ...message, params: { name, arguments: given } }),
  });
}

const resultIn = ({ text }: Reply) => JSON.parse(text.replace(/^event: message\ndata: /, '')).result;

/** Whatever a tool takes of these. */
const allArguments: Readonly<Record<string, string | readonly string[]>> = {
  brandId: brand,
  promptId: prompts.best,
  runId,
  date: '2026-03-02',
  by: ['model'],
  ...window,
};

function argumentsOf({ route, left = [] }: (typeof toolRows)[number]): Record<string, unknown> {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const inQuery = (route.parameters ?? []).map(({ name }) => name).filter((name) => !left.includes(name));
  const taken = [...names, ...inQuery].filter((name) => name in allArguments);
  return Object.fromEntries(taken.map((name) => [name, allArguments[name]]));
}

describe('an answer over MCP', () => {
  it.each(toolRows)('of $name is refused beyond MAX_ANSWER_BYTES', async (tool) => {
    const given = argumentsOf(tool);
    const whole = resultIn(await call(tool.name, given));
    expect(whole.isError, whole.content[0].text).toBeFalsy();
    const maxAnswerBytes = Buffer.byteLength(JSON.stringify(whole.structuredContent)) - 1;
    await using small = await testApp(db, { maxAnswerBytes });
    const { isError, content } = resultIn(await call(tool.name, given, small));
    expect(isError).toBe(true);
    expect(content[0].text).toMatch(/^query_too_complex: .* and the limit is/);
    expect(content[0].text.length).toBeLessThan(1_000);
  });

  it('that is large is sent once, and says where it is', async () => {
    const given = { promptId: prompts.best, runId };
    const reply = await call('get_answer', given);
    const { content, structuredContent } = resultIn(reply);
    const rest = await app.get(`/api/v1/prompts/${prompts.best}/runs/${runId}`);
    expect(structuredContent).toEqual(rest.body);
    expect(structuredContent.answer.text).toBe(longText);
    expect(Buffer.byteLength(reply.text)).toBeLessThan(1.01 * Buffer.byteLength(rest.text));
    const bytes = Buffer.byteLength(rest.text).toLocaleString('en-US');
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining(bytes) }]);
  });

  it('that is small is text as well, for clients that read nothing else', async () => {
    const { content, structuredContent } = resultIn(await call('get_brand', { brandId: brand }));
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  it('counts among those that wait to be sent with all that is sent for it', async () => {
    const given = { promptId: prompts.best, runId: shortRunId };
    const bytes = (run: string) => app.get(`/api/v1/prompts/${prompts.best}/runs/${run}`).then(lengthOf);
    const [long, short] = [await bytes(runId), await bytes(shortRunId)];
    const tight = await testApp(db, { maxPendingBytes: long + 2 * short });
    await using server = await tight.listen({ host: '127.0.0.1', port: 0 });
    const reader = await openSocket(server);
    reader.pause();
    reader.write(get(`/api/v1/prompts/${prompts.best}/runs/${runId}`, `Authorization: Bearer ${adminKey}\r\n`));
    while (!tight.logged.some(({ operation }) => operation === 'promptRun')) await setTimeout(5);
    expect((await tight.get(`/api/v1/prompts/${prompts.best}/runs/${shortRunId}`)).status).toBe(200);
    const { isError, content } = resultIn(await call('get_answer', given, tight));
    expect([isError, content[0].text.slice(0, 100)]).toEqual([true, expect.stringMatching(/^unavailable: /)]);
    reader.destroy();
  });
});

function lengthOf({ text }: Reply): number {
  return Buffer.byteLength(text);
}
