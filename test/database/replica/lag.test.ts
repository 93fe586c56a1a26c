// The lag of a standby, from positions in the log alone.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLagMeter } from '../../../src/database/replica/lag.js';

it('is not known before both servers have said where they are', () => {
  const meter = createLagMeter();
  expect(meter.lagMs(10)).toBeNull();
  meter.note({ atMs: 0, written: 100 });
  expect(meter.lagMs(10)).toBeNull();
  meter.replayed(99);
  expect(meter.lagMs(10)).toBeNull();
  meter.replayed(100);
  expect(meter.lagMs(10)).toBe(10);
});

it('is none while an idle primary is looked at, and grows from when the standby replays no more', () => {
  const meter = createLagMeter();
  for (const atMs of [0, 500, 1_000]) {
    meter.note({ atMs, written: 100 });
    meter.replayed(100);
    expect(meter.lagMs(atMs)).toBe(0);
  }
  for (const atMs of [1_500, 2_000, 2_500]) {
    meter.note({ atMs, written: atMs });
    meter.replayed(100);
    expect(meter.lagMs(atMs)).toBe(atMs - 1_000);
  }
  meter.replayed(2_000);
  expect(meter.lagMs(2_500)).toBe(500);
});

it('grows while nothing is noted', () => {
  const meter = createLagMeter();
  meter.note({ atMs: 0, written: 1 });
  meter.replayed(1);
  expect(meter.lagMs(60_000)).toBe(60_000);
});

it('is never shorter than the time for which the standby lacks something', () => {
  const steps = fc.array(
    fc.record({
      ms: fc.integer({ min: 1, max: 900 }),
      writes: fc.nat(5),
      replays: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const meter = createLagMeter();
      /** When each position was written. */
      const writtenAt = [0];
      let [nowMs, replayed] = [0, 0];
      for (const { ms, writes, replays } of all) {
        nowMs += ms;
        for (let count = 0; count < writes; count += 1) writtenAt.push(nowMs);
        const written = writtenAt.length - 1;
        meter.note({ atMs: nowMs, written });
        replayed += Math.floor((written - replayed) * replays);
        meter.replayed(replayed);
        const lacksSince = writtenAt[replayed + 1] ?? nowMs;
        expect(meter.lagMs(nowMs) ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(nowMs - lacksSince);
      }
    }),
  );
});
