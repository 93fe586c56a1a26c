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
    // Taking the counts takes as long as a short answer: only of as few turns together as it takes to show that each does less than enough.
    let most = await countTurns(session, within, { work, turns: Number.POSITIVE_INFINITY });
    for (let turns = 256; most.count >= enough && turns > 1; ) {
      turns = Math.max(1, Math.floor(turns * Math.min(1 / 2, enough / most.count)));
      most = await countTurns(session, within, { work, turns });
    }
    return most;
  };
}

interface Turned {
  readonly work: () => Promise<void>;
  /** So many together: none of them did more. */
  readonly turns: number;
}

async function countTurns(session: Session, within: string, { work, turns }: Turned): Promise<Work> {
  // What ran since the counts were taken last, when an answer was over, is as good as nothing.
  let most = nothing;
  let isOver = false;
  let turn = 0;
  const take = () => {
    const taken = takeMost(session, within);
    if (taken.count > most.count) most = taken;
  };
  const look = () => {
    if (isOver) return;
    if (++turn % turns === 0) take();
    setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  take();
  return most;
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
