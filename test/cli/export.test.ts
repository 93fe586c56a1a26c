// `sightline export` as it is called: what it writes where, what it refuses, and that a file is whole or not there.

import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeTo } from '../../src/cli/export-target.js';
import { runCommand } from '../support/command.js';
import { testDatabase } from '../support/database.js';
import { gate } from '../support/gate.js';
import { jsonLines } from '../support/json-lines.js';
import { startProgram } from '../support/program.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';

const db = await sharedDatabase((db) => recordAll(db, smallWorld()));
const folder = await sharedFolder();

const exportTo = async (name: string, ...options: readonly string[]) => {
  const path = join(folder, name);
  const ended = await runCommand(['export', '-o', path, ...options], { DATABASE_URL: db.url });
  return { ...ended, path, lines: ended.status === 0 ? linesOf(await readFile(path)) : [] };
};

function linesOf(bytes: Buffer) {
  const plain = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  return jsonLines(plain.toString());
}

const typesOf = (lines: readonly { readonly type: string }[]) =>
  lines.map(({ type }) => type).filter((type, index, all) => all.indexOf(type) === index);

describe('sightline export', () => {
  it('writes every record in an order in which it can be recorded, and prints how many', async () => {
    const { lines, out, path } = await exportTo('all.ndjson');
    expect(typesOf(lines)).toEqual(['organization', 'model', 'brand', 'competitor', 'prompt', 'run']);
    expect(out).toMatch(/^run +11$/m);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await using other = await testDatabase();
    const { status } = await runCommand(['record', path], { DATABASE_URL: other.url });
    expect(status).toBe(0);
    const again = await runCommand(['export', '-o', `${path}.again`], { DATABASE_URL: other.url });
    expect(again.status).toBe(0);
    expect(await readFile(`${path}.again`)).toEqual(await readFile(path));
  });

  it('keeps what a run says, word by word', async () => {
    const { lines } = await exportTo('words.ndjson');
    expect(lines.find(({ id }) => id === '0c9d0000-0000-4000-8000-000000000001')).toEqual({
      type: 'run',
      id: '0c9d0000-0000-4000-8000-000000000001',
      promptId: smallWorldIds.prompts.best,
      model: 'google-ai-mode',
      provider: 'google',
      webSearchEnabled: true,
      createdAt: '2026-03-01T21:00:00.000Z',
      answer: 'Answer 1: Globex',
      webQueries: ['best crm 1'],
      citations: [
        { url: 'https://www.example.com/page/1?utm_source=chat', title: 'Page 1' },
        { url: 'https://example.org/' },
      ],
      brandMentioned: true,
      competitorsMentioned: ['Globex'],
      assessments: {
        brand: { mentioned: true, probability: 0.98, sentiment: 'neutral', sentimentProbabilities: {}, position: 2 },
        competitors: { Globex: { mentioned: true, sentiment: 'negative', sentimentProbabilities: {}, position: 2 } },
      },
    });
  });

  it('writes the runs of a brand in a half-open window, with all that they refer to', async () => {
    const window = ['--from', '2026-03-01T21:00:00Z', '--to', '2026-03-02T21:00:00+00:00'];
    const { lines } = await exportTo('some.ndjson', '--brand', smallWorldIds.brand, ...window);
    expect(lines.filter(({ type }) => type === 'run').map(({ createdAt }) => createdAt)).toEqual([
      '2026-03-01T21:00:00.000Z',
      '2026-03-02T09:00:00.000Z',
    ]);
    expect(lines.filter(({ type }) => type === 'organization').map(({ id }) => id)).toEqual(['acme']);
    expect(lines.filter(({ type }) => type === 'brand').map(({ id }) => id)).toEqual([smallWorldIds.brand]);
    await using other = await testDatabase();
    expect((await recordAll(other, lines)).rejected).toEqual([]);
  });

  it.each([[['gz.ndjson.gz']], [['gzip.ndjson', '--gzip']]])('compresses %s', async ([name = '', ...options]) => {
    const { path, lines } = await exportTo(name, ...options);
    expect((await readFile(path))[0]).toBe(0x1f);
    expect(lines).toEqual((await exportTo('plain.ndjson')).lines);
  });

  it('writes to standard output, and prints the counts to standard error', async () => {
    const child = startProgram(['export', '--json'], { cwd: folder, env: { DATABASE_URL: db.url } });
    const [out, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect(status).toBe(0);
    expect(linesOf(Buffer.from(out))).toEqual((await exportTo('plain.ndjson')).lines);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toEqual({
      exported: { organization: 2, model: 2, brand: 2, competitor: 3, prompt: 3, annotation: 0, run: 11 },
      bytes: out.length,
    });
  });

  it.each([
    [['--brand', 'nobody', '--brand', smallWorldIds.brand], /^There is no brand "nobody"\.\n$/],
    [['--from', '2026-03-01', '--to', 'x'], /^--from is a bare date .* --to must be an RFC 3339/],
    [['--from', '2026-03-01T00:00:00Z', '--to', '2026-03-01T00:00:00Z'], /^--to must be after --from/],
  ])('refuses %s and leaves what was there', async (options, message) => {
    await writeFile(join(folder, 'kept.ndjson'), 'kept');
    const { status, stderr } = await exportTo('kept.ndjson', ...options);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(await readFile(join(folder, 'kept.ndjson'), 'utf8')).toBe('kept');
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('says where it cannot write, and that a disk is full', async () => {
    const nowhere = await exportTo('nowhere/file.ndjson');
    expect(nowhere.status).toBe(2);
    expect(nowhere.stderr).toMatch(/nowhere\/file\.ndjson cannot be written: .*ENOENT/);
    const full = await runCommand(['export', '-o', '/dev/full'], { DATABASE_URL: db.url });
    expect(full.status).toBe(2);
    expect(full.stderr).toBe(
      '/dev/full cannot be written: the disk is full; free some space and run the command again. The export was discarded.\n',
    );
  });

  it('writes a file that is whole when another export of the same name is under way', async () => {
    const path = join(folder, 'both.ndjson');
    const { opened: isOver, open: goOn } = gate();
    async function* slowly() {
      yield Buffer.from('first, ');
      await isOver;
      yield Buffer.from('second');
    }
    const target = { path, gzip: false };
    const slow = writeTo(target, slowly());
    await expect.poll(async () => (await readdir(folder)).filter((name) => name.endsWith('.partial'))).toHaveLength(1);
    await writeTo(target, Readable.from([Buffer.from('whole')]));
    expect(await readFile(path, 'utf8')).toBe('whole');
    goOn();
    await slow;
    expect(await readFile(path, 'utf8')).toBe('first, second');
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('leaves the database as it is when nobody reads on', async () => {
    await using crowd = await testDatabase();
    await recordAll(crowd, smallWorld());
    await crowd.pool.query(`update answer set text = repeat('long ', 200000)`);
    const child = startProgram(['export'], { cwd: folder, env: { DATABASE_URL: crowd.url } });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
    child.kill();
  });
});
