// A TCP server in front of a database that decides about each connection by its first message, and can speak TLS.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import pg from 'pg';

const encryptionCode = 80_877_103;
const cancelCode = 80_877_102;

export interface Front extends AsyncDisposable {
  /** The database, by way of this server. */
  readonly url: string;
  /** The kinds of connections so far: with TLS or without, a session or a request to cancel. */
  readonly seen: string[];
  /** From now on, nothing that the database answers in the sessions that are open reaches their clients; new ones are not affected. */
  readonly silence: () => void;
}

interface FrontOptions {
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Resets the connection of each request to cancel instead of handing it on. */
  readonly losesCancels?: boolean;
}

/** A server in front of the database at `url`. */
export async function frontOf(url: string, { tls, losesCancels = false }: FrontOptions = {}): Promise<Front> {
  const target = new pg.Client({ connectionString: url });
  const { host, port, user, password, database } = target;
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const sessions = new Set<Socket>();
  const pass = (client: Socket, first: Buffer) => {
    const isCancel = first.readInt32BE(4) === cancelCode;
    seen.push(`${client instanceof TLSSocket ? 'TLS' : 'plain'} ${isCancel ? 'cancel' : 'session'}`);
    if (isCancel && losesCancels) return void client.resetAndDestroy();
    const upstream = connect(place);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    if (!isCancel) sessions.add(upstream);
    upstream.write(first);
    client.pipe(upstream).pipe(client);
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (first) => {
      if (first.readInt32BE(4) !== encryptionCode || !tls) return pass(socket, first);
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, ...tls });
      secure.on('error', () => {}).once('data', (startup: Buffer) => pass(secure, startup));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: own } = server.address() as AddressInfo; // safe because it listens on a port
  const name = password ? `${user}:${encodeURIComponent(password)}` : user;
  return {
    url: `postgresql://${name}@127.0.0.1:${own}/${database}${url.includes('pgbouncer=true') ? '?pgbouncer=true' : ''}`,
    seen,
    silence: () => {
      for (const session of sessions) session.unpipe().pause();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
