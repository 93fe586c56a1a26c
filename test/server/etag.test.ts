import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildDigest } from '../../src/root.js';
import { keyAt } from '../../src/server/answers/etag.js';
import { testApp } from '../support/app.js';
import { temporaryFolder } from '../support/folder.js';
import { openKept, window } from '../support/kept.js';
import { plainRun, recordAll, smallWorldIds } from '../support/records.js';
import { versionStatements } from '../support/statements/authorization.js';

const { brand, organization, prompts } = smallWorldIds;
const analytics = `/api/v1/brands/${brand}/analytics?${window}`;
const tagged = [
  analytics,
  `/api/v1/prompts/${prompts.best}/runs?${window}`,
  `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-01`,
  '/api/v1/models',
];

const authorizationOf = (path: string) => versionStatements(path.endsWith('/models') ? 'shared' : 'brand');

const { app, db, statements, recordRun } = await openKept();

async function tagOf(path: string): Promise<string> {
  const { status, headers } = await app.get(path);
  expect(status).toBe(200);
  const etag = headers.get('etag');
  if (!etag) throw new Error(`${path} has no ETag`);
  return etag;
}

const ask = (path: string, etag: string) => app.send(path, { headers: { 'if-none-match': etag } });

describe('entity tags', () => {
  it.each(tagged)('confirm the copy of %s with no more than their authorization, and no tile', async (path) => {
    const etag = await tagOf(path);
    statements.length = 0;
    const { status, text, headers } = await ask(path, etag);
    expect([status, text, headers.get('etag')]).toEqual([304, '', etag]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toContain('Authorization');
    expect(statements).toEqual(authorizationOf(path));
    expect(statements.join()).not.toContain('tile');
  });

  it.each([...tagged, `${analytics}&model=chatgpt`])(
    'of %s are of the version that the request opens with, which is all that it reads before its data',
    async (path) => {
      const forgetful = await testApp(db, { answerCacheBytes: 0 });
      await forgetful.get(path); // the sizes at this version
      statements.length = 0;
      await forgetful.get(path);
      const isOfData = (sql: string) =>
        /^begin (isolation level repeatable read|read only)|^select '\w+' as kind, /.test(sql);
      const before = statements.some(isOfData) ? statements.findIndex(isOfData) : statements.length;
      expect(statements.slice(0, before)).toEqual(authorizationOf(path));
    },
  );

  it('are the same for the same question and differ between questions', async () => {
    expect(await tagOf(analytics)).toBe(await tagOf(analytics));
    expect(await tagOf(`${analytics}&model=chatgpt`)).not.toBe(await tagOf(analytics));
  });

  it('change with whatever is recorded of the brand, and with nothing of another', async () => {
    const before = await tagOf(analytics);
    await recordRun(smallWorldIds.otherPrompt);
    expect((await ask(analytics, before)).status).toBe(304);
    const records = [
      plainRun(2),
      { type: 'prompt', id: prompts.best, brandId: brand, text: 'best crm', tags: ['new'] },
      { type: 'competitor', brandId: brand, name: 'Newcomer' },
      { type: 'model', id: 'chatgpt', label: 'Another label' },
      { type: 'brand', id: brand, organizationId: organization, name: 'Renamed' },
    ];
    let etag = before;
    for (const record of records) {
      await recordAll(db, [record]);
      const reply = await ask(analytics, etag);
      expect([record.type, reply.status]).toEqual([record.type, 200]);
      etag = reply.headers.get('etag') ?? '';
    }
  });

  it('of another build of the program are others, without a new version number', async () => {
    const tagsOf = (build?: string) => keyAt('versions', 'question', build).etag;
    expect(tagsOf('one')).not.toBe(tagsOf('another'));
    expect(tagsOf()).toBe(tagsOf(buildDigest()));
    await using temporary = await temporaryFolder();
    const folder = temporary.path;
    const [code, url] = [join(folder, 'tiles/read.js'), pathToFileURL(`${folder}/`)];
    await cp('src/auth', folder, { recursive: true });
    await mkdir(join(folder, 'tiles'));
    await writeFile(code, 'export const one = 1;');
    const before = buildDigest(url);
    expect(buildDigest(url)).toBe(before);
    await mkdir(join(folder, 'web'));
    await writeFile(join(folder, 'web/page.js'), 'a page has tags of its own');
    expect(buildDigest(url)).toBe(before);
    await writeFile(code, 'export const one = 2;');
    expect(buildDigest(url)).not.toBe(before);
  });

  it.each([{ maxSeriesDays: 30 }, { maxQueryCost: 50_000 }])('of other settings are others: %o', async (settings) => {
    const other = await testApp(db, settings);
    const same = await testApp(db);
    for (const path of tagged) {
      const etag = await tagOf(path);
      expect((await other.get(path)).headers.get('etag')).not.toBe(etag);
      expect((await same.get(path)).headers.get('etag')).toBe(etag);
    }
    const document = `/graphql?${new URLSearchParams({ query: `{ brand(id: "${brand}") { name } }` })}`;
    const graphql = await Promise.all(
      [app, other, same].map(async (each) => (await each.get(document)).headers.get('etag')),
    );
    expect(graphql[1]).not.toBe(graphql[0]);
    expect(graphql[2]).toBe(graphql[0]);
  });
});
