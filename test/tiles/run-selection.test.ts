// What filters select is looked at for each of thousands of chunks: it is made once.

import { expect, it } from 'vitest';
import type { Channel } from '../../src/domain/selection/channel.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { selectRuns } from '../../src/tiles/scan/run-selection.js';

/** Counts how often all of it is gone through. */
class CountedMap extends Map<number, Channel> {
  passes = 0;

  override keys() {
    this.passes += 1;
    return super.keys();
  }

  override get(number: number) {
    if (number === 1) this.passes += 1;
    return super.get(number);
  }
}

it('makes the masks of prompts and channels once, and a name as short as that of one channel', () => {
  const channels = new CountedMap();
  for (let number = 1; number <= 1_000; number++)
    channels.set(number, { model: `m-${number % 7}`, provider: 'p', webSearchEnabled: true, market: `${number}` });
  const state = { channels, prompts: null, lastPrompt: 3 };
  const few = selectRuns({ filter: { ...noFilter, markets: ['5'] } }, null, state);
  const many = selectRuns({ filter: { ...noFilter, webSearch: true } }, null, state);
  const masks = many.entries;
  expect(masks).toMatchObject({ prompts: Uint8Array.of(1, 1, 1, 1), models: 7 });
  expect([...masks.channels]).toEqual([0, ...Array.from({ length: 1_000 }, () => 1)]);
  expect([...masks.modelOf].slice(0, 9)).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 0]);
  const { passes } = channels;
  expect(many.entries).toBe(masks);
  expect(channels.passes).toBe(passes);
  expect(many.key.length).toBe(few.key.length);
  expect(many.key).not.toBe(few.key);
});
