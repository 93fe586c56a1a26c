import DataLoader from 'dataloader';
import { describe, expect, it } from 'vitest';
import { inKeyOrder } from '../../src/loaders/entities.js';
import { createPendingTracker } from '../../src/loaders/pending-tracker.js';

function loaders() {
  const pending = createPendingTracker();
  const batches: string[] = [];
  const entity = (name: string) =>
    new DataLoader(
      pending.track(async (keys: readonly string[]) => {
        await new Promise((resolve) => setImmediate(resolve));
        batches.push(`${name}: ${keys.join()}`);
        if (keys.includes('broken')) throw new Error('broken');
        return keys;
      }),
      { batchScheduleFn: pending.schedule },
    );
  const answer = new DataLoader(
    async (keys: readonly string[]) => {
      batches.push(`answer: ${keys.join()}`);
      return keys;
    },
    { batchScheduleFn: pending.whenIdle },
  );
  return { batches, brand: entity('brand'), prompt: entity('prompt'), answer };
}

describe('a batch that waits until nothing is pending', () => {
  it('leaves after entities at every depth, once', async () => {
    const { batches, brand, prompt, answer } = loaders();
    await Promise.all([
      answer.load('at once'),
      brand.load('a').then(() => answer.load('brand')),
      prompt.load('p').then(async () => {
        await brand.load('b');
        return answer.load('prompt and brand');
      }),
    ]);
    expect(batches).toEqual(['brand: a', 'prompt: p', 'brand: b', 'answer: at once,brand,prompt and brand']);
  });

  it('leaves after entities that are known already, and after ones that fail', async () => {
    const { batches, brand, answer } = loaders();
    await brand.load('a');
    await brand.load('a').then(() => answer.load('known'));
    const failed = brand.load('broken').catch(() => answer.load('failed'));
    expect(await failed).toBe('failed');
    expect(batches).toEqual(['brand: a', 'answer: known', 'brand: broken', 'answer: failed']);
  });

  it('leaves at once when nothing else is loaded', async () => {
    const { answer } = loaders();
    expect(await answer.load('alone')).toBe('alone');
  });
});

describe('rows in the order of their keys', () => {
  it('are null where a key has none', () => {
    expect(inKeyOrder(['b', 'c', 'a'], ['a', 'b'], (row) => row)).toEqual(['b', null, 'a']);
  });
});
