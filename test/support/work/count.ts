// How much is done between two turns of the event loop, as a count: how often the piece of code ran that ran most often. V8 counts it for every
// block of every function, so that no loop is left out, and the count is the same on every machine.

import { Session } from 'node:inspector';

export interface Work {
  /** How often the piece of code ran. */
  readonly count: number;
  /** Its file and its function. */
  readonly place: string;
}

const nothing: Work = { count: 0, place: '' };

/** The most that was done in one turn of the event loop while `work` was done; or in all turns together, if that is fewer than `enough`. */
export type CountWork = (work: () => Promise<void>, enough: number) => Promise<Work>;

/** Counts in this process, of files whose address contains `within`. What was loaded before has no blocks. */
export function countWork(within: string): CountWork {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async (work, enough) => {
    // Taking the counts takes as long as a short answer: only as often as it takes to show that no turn does enough.
    let most = nothing;
    for (const atLeastMs of [Number.POSITIVE_INFINITY, 32, 8, 2, 0]) {
      most = await countTurns(session, within, { work, atLeastMs });
      if (most.count < enough) break;
    }
    return most;
  };
}

interface Turned {
  readonly work: () => Promise<void>;
  /** So long do the turns work that are counted together: none of them did more. */
  readonly atLeastMs: number;
}

async function countTurns(session: Session, within: string, { work, atLeastMs }: Turned): Promise<Work> {
  // What ran since the counts were taken last, when an answer was over, is as good as nothing.
  let most = nothing;
  let isOver = false;
  let since = workedMs();
  const take = () => {
    const taken = takeMost(session, within);
    if (taken.count > most.count) most = taken;
    since = workedMs();
  };
  const look = () => {
    if (isOver) return;
    if (workedMs() - since >= atLeastMs) take();
    setImmediate(look);
  };
  // A look at every turn keeps the loop from resting while the database works.
  if (Number.isFinite(atLeastMs)) setImmediate(look);
  await work();
  isOver = true;
  take();
  return most;
}

/** What this process has worked. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** What ran most since the last call. */
function takeMost(session: Session, within: string): Work {
  let most = nothing;
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { url, functions } of result) {
      const at = url.indexOf(within);
      if (at === -1) continue;
      for (const { functionName, ranges } of functions)
        for (const { count } of ranges)
          if (count > most.count) most = { count, place: `${url.slice(at + 1)} ${functionName}` };
    }
  });
  return most;
}
