// The longest stretch that the event loop was held, in processor time of its thread: what others do on the machine does not count.

import { readFileSync } from 'node:fs';

const lookMs = 5;

export interface Stretches {
  /** The longest since the last call, in milliseconds. */
  readonly take: () => number;
}

/** Looks at the processor time of this thread every few milliseconds; while the loop is held, it cannot look. */
export function watchStretches(): Stretches {
  let [last, longest] = [threadMs(), 0];
  const look = () => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, lookMs).unref();
  return {
    take: () => {
      look();
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}

/** Linux counts it for each thread, in nanoseconds; elsewhere that of the whole process is all there is. */
function threadMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
