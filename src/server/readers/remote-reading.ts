// The side of the door: what a request needs is sent to a reader as plain values, and its reply becomes the response.

import { AppError } from '../../errors.js';
import type { HttpResponse } from '../context/http-response.js';
import type { AuthorizedContext } from '../context/request-context.js';
import { decoded } from '../context/utf8.js';
import type { Reading } from '../reading.js';
import type { AskedBefore } from './asked-before.js';
import type { Job, JobKind } from './messages.js';
import type { Replied } from './reader.js';
import type { Readers } from './readers.js';

/** A larger body takes longer to read than most questions to answer. */
const dearBytes = 64_000;

/** Reads in the threads of `readers`, but for what `askedBefore` answers. */
export function createRemoteReading(readers: Readers, askedBefore: AskedBefore): Reading {
  const ask = (requestContext: AuthorizedContext, what: JobKind, body: Job['body']) => {
    const [brandId = brandNamedIn(requestContext.request.url, body)] = requestContext.reach?.reachable ?? [];
    const isExport = what.kind === 'route' && what.mediaType !== null;
    const isDear = isExport || (body !== null && body.byteLength > dearBytes);
    const job = jobOf(requestContext, what, body);
    return readers.ask(job, { brandId, isDear, signal: requestContext.deadline.signal });
  };
  return {
    route: async (requestContext, { route: { path }, format, isHead }) => {
      const what = { kind: 'route', path, mediaType: format?.mediaType ?? null, isHead } as const;
      return responseTo(requestContext, await ask(requestContext, what, null));
    },
    graphql: async (request, requestContext) => {
      const body = await bodyOf(request);
      const answer = async () => responseTo(requestContext, await ask(requestContext, { kind: 'graphql' }, body));
      return askedBefore(requestContext, body, answer);
    },
    mcp: async (request, requestContext) =>
      responseTo(requestContext, await ask(requestContext, { kind: 'mcp' }, await bodyOf(request))),
  };
}

async function bodyOf(request: Request): Promise<Job['body']> {
  return request.method === 'POST' ? new Uint8Array(await request.arrayBuffer()) : null;
}

function jobOf(requestContext: AuthorizedContext, what: JobKind, body: Job['body']): Omit<Job, 'id'> {
  const { request, requestId, origin, deadline, viewer, label, trace, limitHeaders } = requestContext;
  const { version, named, reach } = requestContext;
  return {
    ...{ what, method: request.method, url: request.url, headers: [...request.headers], body },
    ...{ requestId, receivedAt: origin.now, timeoutMs: deadline.msLeft() },
    ...{ viewer, label, trace, limitHeaders, version, named, reach },
  };
}

/** The response as far as its reader knows it. Throws the error that the reader replied. */
function responseTo(requestContext: AuthorizedContext, { reply, chunks }: Replied): HttpResponse {
  const { findings, error, status, headers, body } = reply;
  Object.assign(requestContext, findings);
  if (error) throw new AppError(error.code, error.message, error);
  requestContext.reservation.resize(body?.byteLength ?? 0);
  return { status, headers, body, ...(chunks ? { stream: chunks } : {}) };
}

const looksAt = 16_384;
/** An argument or a variable of a document, or an argument of a tool. */
const named = /\b(?:brandId|id)[\s"\\]*:[\s\\]*"([^"\\]{1,200})/;

/**
 * The value of the first `brandId` or `id` in a body, or in an address; `null` where there is none. Only where a request is read depends on it: the tiles of
 * a brand are in the memory of one reader. Nothing is parsed here, because the client chooses how much there is to parse.
 */
export function brandNamedIn(url: string, body: Uint8Array<ArrayBuffer> | null): string | null {
  const text = body ? Buffer.from(body.buffer, 0, Math.min(looksAt, body.byteLength)).toString() : (decoded(url) ?? '');
  return named.exec(text)?.[1] ?? null;
}
