// A server that refuses every session as PostgreSQL does: by an error with a SQLSTATE in answer to the startup message.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const encryptionCode = 80_877_103;

export interface RefusingServer extends AsyncDisposable {
  /** `host:port`. */
  readonly host: string;
  readonly url: string;
}

/** Refuses sessions with `code`; `null`: closes their connections without a word. */
export async function refusingServer(code: string | null, message = 'refused by the test'): Promise<RefusingServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (sent) => {
      if (sent.length >= 8 && sent.readInt32BE(4) === encryptionCode) return void socket.write('N');
      if (code === null) socket.end();
      else socket.end(errorResponse({ S: 'FATAL', V: 'FATAL', C: code, M: message }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  const host = `127.0.0.1:${port}`;
  return {
    host,
    url: `postgresql://nobody@${host}/none`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = `${Object.entries(fields)
    .map(([name, value]) => `${name}${value}\0`)
    .join('')}\0`;
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + Buffer.byteLength(body), 1);
  return Buffer.concat([head, Buffer.from(body)]);
}
