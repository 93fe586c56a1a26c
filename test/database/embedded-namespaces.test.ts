// The embedded database from several PID namespaces, as in containers that share a volume: one runs it, the others refuse and harm nothing.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/database/embedded/embedded.js';
import {
  isLocked,
  madeFolder,
  makeFolder,
  privateFolder,
  query,
  until,
  untilGone,
  useEmbedded,
} from '../support/embedded.js';

const inNamespace = { wrapper: ['unshare', '--fork', '--kill-child', '--pid', '--mount-proc'] };
const [unshare = '', ...options] = inNamespace.wrapper;
const hasNamespaces = spawnSync(unshare, [...options, 'true']).status === 0;
const refusal = /is in use by another container or machine \(.+\).*: run this command there, stop the other one/;

beforeAll(makeFolder);

describe('from another PID namespace (needs root and unshare)', { skip: !hasNamespaces, concurrent: true }, () => {
  it('is refused with the way out while a server runs, and leaves that unharmed', async () => {
    await using folder = await madeFolder();
    await using first = await openEmbedded(folder.path);
    await query(first.url, 'create table kept as select 1 as row');
    const lock = join(folder.path, 'postgres/data/postmaster.pid');
    const before = readFileSync(lock, 'utf8');
    await expect(useEmbedded(folder.path, inNamespace)).rejects.toThrow(refusal);
    expect(readFileSync(lock, 'utf8')).toBe(before);
    expect(await query(first.url, 'select row from kept')).toEqual([1]);
  });

  it('is opened as soon as the other has closed it', async () => {
    await using folder = await madeFolder();
    const first = await useEmbedded(folder.path, inNamespace);
    await query(first.url, 'create table kept as select 1 as row');
    expect(await first.stop()).toBe(0);
    await using second = await useEmbedded(folder.path, inNamespace);
    expect(await query(second.url, 'select row from kept')).toEqual([1]);
  });

  it('is opened with all that was acknowledged once everything in the other was killed, whatever has its process ids', async () => {
    await using folder = await privateFolder();
    const first = await useEmbedded(folder.path, inNamespace);
    await query(first.url, 'create table kept as select 1 as row');
    await first.kill();
    // What runs the namespace is dead before the namespace is.
    await until(() => !isLocked(folder.path));
    await using second = await useEmbedded(folder.path, inNamespace);
    expect(await query(second.url, 'select row from kept')).toEqual([1]);
    await second.stop();
    await using third = await openEmbedded(folder.path);
    expect(await query(third.url, 'select row from kept')).toEqual([1]);
  });

  it('is run by one of several that open an empty folder at the same moment, and shared within its namespace only', async () => {
    await using folder = await privateFolder();
    const opened = await Promise.allSettled([1, 2, 3].map(() => useEmbedded(folder.path, inNamespace)));
    const served = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(served).toHaveLength(1);
    for (const each of opened) if (each.status === 'rejected') expect(String(each.reason)).toMatch(refusal);
    const [first] = served;
    expect(await query(first?.url ?? '', 'select 1')).toEqual([1]);
    await first?.stop();
  });
});

describe('the lock of the folder', { skip: process.platform !== 'linux', concurrent: true }, () => {
  it('stays with the server when the process that started it and its shell are killed', async () => {
    await using folder = await madeFolder();
    const first = await useEmbedded(folder.path);
    expect(isLocked(folder.path)).toBe(true);
    await using second = await useEmbedded(folder.path);
    await first.kill();
    expect(isLocked(folder.path)).toBe(true);
    expect(await query(second.url, 'select 1')).toEqual([1]);
    await second.stop();
    await untilGone(folder.path);
    await until(() => !isLocked(folder.path));
  });

  it('is asked for where the program that takes it is not installed', async () => {
    await using folder = await privateFolder();
    await expect(useEmbedded(folder.path, { path: '/nowhere' })).rejects.toThrow(
      /cannot be locked: the program flock is not installed.*Set DATABASE_URL/,
    );
  });
});
