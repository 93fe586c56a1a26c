// What a reader replies is sent to another thread: an error that cannot be ends its request alone.

import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { invalid } from '../../src/errors.js';
import { unknownPath } from '../../src/server/context/request-context.js';
import { createPending } from '../../src/server/cost/pending.js';
import { createJobs } from '../../src/server/readers/answer-jobs.js';
import type { Job } from '../../src/server/readers/messages.js';

const job: Job = {
  ...{ id: 7, what: { kind: 'graphql' }, method: 'POST', url: 'http://localhost/graphql', headers: [], body: null },
  ...{ viewer: { kind: 'admin', keyId: 'admin' }, requestId: 'r', receivedAt: new Date(), timeoutMs: 60_000 },
  ...{ trace: null, limitHeaders: {}, version: undefined, subjects: undefined, reach: undefined },
  label: unknownPath,
};

it('an error that cannot be sent becomes one that says so', async () => {
  const { port1, port2 } = new MessageChannel();
  const fail = async () => {
    // safe because the test is of what the type forbids
    throw invalid([{ field: Object as unknown as string, message: 'A function has no copy.' }]);
  };
  const jobs = createJobs({
    reading: { route: fail, graphql: fail, mcp: fail },
    pending: createPending(1_000_000),
    tracing: null,
    report: () => {},
    reply: (reply) => port1.postMessage(reply),
  });
  const replied = once(port2, 'message');
  jobs.begin(job);
  const [{ id, error }] = await replied;
  expect([id, error.code]).toEqual([7, 'internal_error']);
  port1.close();
});
