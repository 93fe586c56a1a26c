// How far a standby is behind, by positions in the write-ahead log: what the primary had written when, against what the standby has replayed. So an
// idle primary has no lag, clocks need not agree, and a standby that is cut off falls behind as soon as the primary writes.

/** What the primary had written, at least, at a time of ours. */
interface Sample {
  readonly atMs: number;
  readonly written: number;
}

const maxSamples = 1_000;

export interface LagMeter {
  /** Notes that the primary had written up to `written` at `atMs` or later. Times ascend. */
  readonly note: (sample: Sample) => void;
  /** Notes that the standby has replayed up to `replayed`. */
  readonly replayed: (replayed: number) => void;
  /** Since when, at the latest, the standby lacks something, in milliseconds before `nowMs`; `null`: not known. */
  readonly lagMs: (nowMs: number) => number | null;
}

/** A meter that knows nothing yet. It grows with time while nothing is noted. */
export function createLagMeter(): LagMeter {
  let samples: Sample[] = [];
  let caughtUpAtMs: number | null = null;
  return {
    note: (sample) => {
      samples.push(sample);
      // The oldest are given up: the lag is long by then, and found to be no shorter than it is.
      if (samples.length > maxSamples) samples = samples.slice(-maxSamples);
    },
    replayed: (replayed) => {
      const covered = samples.findLastIndex(({ written }) => written <= replayed);
      const sample = samples[covered];
      if (!sample) return;
      caughtUpAtMs = sample.atMs;
      samples = samples.slice(covered);
    },
    lagMs: (nowMs) => (caughtUpAtMs === null ? null : Math.max(0, nowMs - caughtUpAtMs)),
  };
}
