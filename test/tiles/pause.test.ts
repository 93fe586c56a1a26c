// Long work gives others their turn, and short work does not wait for them.

import { expect, it } from 'vitest';
import { createPause } from '../../src/tiles/answer/pause.js';

it('is due after a stretch of work, lets what waits have its turn, and begins the next stretch', async () => {
  const turns: string[] = [];
  setImmediate(() => turns.push('another request'));
  const pause = createPause();
  expect(pause.isDue()).toBe(false);
  while (!pause.isDue());
  expect(turns).toEqual([]);
  await pause.take();
  expect(turns).toEqual(['another request']);
  expect(pause.isDue()).toBe(false);
});
