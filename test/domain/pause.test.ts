// Long work gives others their turn, and short work does not wait for them.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPause, createTurn } from '../../src/domain/pause.js';

/** Milliseconds of a clock that the tests set. */
let now = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => void vi.restoreAllMocks());

/** Work that takes longer than a stretch. */
const work = () => {
  now += 1_000;
};

it('is due after a stretch of work, lets what waits have its turn, and begins the next stretch', async () => {
  const turns: string[] = [];
  setImmediate(() => turns.push('another request'));
  const pause = createPause();
  expect(pause.isDue()).toBe(false);
  work();
  expect(pause.isDue()).toBe(true);
  expect(turns).toEqual([]);
  await pause.take();
  expect(turns).toEqual(['another request']);
  expect(pause.isDue()).toBe(false);
});

it('gives turns one after the other, each after what waits where a stretch of work is over', async () => {
  const turns: string[] = [];
  const turn = createTurn();
  const busy = async (name: string) => {
    await turn();
    turns.push(name);
    work();
    setImmediate(() => turns.push(`another request after ${name}`));
  };
  await Promise.all([busy('a'), busy('b')]);
  await turn();
  expect(turns).toEqual(['a', 'another request after a', 'b', 'another request after b']);
});

it('rejects where the work is not to go on', async () => {
  const request = new AbortController();
  const pause = createPause(() => request.signal.throwIfAborted());
  await pause.take();
  request.abort(new Error('It has left.'));
  await expect(pause.take()).rejects.toThrow('It has left.');
});
