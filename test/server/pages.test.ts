// The pages as they are sent: policies, caching, and nothing but what was built.

import { describe, expect, it } from 'vitest';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp(async () => {});

const ask = (path: string, headers: Record<string, string> = {}) => app.send(path, { headers }, null);

describe('the dashboard', () => {
  it('is open, and allows itself nothing but its own origin', async () => {
    const { status, headers, text } = await ask('/');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(text).not.toMatch(/https?:\/\//);
  });

  it('is sent in the best coding that the client takes, and not again to who has it', async () => {
    const codings = ['gzip, br', 'gzip', 'br;q=0, gzip', 'identity'];
    const sent = codings.map(async (accept) =>
      (await ask('/', { 'accept-encoding': accept })).headers.get('content-encoding'),
    );
    expect(await Promise.all(sent)).toEqual(['br', 'gzip', 'gzip', null]);
    const etag = (await ask('/')).headers.get('etag') ?? '';
    const again = await ask('/', { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('names parts that may be kept for good', async () => {
    const { text } = await ask('/');
    const parts = text.match(/(?<=")\/assets\/[^"]+/g) ?? [];
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      const { status, headers } = await ask(part);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it.each([
    ...['/prompts', '/prompts/a%2Fb', '/competitors', '/breakdown', '/signals', '/sources', '/searches', '/answers'],
    '/answers/a/b',
  ])('is the same document at %s', async (path) => {
    expect((await ask(path)).text).toBe((await ask('/')).text);
  });

  it.each([
    ...['/assets/', '/assets/none.js', '/assets/..%2findex.html', '/assets/..%2f..%2fpackage.json', '/index.html'],
    ...['/overview', '/answers/a'],
  ])('holds nothing at %s', async (path) => {
    expect((await app.get(path)).status).toBe(404);
  });

  it('is only read', async () => {
    const { status, headers } = await app.send('/', { method: 'POST' }, null);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
