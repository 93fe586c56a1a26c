// The thread of a reader: opens what reading needs, and answers the jobs that the door sends.

import { parentPort, workerData } from 'node:worker_threads';
import { createAnswerStore, createAnswers } from '../server/answers/answers.js';
import { createPending } from '../server/cost/pending.js';
import { toldDocuments } from '../server/graphql/persisted/document-store.js';
import { createJobs } from '../server/readers/answer-jobs.js';
import type { FromReader, ToReader } from '../server/readers/messages.js';
import { createReading } from '../server/reading.js';
import { standBack } from '../thread.js';
import { openDocuments } from './open-documents.js';
import type { ReaderData } from './open-readers.js';
import { readingPartsOf } from './reading-parts.js';
import { openBeside, replicaOf } from './resources.js';

const { config, place, session, beats, beatMs, isReadOnly, isDistributed, pendingBytes }: ReaderData = workerData;

standBack('computing');

const send = (message: FromReader, moved: readonly (ArrayBuffer | ReadableStream)[] = []) =>
  // safe because a stream can be moved as well, which the types do not know
  parentPort?.postMessage(message, moved as readonly ArrayBuffer[]);

const beating = setInterval(() => Atomics.add(beats, place, 1), beatMs);
const opened = { isReadOnly, isDistributed, sessionName: session };
const { log, metrics, tracing, watcher, db, close } = await openBeside(config, opened, send);
// The door says in the log whether reads go there.
const replica = replicaOf(config, { db, watcher, onChange: () => {}, sessionName: session });
const answers = createAnswers(createAnswerStore(config.answerCacheBytes), config);
const documents = await openDocuments(config);
const persistedDocuments = toldDocuments(documents, (document) => send({ kind: 'document', document }));
const parts = readingPartsOf(config, { db, replica, log, metrics, answers, tracing, persistedDocuments });
const jobs = createJobs({
  reading: createReading(parts),
  pending: createPending(config.maxPendingBytes, { bytes: pendingBytes, place: place + 1 }),
  tracing,
  report: (err, requestId) => log.error({ err, requestId }, 'unexpected error'),
  reply: send,
});
metrics.watch({ pool: db.pool, reads: parts.db.reads, answers: answers.counts });

parentPort?.on('message', (message: ToReader) => {
  if (message.kind === 'job') jobs.begin(message.job);
  else if (message.kind === 'leave') jobs.leave(message.id);
  else if (message.kind === 'document') documents.register(message.document);
  else void end();
});
send({ kind: 'ready' });

async function end(): Promise<void> {
  await replica?.[Symbol.asyncDispose]();
  await close();
  clearInterval(beating);
  parentPort?.close();
}
