// Has the readers of a server process execute something that the program never would, by the inspector and on a signal: stand still, or fail. Nothing
// of the program takes part in it.

import type { ServerProcess } from './server-process.js';

/** On SIGUSR2, each reader is made to execute `expression`. */
function listen(expression: string): string {
  return `
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('SIGUSR2', () => {
  let isOver = false;
  const session = new Session();
  session.connect();
  const evaluate = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: ${JSON.stringify(expression)} } });
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (isOver || !workerInfo.url.endsWith('reader-thread.js')) return;
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message: evaluate });
    process._rawDebug('a reader is interfered with');
  });
  // Those that are started later are left alone.
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, () => { isOver = true; });
});`;
}

const startedWith = (expression: string) => ({
  NODE_OPTIONS: `--import data:text/javascript;base64,${Buffer.from(listen(expression)).toString('base64')}`,
});

/** What a process is started with whose readers can be made to stand still, or to fail. */
export const canStandStill = startedWith('for (;;);');
export const canFail = startedWith('setImmediate(() => { throw new Error("made to fail"); })');

/** Has all readers of a server do what it was started with. */
export async function interfere({ child, said }: ServerProcess, readers: number): Promise<void> {
  const count = () => said().split('a reader is interfered with').length - 1;
  const before = count();
  child.kill('SIGUSR2');
  while (count() < before + readers) await new Promise((done) => setTimeout(done, 10));
}
