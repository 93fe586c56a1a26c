// Cancels statements whose result is no longer needed, by the protocol's own request. It goes over a connection of its own to where the
// client is connected, so that it needs none of a pool, and whoever stands between (a pooler) hands it on.

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { Stop } from '../../stop.js';
import { maxEndMs } from './rest.js';

export interface Cancellation extends AsyncDisposable {
  /** Whether something that was sent has no known end: a statement, or a request that may still hit what is sent on this connection. */
  readonly isUncertain: boolean;
  /** The result of `work`, which uses the client. Rejects where it goes on although it was cancelled. */
  readonly outcomeOf: <T>(work: Promise<T>) => Promise<T>;
}

/** Between two statements there is nothing to cancel, so it is tried again. */
const retryMs = 50;
/** How long to wait until a request has been handled. */
const maxRequestMs = 5_000;
const unwatched: Cancellation = {
  isUncertain: false,
  outcomeOf: (work) => work,
  [Symbol.asyncDispose]: async () => {},
};

/**
 * From when `signal` aborts until disposal, no statement of `client` lasts, and none is waited for that lasts all the same. Disposal waits until none of
 * its successors can be hit, unless there can be none.
 */
export function cancelOnAbort(client: pg.ClientBase, signal: AbortSignal | undefined): Cancellation {
  return signal ? watch(client, signal) : unwatched;
}

function watch(client: pg.ClientBase, signal: AbortSignal): Cancellation {
  const ended = new AbortController();
  const stuck = new Stop();
  let isUncertain = false;
  let isStuck = false;
  let cancelling: Promise<void> | undefined;
  const cancelUntilEnded = async () => {
    while (!ended.signal.aborted) {
      // Where a request fails, the statement ends by its own time limit.
      if (!(await requestCancel(connectedOf(client)))) isUncertain = true;
      await pause(retryMs, undefined, { signal: ended.signal }).catch(() => {});
    }
  };
  let limit: NodeJS.Timeout | undefined;
  const start = () => {
    cancelling = cancelUntilEnded();
    limit = setTimeout(() => {
      isStuck = true;
      stuck.stop(new Error('A statement that was cancelled did not end.'));
    }, maxEndMs);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return {
    get isUncertain() {
      return isUncertain || isStuck;
    },
    outcomeOf: (work) => stuck.race(work),
    [Symbol.asyncDispose]: async () => {
      signal.removeEventListener('abort', start);
      ended.abort();
      clearTimeout(limit);
      if (!isStuck) await cancelling;
    },
  };
}

/** What pg knows of a client that is connected; the last four are absent from its types. */
type Connected = Pick<pg.Client, 'host' | 'port'> & {
  readonly ssl: boolean | ConnectionOptions;
  readonly sslNegotiation: 'postgres' | 'direct';
  readonly processID: number;
  readonly secretKey: number;
};

function connectedOf(client: pg.ClientBase): Connected {
  return client as pg.ClientBase & Connected; // safe because pg sets these as it connects
}

/** pg's own connection below a session, with what is absent from its types. */
type Connection = pg.Connection & {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/** Sends one request. Resolves to false where it may have arrived, but it is unknown whether it was handled: the server closes when it was. */
async function requestCancel(client: Connected): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client;
  const connection = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig) as Connection; // safe because pg takes and has these
  const signal = AbortSignal.timeout(maxRequestMs);
  let isSent = false;
  connection.on('error', () => {});
  try {
    const connected = once(connection, ssl ? 'sslconnect' : 'connect', { signal });
    if (ssl && sslNegotiation !== 'direct') connection.once('connect', () => connection.requestSsl());
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
    await connected;
    if (ssl) await once(connection.stream, 'secureConnect', { signal });
    isSent = true;
    // Not ended from here: PgBouncer drops a request whose client has left.
    connection.cancel(processID, secretKey);
    await once(connection, 'end', { signal });
    return true;
  } catch {
    return !isSent;
  } finally {
    connection.stream.destroy();
  }
}
