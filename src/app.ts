// The whole application behind one function: a `Request` in, a `Response` out, no port needed.

import { STATUS_CODES } from 'node:http';
import { type Logger, pino } from 'pino';
import { createAuthenticate } from './auth/authenticate.js';
import { guard } from './auth/guard.js';
import { createLimit } from './auth/limit.js';
import { findKeys } from './auth/store.js';
import type { Config } from './config.js';
import { coalesce } from './database/coalesce.js';
import { openDatabase } from './database/open.js';
import type { Database } from './database/postgres.js';
import { schema } from './schema/index.js';
import type { Answer } from './server/answer.js';
import type { Incoming } from './server/call.js';
import { createHandler } from './server/handler.js';
import { type Listening, type ListenOptions, listen } from './server/http.js';

export interface App extends AsyncDisposable {
  /** Answers a request. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers at an address, until what it yields is disposed of. Rejects where the address cannot be had. */
  readonly listen: (where: ListenOptions) => Promise<Listening>;
  readonly db: Database;
  readonly log: Logger;
}

interface Overrides {
  /** A database that is open already; it stays open when the app is disposed. */
  readonly db?: Database;
  readonly log?: Logger;
}

/** Opens the database that `config` names, with its migrations, and the application over it. Whoever opens it disposes of it. */
export async function openApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? pino({ level: config.logLevel });
  const db = overrides.db ?? (await openDatabase(config));
  const { adminKeys, maxWindowDays, maxBodyBytes } = config;
  const authenticate = guard({
    authenticate: createAuthenticate({ adminKeys, find: coalesce((ids) => findKeys(db, ids)) }),
    failuresPerMinute: config.authFailuresPerMinute,
  });
  const countRequest = createLimit(db, config, (err) =>
    log.warn({ err }, 'requests could not be counted in the database; this process counts alone'),
  );
  const handler = createHandler({
    db,
    schema,
    authenticate,
    countRequest,
    log,
    maxWindowDays,
    maxBodyBytes,
    limits: config,
    documentLimits: config,
    requestTimeoutMs: config.requestTimeoutMs,
    trustedProxies: config.trustedProxies,
  });
  return {
    fetch: async (request) => toResponse(await handler.answer(toIncoming(request)), request),
    listen: (where) => listen(handler, where),
    db,
    log,
    [Symbol.asyncDispose]: async () => {
      handler.drain();
      if (!overrides.db) await db[Symbol.asyncDispose]();
    },
  };
}

function toIncoming({ method, url, headers, body, signal }: Request): Incoming {
  return { method, url, headers, body: body as AsyncIterable<Uint8Array> | null, address: null, signal }; // safe because Node's streams are iterable
}

function toResponse({ status, headers, body }: Answer, { method }: Request): Response {
  const statusText = STATUS_CODES[status] ?? '';
  return new Response(method === 'HEAD' ? null : body, { status, statusText, headers });
}
