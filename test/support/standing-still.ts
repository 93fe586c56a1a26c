// Has the readers of a server process stand still, as a fault of ours would: by the inspector, on a signal. Nothing of the program takes part in it.

import type { ServerProcess } from './server-process.js';

/** On SIGUSR2, each reader is made to execute a loop without an end. */
const listen = `
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('SIGUSR2', () => {
  let isOver = false;
  const session = new Session();
  session.connect();
  const evaluate = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'for (;;);' } });
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (isOver || !workerInfo.url.endsWith('reader-thread.js')) return;
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message: evaluate });
    process._rawDebug('a reader is made to stand still');
  });
  // Those that are started later are left alone.
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, () => { isOver = true; });
});`;

/** What the process is started with. */
export const canStandStill = {
  NODE_OPTIONS: `--import data:text/javascript;base64,${Buffer.from(listen).toString('base64')}`,
};

/** Has all readers of a server stand still from now on, and yields how many they are. */
export async function standStill({ child, said }: ServerProcess, readers: number): Promise<void> {
  const count = () => said().split('a reader is made to stand still').length - 1;
  const before = count();
  child.kill('SIGUSR2');
  while (count() < before + readers) await new Promise((done) => setTimeout(done, 10));
}
