// A way to a database that breaks when a test says so: before the server hears of what was sent, after it did it and before it can say so, or without a
// word, as where a machine is gone.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** What happens to what a client sends. */
export type Fate = 'pass' | 'cut before' | 'cut after' | 'lost';

export interface Proxy extends AsyncDisposable {
  /** The database, by way of the proxy. */
  readonly url: string;
  /** How many connections were cut so far. */
  readonly cuts: number;
  /** Cuts every connection, and from now on refuses new ones, or accepts them again. */
  refuse(refuses: boolean): void;
}

/** A proxy in front of the database at `url`. `fateOf` is asked about each piece that a client sends. */
export async function proxyTo(url: string, fateOf: (sent: Buffer) => Fate = () => 'pass'): Promise<Proxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  let [cuts, refuses] = [0, false];
  const server = createServer((client) => {
    if (refuses) return void client.destroy();
    const upstream = connect(place);
    const cut = () => {
      cuts++;
      for (const socket of [client, upstream]) socket.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    let [isDoomed, isLost] = [false, false];
    client.on('data', (sent) => {
      const fate = fateOf(sent);
      if (fate === 'cut before') return cut();
      isLost ||= fate === 'lost';
      if (isLost) return;
      isDoomed ||= fate === 'cut after';
      upstream.write(sent);
    });
    upstream.on('data', (answer) => (isDoomed ? cut() : void client.write(answer)));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: own } = server.address() as AddressInfo; // safe because it listens on a port
  const name = password ? `${user}:${encodeURIComponent(password)}` : user;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgresql://${name}@127.0.0.1:${own}/${database}${url.includes('pgbouncer=true') ? '?pgbouncer=true' : ''}`,
    get cuts() {
      return cuts;
    },
    refuse(now) {
      refuses = now;
      if (now) cutAll();
    },
    async [Symbol.asyncDispose]() {
      cutAll();
      await once(server.close(), 'close');
    },
  };
}
