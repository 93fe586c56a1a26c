import { describe, expect, it } from 'vitest';
import { Stop } from '../src/stop.js';
import { collectGarbage } from './support/garbage.js';

describe('Stop', () => {
  it('resolves or rejects as what is waited for does', async () => {
    const stop = new Stop();
    await expect(stop.race(Promise.resolve(1))).resolves.toBe(1);
    await expect(stop.race(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });

  it('rejects what is waited for, and what comes later, with the first error', async () => {
    const stop = new Stop();
    const waiting = stop.race(new Promise(() => {}));
    stop.stop(new Error('first'));
    stop.stop(new Error('second'));
    await expect(waiting).rejects.toThrow('first');
    await expect(stop.race(Promise.resolve(1))).rejects.toThrow('first');
  });

  it('keeps nothing of what it has waited for', async () => {
    const stop = new Stop();
    const result = async () => new WeakRef(await stop.race(Promise.resolve({})));
    const kept = [await result(), await result()];
    await collectGarbage();
    expect(kept.map((each) => each.deref())).toEqual([undefined, undefined]);
    stop.stop(new Error('over'));
  });
});
