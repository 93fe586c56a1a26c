// The store of answers: what it asks, when it asks again, and what it aborts.

import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/web/data/api.js';
import { createStore } from '../../src/web/data/store.js';

/** A store over requests that the test answers by hand. */
function stage() {
  const asked: { key: string; signal: AbortSignal; answer: (data: unknown) => void; fail: (error: Error) => void }[] =
    [];
  const store = createStore(
    (key, signal) => new Promise((answer, fail) => void asked.push({ key, signal, answer, fail })),
  );
  return { store, asked };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const ignore = () => {};

describe('the store', () => {
  it('asks once for all who watch, and keeps the answer', async () => {
    const { store, asked } = stage();
    let changes = 0;
    const release = store.watch('a', () => changes++);
    store.watch('a', ignore);
    expect([asked.length, store.read('a').isLoading]).toEqual([1, true]);
    asked[0]?.answer(7);
    await settled();
    expect(store.read('a')).toEqual({ data: 7, error: null, isLoading: false });
    expect(changes).toBe(2);
    release();
    store.watch('a', ignore);
    expect(asked).toHaveLength(1);
  });

  it('aborts what nobody waits for any more', () => {
    const { store, asked } = stage();
    const [one, other] = [store.watch('a', ignore), store.watch('a', ignore)];
    one();
    expect(asked[0]?.signal.aborted).toBe(false);
    other();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(store.read('a').data).toBeNull();
  });

  it('keeps the data while it asks again, and when that fails', async () => {
    const { store, asked } = stage();
    store.watch('a', ignore);
    asked[0]?.answer(1);
    await settled();
    store.refresh();
    expect(store.read('a')).toEqual({ data: 1, error: null, isLoading: true });
    const error = new ApiError('no', 'unreachable');
    asked[1]?.fail(error);
    await settled();
    expect(store.read('a')).toEqual({ data: 1, error, isLoading: false });
    store.reload('a');
    asked[2]?.answer(2);
    await settled();
    expect(store.read('a')).toEqual({ data: 2, error: null, isLoading: false });
  });

  it('forgets on a refresh what is not on the page', async () => {
    const { store, asked } = stage();
    const release = store.watch('a', ignore);
    asked[0]?.answer(1);
    await settled();
    release();
    store.refresh();
    expect(store.read('a').data).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('takes the answer of the last request alone', async () => {
    const { store, asked } = stage();
    store.watch('a', ignore);
    store.reload('a');
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[1]?.answer('new');
    asked[0]?.answer('old');
    await settled();
    expect(store.read('a').data).toBe('new');
  });

  it('keeps a bounded number of answers', async () => {
    const { store, asked } = stage();
    for (let index = 0; index < 200; index++) {
      const release = store.watch(`key ${index}`, ignore);
      asked[index]?.answer(index);
      await settled();
      release();
    }
    const kept = asked.filter(({ key }) => store.read(key).data !== null).map(({ key }) => key);
    expect(kept.length).toBeLessThan(70);
    expect(kept).toContain('key 199');
  });
});
