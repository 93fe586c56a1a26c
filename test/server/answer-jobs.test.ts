// The side of a reader: whose documents are begun, and that an error that cannot be sent to another thread ends its request alone.

import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { invalid } from '../../src/errors.js';
import { type AuthorizedContext, unknownPath } from '../../src/server/context/request-context.js';
import { createPending } from '../../src/server/cost/pending.js';
import { createJobs } from '../../src/server/readers/answer-jobs.js';
import type { Job } from '../../src/server/readers/messages.js';
import { gate } from '../support/gate.js';

const job: Job = {
  ...{ id: 7, what: { kind: 'graphql' }, method: 'POST', url: 'http://localhost/graphql', headers: [], body: null },
  ...{ viewer: { kind: 'admin', keyId: 'admin' }, requestId: 'r', receivedAt: new Date(), timeoutMs: 60_000 },
  ...{ trace: null, limitHeaders: {}, version: undefined, named: undefined, reach: undefined },
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

it('begins few documents of one key at once, and those of others beside them', async () => {
  const begun: string[] = [];
  const { opened: finished, open: finish } = gate();
  const graphql = async (_: Request, { viewer }: AuthorizedContext) => {
    begun.push(viewer.keyId);
    await finished;
    return { status: 200, headers: {}, body: null };
  };
  const replied: number[] = [];
  const jobs = createJobs({
    reading: { route: async () => ({ status: 200, headers: {}, body: null }), graphql, mcp: graphql },
    pending: createPending(1_000_000),
    tracing: null,
    report: () => {},
    reply: ({ id }) => replied.push(id),
  });
  for (let id = 0; id < 20; id++) jobs.begin({ ...job, id, viewer: { kind: 'admin', keyId: 'many' } });
  jobs.begin({ ...job, id: 20, viewer: { kind: 'admin', keyId: 'one' } });
  await expect.poll(() => begun.length).toBe(3);
  expect(begun.sort()).toEqual(['many', 'many', 'one']);
  finish();
  await expect.poll(() => replied.length).toBe(21);
});
