// What a request holds is released when its answer is taken, and when nobody is left to take it: once.

import { connect as connectSocket } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { beginRequestContext, type RequestContext, type ServerEnv } from '../../src/server/context/request-context.js';
import { listen } from '../../src/server/transport/http.js';
import { gate } from '../support/gate.js';

/** A router that counts how often request contexts were closed; `closed` resolves at the first. */
function countingRouter(work: (requestContext: RequestContext) => Promise<void>) {
  const counts = { closed: 0 };
  const { opened: closed, open: release } = gate();
  const app = new Hono<ServerEnv>();
  app.all('*', async (c) => {
    const { requestContext, end } = beginRequestContext(c, {
      config: { trustedProxies: 0, requestTimeoutMs: 60_000 },
      report: () => {},
      trace: null,
      clock: () => new Date(),
    });
    requestContext.onClose(() => {
      counts.closed += 1;
      release();
    });
    await work(requestContext);
    end();
    return c.text('ok');
  });
  const router = {
    leave: () => {},
    drain: () => {},
    fetch: (...given: Parameters<typeof app.fetch>) => app.fetch(...given),
  };
  return { router, counts, closed };
}

describe('a request is closed', () => {
  it('when its answer has been taken', async () => {
    const { router, counts, closed } = countingRouter(async () => {});
    const server = await listen(router, { host: '127.0.0.1', port: 0 });
    expect(await (await fetch(server.url)).text()).toBe('ok');
    await closed;
    await server[Symbol.asyncDispose]();
    expect(counts.closed).toBe(1);
  });

  it('when its client leaves before it is answered', async () => {
    const { router, counts, closed } = countingRouter(
      ({ deadline }) => new Promise((resolve) => deadline.signal.addEventListener('abort', () => resolve())),
    );
    const server = await listen(router, { host: '127.0.0.1', port: 0 });
    const socket = connectSocket(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.destroy());
    await closed;
    await server[Symbol.asyncDispose]();
    expect(counts.closed).toBe(1);
  });

  it('where there is no connection, when its response is handed over', async () => {
    const { router, counts } = countingRouter(async () => expect(counts.closed).toBe(0));
    expect(await (await router.fetch(new Request('http://x/'), {})).text()).toBe('ok');
    expect(counts.closed).toBe(1);
  });
});
