// A bare node:http server in its own process that sends a given response: the upper bound for any Node server on this machine.

import { createServer } from 'node:http';

/** What to send, from the parent process. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

process.once('message', ({ status, headers, body }: BareAnswer) => {
  const bytes = Buffer.from(body);
  const server = createServer((_, response) => response.writeHead(status, headers).end(bytes));
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
