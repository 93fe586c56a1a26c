import { expect, it } from 'vitest';
import { once } from '../src/once.js';
import { readFiles } from './support/exports.js';

it('makes each thing once, for all who ask while it is made and after', async () => {
  const keys: string[] = [];
  const make = once(async (key: string) => {
    keys.push(key);
    return { key };
  });
  const [first, second, other] = await Promise.all([make('a'), make('a'), make('b')]);
  expect(second).toBe(first);
  expect(await make('a')).toBe(first);
  expect(other).toEqual({ key: 'b' });
  expect(keys).toEqual(['a', 'b']);
});

it('makes what failed again, however it failed', async () => {
  const failures = [
    () => Promise.reject(new Error('later')),
    () => {
      throw new Error('at once');
    },
  ];
  const make = once(async () => failures.shift()?.() ?? 'made');
  const [one, same] = await Promise.allSettled([make(), make()]);
  expect([one.status, same.status]).toEqual(['rejected', 'rejected']);
  await expect(make()).rejects.toThrow('at once');
  expect(await make()).toBe('made');
});

it('is how the program keeps what it makes: elsewhere a promise is kept until it ends, or for one request', () => {
  const keeps = /\b(?:let \w+: (?:Promise<.*>|ReturnType<.*>) \| undefined|new (?:Weak)?Map<\w+, Promise<)/;
  const keeping = readFiles(['src']).flatMap(({ path, text }) => (keeps.test(text) ? path.slice('src/'.length) : []));
  expect(keeping.sort()).toEqual([
    ...['auth/guard.ts', 'database/citus/unavailable-nodes.ts', 'database/connection/cancel.ts'],
    ...['database/connection/hosts.ts', 'database/postgres.ts', 'database/replica/request-snapshot.ts', 'once.ts'],
    ...['server/answers/answers.ts', 'server/transport/http.ts'],
  ]);
});
