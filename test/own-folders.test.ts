// Tests use no folder of the user's: what a demo left in the clone changes none of them, and none leaves anything there.

import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { projectRoot } from '../src/root.js';
import { runCommand } from './support/command.js';
import { ownFolders } from './support/own-folders.js';

const clone = fileURLToPath(projectRoot);

it('a home of the run, not of the user', () => {
  expect(homedir()).not.toBe(userInfo().homedir);
  expect(process.env.SIGHTLINE_DATA).toContain(homedir());
});

it('commands within a test find neither the clone nor each other', async () => {
  const folderOf = async () => {
    const { out } = await runCommand(['doctor', '--json']);
    const { findings } = JSON.parse(out) as { findings: { name: string; message: string }[] }; // safe because the test reads it
    return findings.find(({ name }) => name === 'data')?.message ?? '';
  };
  const [one, other] = [await folderOf(), await folderOf()];
  expect(one).toMatch(/ does not exist yet;/);
  expect(one).toMatch(/^\//);
  expect(one.startsWith(clone)).toBe(false);
  expect(other).not.toBe(one);
});

it('processes of the program are started in a folder that the test names', () => {
  const paths = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const program = /bin\/sightline\.mjs|\.\.\/dist\/main\.js/;
  const starting = paths.filter((path) => program.test(readFileSync(`test/${path}`, 'utf8')));
  expect(starting).toEqual(['support/program.ts']);
});

it('a file that is left in the clone is reported', async () => {
  const folders = await ownFolders();
  const left = new URL('left.rejected.ndjson', projectRoot);
  await writeFile(left, '');
  await using _ = { [Symbol.asyncDispose]: () => rm(left) };
  await expect(folders[Symbol.asyncDispose]()).rejects.toThrow('left.rejected.ndjson');
});
