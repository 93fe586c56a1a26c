import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rejectsFile, rejectsPathOf } from '../../src/recording/rejects.js';
import { jsonLines } from '../support/json-lines.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = () => join(folder, 'runs.ndjson.rejected.ndjson');
const linesOf = async (file: string) => jsonLines(await readFile(file, 'utf8'));
const faults = [{ field: 'id', message: 'id is missing.' }];

it.each([
  ['week 7.ndjson', 'week 7.ndjson.rejected.ndjson'],
  ['/data/runs.ndjson.gz', '/data/runs.ndjson.gz.rejected.ndjson'],
  ['-', 'stdin.rejected.ndjson'],
  ['/dev/stdin', 'stdin.rejected.ndjson'],
  ['/dev/fd/63', 'stdin.rejected.ndjson'],
  ['/dev/shm/runs.ndjson', '/dev/shm/runs.ndjson.rejected.ndjson'],
  ['/proc/self/fd/11', 'stdin.rejected.ndjson'],
])('the rejected lines of %s go to %s', (input, path) => {
  expect(rejectsPathOf(input)).toBe(path);
});

describe('rejectsFile', () => {
  it('keeps the line, its number and its faults, and the bytes of what is not UTF-8', async () => {
    await using rejects = rejectsFile(path());
    await rejects.keep([{ line: 3, faults, bytes: Buffer.from('{"a": "é"}') }]);
    await rejects.keep([{ line: 9, faults, bytes: Buffer.from([0xff, 0x00]) }]);
    expect(await linesOf(path())).toEqual([
      { line: 3, faults, text: '{"a": "é"}' },
      { line: 9, faults, base64: '/wA=' },
    ]);
  });

  it('is read by its owner alone', async () => {
    await using rejects = rejectsFile(path());
    await rejects.keep([{ line: 1, faults, bytes: Buffer.from('x') }]);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  it('makes no file without a rejected line', async () => {
    await using rejects = rejectsFile(path());
    await rejects.keep([]);
    await rejects.complete();
    expect(await readdir(folder)).toEqual([]);
  });

  it('sets an earlier file aside, never over another', async () => {
    for (const line of [1, 2, 3]) {
      await using rejects = rejectsFile(path());
      await rejects.keep([{ line, faults, bytes: Buffer.from('x') }]);
      await rejects.complete();
    }
    await writeFile(join(folder, 'other.txt'), 'x');
    expect((await readdir(folder)).sort()).toEqual([
      'other.txt',
      'runs.ndjson.rejected.1.ndjson',
      'runs.ndjson.rejected.2.ndjson',
      'runs.ndjson.rejected.ndjson',
    ]);
    expect((await linesOf(join(folder, 'runs.ndjson.rejected.1.ndjson')))[0]).toMatchObject({ line: 1 });
    expect((await linesOf(path()))[0]).toMatchObject({ line: 3 });
  });

  it('sets an earlier file aside when all input was read and nothing was rejected', async () => {
    await writeFile(path(), 'earlier');
    await using rejects = rejectsFile(path());
    await rejects.complete();
    expect(await readdir(folder)).toEqual(['runs.ndjson.rejected.1.ndjson']);
  });

  it('moves nothing that is not a file', async () => {
    await mkdir(path());
    await using rejects = rejectsFile(path());
    await rejects.complete();
    await expect(rejects.keep([{ line: 1, faults, bytes: Buffer.from('x') }])).rejects.toThrow('EEXIST');
    expect(await readdir(folder)).toEqual(['runs.ndjson.rejected.ndjson']);
  });

  it('loses nothing when two recordings write at once', async () => {
    await using one = rejectsFile(path());
    await using other = rejectsFile(path());
    await one.keep([{ line: 1, faults, bytes: Buffer.from('x') }]);
    await other.keep([{ line: 1, faults, bytes: Buffer.from('x') }]);
    await one.keep([{ line: 2, faults, bytes: Buffer.from('y') }]);
    await other.keep([{ line: 2, faults, bytes: Buffer.from('y') }]);
    for (const file of await readdir(folder)) expect(await linesOf(join(folder, file))).toHaveLength(2);
    expect(await readdir(folder)).toHaveLength(2);
  });
});
