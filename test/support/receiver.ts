// A receiver of webhooks: a server of HTTP that keeps what it is sent and answers as it is told.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, count: number) => void;

export const accept: Answer = (response) => void response.writeHead(204).end();

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  answer: Answer;
}

export async function openReceiver(answer: Answer = accept): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: await text(request) });
    receiver.answer(response, received.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Whether a request was signed with `secret`, as docs/signals.md says to find out. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(`${headers['sightline-signature']}`) ?? [];
  return createHmac('sha256', secret).update(`${at}.${body}`).digest('hex') === signature;
}
