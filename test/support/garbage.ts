// Collects what nothing refers to, so that a test sees what is kept.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // safe because the flag before makes it

/** Collects everything, also what a weak reference was made of just now: that is kept until the end of the turn. */
export async function collectGarbage(): Promise<void> {
  await setImmediate();
  collect();
}
