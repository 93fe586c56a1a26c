// The installation of packages in a fresh clone: what is seen of it. Only packages of local folders are installed, so no registry is asked.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { installPackages } from '../scripts/install.mjs';

const names = ['one', 'two', 'three'];

/** A folder with a lock file that names three packages, and one for another system. */
async function clone(change: Record<string, unknown> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'sightline-install-'));
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:packages/${name}`]));
  const project = { name: 'clone', version: '1.0.0', dependencies };
  for (const name of names) {
    await mkdir(join(root, 'packages', name), { recursive: true });
    await writeFile(join(root, 'packages', name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  }
  const packages = {
    '': project,
    ...Object.fromEntries(names.map((name) => [`packages/${name}`, { version: '1.0.0' }])),
    ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, { resolved: `packages/${name}`, link: true }])),
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['none'], cpu: ['none'] },
  };
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...project, ...change }));
  await writeFile(
    join(root, 'package-lock.json'),
    JSON.stringify({ name: 'clone', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

async function install(root: string, isTTY: boolean) {
  const written: string[] = [];
  const { status, stderr } = await installPackages(root, { isTTY, write: (text: string) => void written.push(text) });
  return { status, stderr, text: written.join('') };
}

describe('the installation of packages', () => {
  it('is one line on a terminal, which counts the packages for this machine', async () => {
    await using folder = await clone();
    const { status, text } = await install(folder.root, true);
    expect(status).toBe(0);
    expect(existsSync(join(folder.root, 'node_modules/two/package.json'))).toBe(true);
    const states = text.replace('\n', '').split('\r').filter(Boolean);
    expect([states[0], states.at(-1)]).toEqual([
      'Installing packages: 0 of 3',
      'Installed 3 packages'.padEnd('Installing packages: 0 of 3'.length),
    ]);
    expect(text.match(/\n/g)).toHaveLength(1);
  });

  it('is lines elsewhere', async () => {
    await using folder = await clone();
    const { text } = await install(folder.root, false);
    expect(text).toMatch(/^Installing packages: 0 of 3\n(?:.+\n)*Installed 3 packages +\n$/);
    expect(text).not.toContain('\r');
  });

  it('says what npm says where it fails', async () => {
    await using folder = await clone({ dependencies: { four: 'file:packages/four' } });
    const { status, stderr } = await install(folder.root, true);
    expect(status).not.toBe(0);
    expect(stderr).toContain('npm ci');
  });
});
