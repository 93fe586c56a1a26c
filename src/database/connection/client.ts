// The clients of a pool: each finds where to connect, where that may change, and says of whatever keeps it from a session that the database cannot
// be reached. Without this, each layer above would have to know every error with which a server, a pooler or the system refuses one.

import type { Duplex } from 'node:stream';
import pg from 'pg';
import { messageOf } from '../../errors.js';
import type { Host } from './address.js';

/** Finds where a client with `config` is to connect. */
export type Locate = (config: pg.ClientConfig) => Promise<Host>;

/** No session could be opened; why is its cause. */
class ConnectionFailure extends Error {
  /** The SQLSTATE of a client that cannot establish a connection. */
  readonly code = '08001';

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** Node gives no message where every address of a name fails. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join('; ');
  return messageOf(cause);
}

/** A class of clients that connect to where `locate` says, `null`: to where they are configured to. */
export function clientAt(locate: Locate | null): typeof pg.Client {
  return class extends pg.Client {
    constructor(private readonly config: pg.ClientConfig = {}) {
      super(config);
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error | null, client?: this) => void): void;
    override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
      const connected = this.open();
      if (!callback) return connected;
      connected.then((client) => callback(null, client), callback);
      return undefined;
    }

    private async open(): Promise<this> {
      try {
        if (locate) Object.assign(this, await locate(this.config));
        await super.connect();
        return this;
      } catch (error) {
        // It was made with the client, and nobody else ends one that was not connected; `connection` is absent from the types of pg.
        (this as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream.destroy();
        throw new ConnectionFailure(error);
      }
    }
  };
}
