// The side of a reader: makes the context of each request again, has it answered, and replies with plain values.

import { createLimitsByKey } from '../../limits-by-key.js';
import type { Tracing } from '../../tracing/tracing.js';
import { Deadline } from '../context/deadline.js';
import { toAppError } from '../context/errors.js';
import { type BodyStream, type HttpResponse, readable } from '../context/http-response.js';
import { type AuthorizedContext, pathOf, searchOf } from '../context/request-context.js';
import { parentOf } from '../context/trace.js';
import type { Pending } from '../cost/pending.js';
import type { Reading } from '../reading.js';
import { lineFormats } from '../rest/export/formats.js';
import { routes } from '../rest/routes.js';
import { createFairTurns } from '../transport/fair-turns.js';
import type { Job, Reply } from './messages.js';

interface JobParts {
  readonly reading: Reading;
  readonly pending: Pending;
  readonly tracing: Tracing | null;
  readonly report: (error: unknown, requestId: string) => void;
  /** Sends a reply, with what is moved rather than copied. */
  readonly reply: (reply: Reply, moved: readonly (ArrayBuffer | ReadableStream)[]) => void;
}

/** Documents of one key at once: whoever sends more waits for itself. While one reads, another computes. */
const documentsOfKey = 2;

export function createJobs(parts: JobParts) {
  const { reading, tracing } = parts;
  const underWay = new Map<number, Begun>();
  const documents = createLimitsByKey(documentsOfKey);
  const fairTurn = createFairTurns();
  const answer = async (job: Job, { requestContext, end }: Begun) => {
    try {
      await fairTurn(job.viewer.keyId);
      requestContext.deadline.signal.throwIfAborted();
      const parent = job.trace && parentOf(job.trace.response);
      const respond = () => requestContext.deadline.race(respondInTurn(job, requestContext));
      const response = await (tracing && parent ? tracing.continue(parent, respond) : respond());
      send(response, { job, requestContext, end, reply: parts.reply });
    } catch (error) {
      end();
      try {
        refuse(error, job, requestContext);
      } catch (unsendable) {
        // What cannot be sent between threads ends the request, not the thread.
        refuse(unsendable, job, requestContext);
      }
    }
  };
  const respondInTurn = (job: Job, requestContext: AuthorizedContext) => {
    const respond = async () => {
      requestContext.deadline.signal.throwIfAborted();
      return respondTo(job, requestContext, reading);
    };
    return job.what.kind === 'graphql' ? documents.run(job.viewer.keyId, respond) : respond();
  };
  const refuse = (error: unknown, job: Job, requestContext: AuthorizedContext) => {
    const { code, message, faults, headers } = toAppError(error, requestContext);
    parts.reply({ ...replyTo(job, requestContext), error: { code, message, faults, headers } }, []);
  };
  return {
    begin: (job: Job) => {
      const begun = begin(job, parts, () => underWay.delete(job.id));
      underWay.set(job.id, begun);
      void answer(job, begun);
    },
    /** Nobody waits for the answer to a job any more. */
    leave: (id: number) => underWay.get(id)?.requestContext.deadline.leave(),
  };
}

type Begun = ReturnType<typeof begin>;

function begin(job: Job, { pending, report }: JobParts, onEnd: () => void) {
  const { url, requestId, version, named, reach } = job;
  const deadline = new Deadline(job.timeoutMs);
  const reservation = pending.open();
  const closers = [reservation.release, onEnd];
  let request: Request | null = null;
  const requestContext: AuthorizedContext = {
    get request() {
      request ??= requestOf(job);
      return request;
    },
    ...{ requestId, path: pathOf({ url }), search: searchOf(url), trace: job.trace, deadline, reservation },
    ...{ label: job.label, viewer: job.viewer, limitHeaders: job.limitHeaders },
    origin: { now: job.receivedAt, address: '' },
    onClose: (listener) => closers.push(listener),
    report: (error) => report(error, requestId),
    ...(version === undefined ? {} : { version }),
    ...(named ? { named } : {}),
    ...(reach ? { reach } : {}),
  };
  /** Gives back what the request holds, once it is answered. */
  const end = () => {
    deadline[Symbol.dispose]();
    for (const close of closers.splice(0)) close();
  };
  return { requestContext, end };
}

function requestOf({ url, method, headers, body }: Job): Request {
  // safe because headers are pairs, which the constructor takes
  return new Request(url, { method, headers: headers as [string, string][], ...(body ? { body } : {}) });
}

function respondTo({ what }: Job, requestContext: AuthorizedContext, reading: Reading) {
  if (what.kind !== 'route') return reading[what.kind](requestContext.request, requestContext);
  const route = routes.find(({ path }) => path === what.path);
  if (!route) throw new Error(`There is no route ${what.path}.`);
  const format = lineFormats.find(({ mediaType }) => mediaType === what.mediaType) ?? null;
  return reading.route(requestContext, { route, format, isHead: what.isHead });
}

function replyTo({ id }: Job, { cost, operation, cache, question }: AuthorizedContext): Reply {
  const findings = {
    ...(cost ? { cost } : {}),
    ...(operation ? { operation } : {}),
    ...(cache ? { cache } : {}),
    ...(question ? { question } : {}),
  };
  return { kind: 'reply', id, findings, error: null, status: 200, headers: {}, body: null, stream: null };
}

interface Sending extends Begun, Pick<JobParts, 'reply'> {
  readonly job: Job;
}

function send(response: HttpResponse, { job, requestContext, end, reply }: Sending): void {
  const { status, headers, body: given, stream: chunks } = response;
  const body = typeof given === 'string' ? new TextEncoder().encode(given) : (given?.slice() ?? null);
  const stream = chunks ? readable(endedBy(chunks, end)) : null;
  const whole = { ...replyTo(job, requestContext), status, headers, body, stream };
  // From here on its memory is that of the door, and the time of the request is over; a stream has its own.
  if (stream) requestContext.deadline[Symbol.dispose]();
  else end();
  reply(whole, [...(body ? [body.buffer] : []), ...(stream ? [stream] : [])]);
}

/** The same chunks; calls `end` after them. */
async function* endedBy(chunks: BodyStream, end: () => void): BodyStream {
  try {
    yield* chunks;
  } finally {
    end();
  }
}
