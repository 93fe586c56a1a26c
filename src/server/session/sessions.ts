// Signing in and out: a key is exchanged for the cookie of a session, which lasts as long as the key.

import { keyOfToken, parseHeader } from '../../auth/authenticate.js';
import { hashOf } from '../../auth/key.js';
import { beginSession, endSession } from '../../auth/sessions.js';
import type { Database } from '../../database/postgres.js';
import type { HttpResponse } from '../context/http-response.js';
import { cookieFor, sessionOf } from '../context/own-pages.js';
import type { RequestContext } from '../context/request-context.js';

/** Answers the authorized requests to the path of sessions. */
export function createSessions(db: Database, adminKeys: readonly string[]) {
  const adminHashes = adminKeys.map(hashOf);
  const begin = async (key: string): Promise<string> => {
    // Nothing can be stored there: the cookie is the key itself.
    if (db.isReadOnly) return key;
    return beginSession(db, keyOfToken(key, adminHashes));
  };
  return async ({ request }: RequestContext): Promise<HttpResponse> => {
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
