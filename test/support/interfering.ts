// Has the readers of a server process execute something that the program never would, on a signal: stand still, or fail. Nothing of the program
// takes part in it. (By the inspector, node itself ended by SIGSEGV once in forty times on a busy machine, where a thread that it was attached to failed.)

import type { ServerProcess } from './server-process.js';

/** On SIGUSR2, each reader is made to execute `expression`; those that are started later are left alone. */
function listen(expression: string): string {
  return `
import { isMainThread, workerData } from 'node:worker_threads';
const channel = new BroadcastChannel('interfere');
channel.unref();
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage(null));
else if (process.argv[1].endsWith('reader-thread.js')) channel.onmessage = () => {
  process._rawDebug('a reader is interfered with');
  ${expression}
};`;
}

const startedWith = (expression: string) => ({
  NODE_OPTIONS: `--import data:text/javascript;base64,${Buffer.from(listen(expression)).toString('base64')}`,
});

/** What a process is started with whose readers can be made to stand still, or to fail. */
export const canStandStill = startedWith('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
export const canFail = startedWith('throw new Error("made to fail");');
export const firstCanStandStill = startedWith(
  'if (workerData.place === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
);
export const firstCanFail = startedWith('if (workerData.place === 0) throw new Error("made to fail");');

/** Has all readers of a server do what it was started with. */
export async function interfere({ child, said }: ServerProcess, readers: number): Promise<void> {
  const count = () => said().split('a reader is interfered with').length - 1;
  const before = count();
  child.kill('SIGUSR2');
  while (count() < before + readers) await new Promise((done) => setTimeout(done, 10));
}
