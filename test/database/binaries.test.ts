import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyBinaries, findBinaries, installBinaries } from '../../src/database/embedded/binaries.js';
import { temporaryFolder } from '../support/folder.js';

/** A package like those on the registry, whose server is `script`. */
async function fakePackage(folder: string, script: string) {
  await mkdir(join(folder, 'native/bin'), { recursive: true });
  await mkdir(join(folder, 'native/lib'));
  await writeFile(join(folder, 'native/bin/postgres'), script, { mode: 0o700 });
  await writeFile(join(folder, 'native/lib/libx.so.1.2'), '', { mode: 0o600 });
  const links = ['libx.so', 'libx.so.1'].map((name) => ({
    source: 'native/lib/libx.so.1.2',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  return { folder, name: 'postgresql-99-test', major: '99' };
}

it('installs programs that run without the links of the install script, once, whoever comes at the same moment', async () => {
  await using folder = await temporaryFolder();
  const binaries = await findBinaries();
  const install = () => installBinaries(binaries, folder.path, undefined);
  const [first, second] = await Promise.all([install(), install()]);
  expect(second).toBe(first);
  expect(await install()).toBe(first);
  const output = execFileSync(join(first, 'bin/postgres'), ['--version'], { encoding: 'utf8', env: {} });
  expect(output).toContain(`(PostgreSQL) ${binaries.major}.`);
  expect(execFileSync('ls', ['-A', folder.path], { encoding: 'utf8' }).trim()).toBe(binaries.name);
});

it('copies a package whose install script did run, and makes the copy readable for others', async () => {
  await using folder = await temporaryFolder();
  const fake = await fakePackage(join(folder.path, 'package'), '#!/bin/sh\nexit 0\n');
  await symlink('libx.so.1.2', join(fake.folder, 'native/lib/libx.so'));
  const copy = join(folder.path, 'copy');
  await copyBinaries(fake, copy);
  for (const name of ['libx.so', 'libx.so.1']) expect(await readlink(join(copy, 'lib', name))).toBe('libx.so.1.2');
  const modes = execFileSync('stat', ['-c', '%a', join(copy, 'bin/postgres'), join(copy, 'lib/libx.so.1.2'), copy]);
  expect(modes.toString().split('\n')).toEqual(['755', '644', '755', '']);
});

describe('says to set DATABASE_URL', () => {
  it.each([
    ['linux', 'riscv64'],
    ['freebsd', 'x64'],
    ['win32', 'x64'],
  ])('on %s %s', async (platform, arch) => {
    await expect(findBinaries(platform, arch)).rejects.toThrow(/no embedded PostgreSQL for .*Set DATABASE_URL/);
  });

  it('where the programs find no loader, as on a system with musl, and leaves no copy', async () => {
    await using folder = await temporaryFolder();
    const fake = await fakePackage(join(folder.path, 'package'), '#!/lib64/no-such-loader.so.2\n');
    const data = join(folder.path, 'data');
    await mkdir(data);
    await expect(installBinaries(fake, data, undefined)).rejects.toThrow(
      /does not run on this machine.*Set DATABASE_URL/,
    );
    expect(execFileSync('ls', ['-A', data], { encoding: 'utf8' })).toBe('');
  });

  it('where the programs end with an error, and reports it', async () => {
    await using folder = await temporaryFolder();
    const fake = await fakePackage(
      join(folder.path, 'package'),
      '#!/bin/sh\necho "version GLIBC_2.99 not found" >&2; exit 1\n',
    );
    await chmod(folder.path, 0o700);
    await expect(installBinaries(fake, folder.path, undefined)).rejects.toThrow(
      /GLIBC_2.99 not found. Set DATABASE_URL/,
    );
  });
});
