// What a busy machine may spoil is done again.

import { inspect } from 'node:util';

/** Less than the time limit of a test. */
const patienceMs = 540_000;

/** Makes an attempt until its result `isRight`, and yields that: a wrong program never has it. */
export async function seen<T>(attempt: () => Promise<T>, isRight: (result: T) => boolean): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const result = await attempt();
    if (isRight(result)) return result;
    if (performance.now() > end) throw new Error(`Not seen in ${patienceMs / 1_000} s, but ${inspect(result)}.`);
  }
}
