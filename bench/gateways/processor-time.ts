// Processor time of processes, from Linux's /proc.

import { readdir, readFile } from 'node:fs/promises';

/** Of /proc/<pid>/stat: 100 a second on every Linux. */
const msPerTick = 10;

interface Times {
  readonly parent: number;
  /** Its own, in milliseconds. */
  readonly own: number;
  /** Of its children that have ended and been waited for. */
  readonly ofEnded: number;
}

/** Processor time of one process until now, in milliseconds. */
export async function timeOf(pid: number): Promise<number> {
  return (await timesOf(pid))?.own ?? 0;
}

/** Processor time of a process and all that it started, whether or not it still runs, in milliseconds. */
export async function timeOfFamily(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = new Map<number, Times>();
  for (const each of pids) {
    const found = await timesOf(each);
    if (found) times.set(each, found);
  }
  const total = (of: number): number => {
    const { own = 0, ofEnded = 0 } = times.get(of) ?? {};
    const children = [...times].filter(([, { parent }]) => parent === of);
    return children.reduce((sum, [child]) => sum + total(child), own + ofEnded);
  };
  return total(pid);
}

/** `null`: it has ended. */
async function timesOf(pid: number): Promise<Times | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field is the name of the program in brackets, which may contain anything; the parent is the fourth.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const field = (number: number) => fields[number - 3] ?? 0;
  return {
    parent: field(4),
    own: (field(14) + field(15)) * msPerTick,
    ofEnded: (field(16) + field(17)) * msPerTick,
  };
}
