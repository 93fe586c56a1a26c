// Pages that are built again while the server runs: it sends the new ones at once, and what is gone is not found.

import { cp, mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPageFiles, type PageFiles } from '../../src/server/pages/files.js';

let folder: string;
let files: PageFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-pages-'));
  files = createPageFiles(pathToFileURL(`${folder}/`));
});
afterEach(() => rm(folder, { recursive: true }));

async function send(name: string, headers: Record<string, string> = {}) {
  const answer = await files.send(name, { headers: new Headers(headers) }, {});
  return answer && { ...answer, text: Buffer.from(answer.body ?? '').toString() };
}

/** What a build does when the style sheet has changed: new names, a new page and a new list, then the old part goes. */
async function rebuild(): Promise<{ readonly old: string; readonly fresh: string }> {
  const listed = await readFile(join(folder, 'files.json'), 'utf8');
  const [old = ''] = /assets\/dashboard-\w+\.css/.exec(listed) ?? [];
  const fresh = 'assets/dashboard-REBUILT0.css';
  for (const ending of ['', '.br', '.gz']) await rename(join(folder, old + ending), join(folder, fresh + ending));
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).replaceAll(old, fresh);
  await writeFile(join(folder, 'index.html'), page);
  const list = JSON.parse(listed.replaceAll(old, fresh));
  list['index.html'].hash = 'rebuilt';
  await writeFile(join(folder, 'files.json'), JSON.stringify(list));
  // Whatever the resolution of the file system's clock.
  await utimes(join(folder, 'files.json'), new Date(), new Date(Date.now() + 10_000));
  return { old, fresh };
}

it('are sent instead of those of before', async () => {
  await cp('dist/web', folder, { recursive: true });
  const before = await send('index.html');
  expect(before?.status).toBe(200);
  const { old, fresh } = await rebuild();
  const after = await send('index.html', { 'if-none-match': before?.headers.ETag ?? '' });
  expect([after?.status, after?.text.includes(fresh), after?.text.includes(old)]).toEqual([200, true, false]);
  expect((await send(fresh))?.status).toBe(200);
  expect(await send(old)).toBeNull();
});

it('are found where there were none when the server started', async () => {
  expect(await send('index.html')).toBeNull();
  await cp('dist/web', folder, { recursive: true });
  expect((await send('index.html'))?.status).toBe(200);
});

it('are sent as soon as they can be read again', async () => {
  await cp('dist/web', folder, { recursive: true });
  const page = join(folder, 'index.html');
  await rename(page, `${page}.aside`);
  await mkdir(page);
  await expect(send('index.html')).rejects.toMatchObject({ code: 'EISDIR' });
  await rm(page, { recursive: true });
  await rename(`${page}.aside`, page);
  expect((await send('index.html'))?.status).toBe(200);
});

it('lie there compressed, each coding of the same content', async () => {
  await cp('dist/web', folder, { recursive: true });
  const names = Object.keys(JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const plain = await files.send(name, { headers: new Headers() }, {});
    const forms = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [coding, decode] of Object.entries(forms)) {
      const sent = await files.send(name, { headers: new Headers({ 'accept-encoding': coding }) }, {});
      expect(sent?.headers['Content-Encoding']).toBe(coding);
      expect(decode(sent?.body ?? '').equals(Buffer.from(plain?.body ?? ''))).toBe(true);
    }
  }
});
