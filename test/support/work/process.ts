// Asks a process that counts its work, one question after the other.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { adminKey } from '../app.js';
import type { Work } from './count.js';
import type { Counted } from './serve.js';

export interface CountedAnswer extends Work {
  /** The answer, if it is neither one to the question nor says that this costs too much. */
  readonly fault: string | null;
}

interface CountingServer extends AsyncDisposable {
  /** The most work between two turns of the event loop, or all work if that is not `enough`. */
  readonly ask: (question: Counted) => Promise<CountedAnswer>;
}

/** Over the database at `url`. */
export async function countingServer(url: string): Promise<CountingServer> {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    ADMIN_API_KEYS: adminKey,
    LOG_LEVEL: 'error',
    ANSWER_CACHE_BYTES: '0',
    // Whatever is asked again is decoded again.
    TILE_CACHE_BYTES: '0',
    // Counting takes its time.
    REQUEST_TIMEOUT_MS: '600000',
    STATEMENT_TIMEOUT_MS: '600000',
  };
  const main = new URL('./serve.ts', import.meta.url);
  const child = fork(main, { execArgv: ['--import', 'tsx'], env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  return {
    ask: async (question) => {
      child.send(question);
      const [answer] = await once(child, 'message');
      return answer;
    },
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
