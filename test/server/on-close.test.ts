// What a request holds is released when its answer is taken, and when nobody is left to take it: once.

import { connect as connectSocket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Incoming } from '../../src/server/exchange/call.js';
import type { Handler } from '../../src/server/handler.js';
import { answerFetch } from '../../src/server/transport/fetch.js';
import { listen } from '../../src/server/transport/http.js';

const answer = { status: 200, headers: {}, body: 'ok' };

/** A handler that counts how often requests were closed; `closed` resolves at the first. */
function countingHandler(work: (request: Incoming) => Promise<void>) {
  const counts = { closed: 0 };
  let release = () => {};
  const closed = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler: Handler = {
    leave: () => {},
    drain: () => {},
    answer: async (request) => {
      request.onClose?.(() => {
        counts.closed += 1;
        release();
      });
      await work(request);
      return answer;
    },
  };
  return { handler, counts, closed };
}

describe('a request is closed', () => {
  it('when its answer has been taken', async () => {
    const { handler, counts, closed } = countingHandler(async () => {});
    const server = await listen(handler, { host: '127.0.0.1', port: 0 });
    expect(await (await fetch(server.url)).text()).toBe('ok');
    await closed;
    await server[Symbol.asyncDispose]();
    expect(counts.closed).toBe(1);
  });

  it('when its client leaves before it is answered', async () => {
    const { handler, counts, closed } = countingHandler(
      ({ signal }) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    );
    const server = await listen(handler, { host: '127.0.0.1', port: 0 });
    const socket = connectSocket(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.destroy());
    await closed;
    await server[Symbol.asyncDispose]();
    expect(counts.closed).toBe(1);
  });

  it('where there is no connection, when its response is handed over', async () => {
    const { handler, counts } = countingHandler(async () => expect(counts.closed).toBe(0));
    expect(await (await answerFetch(handler, new Request('http://x/'))).text()).toBe('ok');
    expect(counts.closed).toBe(1);
  });
});
