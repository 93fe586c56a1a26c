// Signing in and out: a key is exchanged for the cookie of a session, which lasts as long as the key.

import { keyOfToken, parseHeader } from '../../auth/authenticate.js';
import { hashOf } from '../../auth/key.js';
import { beginSession, endSession } from '../../auth/sessions.js';
import type { Config } from '../../config.js';
import type { Database } from '../../database/postgres.js';
import type { HttpResponse } from '../context/http-response.js';
import { cookieFor, sessionOf } from '../context/own-pages.js';
import type { RequestContext } from '../context/request-context.js';

interface SessionParts {
  readonly db: Database;
  readonly config: Pick<Config, 'adminKeys'>;
}

/** Answers the authorized requests to the path of sessions. */
export function createSessions({
  db,
  config,
}: SessionParts): (requestContext: RequestContext) => Promise<HttpResponse> {
  const adminHashes = config.adminKeys.map(hashOf);
  const begin = async (key: string): Promise<string> => {
    // Nothing can be stored there: the cookie is the key itself.
    if (db.isReadOnly) return key;
    return beginSession(db, keyOfToken(key, adminHashes));
  };
  return async ({ request }) => {
    const told = (token: string | null) => ({
      status: 204,
      headers: { 'Set-Cookie': cookieFor(request, token) },
      body: null,
    });
    if (request.method === 'POST') return told(await begin(parseHeader(request.headers.get('authorization'))));
    const own = sessionOf(request);
    if (own && !db.isReadOnly) await endSession(db, own.session);
    return told(null);
  };
}
