// The same question at the same versions of its data is answered once: later requests get the kept answer, concurrent ones wait for the one that
// computes it. The versions are read before the data, so an answer may be newer than its versions say, never older.

import type { KnownExchange } from '../exchange/exchange.js';
import type { HttpResponse } from '../exchange/http-response.js';
import type { Answer, AnswerStore } from './answer-store.js';
import type { AnswerKey } from './etag.js';

export interface AnswerCounts {
  /** Requests that were sent an answer computed for another. */
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly answers: number;
}

export interface Answers {
  /** The answer to `exchange` under `key`: kept, or from `compute`, which throws or responds with a whole body. */
  readonly answer: (
    exchange: KnownExchange,
    key: AnswerKey,
    compute: () => Promise<HttpResponse>,
  ) => Promise<HttpResponse>;
  readonly counts: () => AnswerCounts;
}

/** Answers kept in `store`; `null`: each is computed. */
export function createAnswers(store: AnswerStore | null): Answers {
  if (!store) {
    const counts = { hits: 0, misses: 0, bytes: 0, answers: 0 };
    return { answer: (_exchange, _key, compute) => compute(), counts: () => counts };
  }
  let [hits, misses] = [0, 0];
  const underWay = new Map<string, Promise<Answer | null>>();
  const send = (exchange: KnownExchange, answer: Answer) => {
    hits += 1;
    return sendAgain(exchange, answer);
  };
  return {
    answer: async (exchange, key, compute) => {
      const kept = store.find(key);
      if (kept) return send(exchange, kept);
      const shared = await underWay.get(key.etag);
      if (shared) return send(exchange, shared);
      // Whoever waited for a request that failed, or whose client left, computes the answer itself unless it is too late for it.
      exchange.signal.throwIfAborted();
      misses += 1;
      exchange.cache = 'miss';
      const computed = share(underWay, key.etag);
      try {
        const response = await compute();
        const answer = toAnswer(exchange, response);
        if (!answer) return response;
        store.keep(key, answer);
        computed.resolve(answer);
        return { ...response, body: answer.body };
      } finally {
        computed.end();
      }
    },
    counts: () => ({ hits, misses, ...store.size() }),
  };
}

/** Lets others wait for what is computed under `etag`, unless something is already; they get `null` where it ends without an answer. */
function share(underWay: Map<string, Promise<Answer | null>>, etag: string) {
  let resolve: (answer: Answer | null) => void = () => {};
  const isFirst = !underWay.has(etag);
  if (isFirst) {
    underWay.set(
      etag,
      new Promise((done) => {
        resolve = done;
      }),
    );
  }
  return {
    resolve: (answer: Answer) => resolve(answer),
    end: () => {
      resolve(null);
      if (isFirst) underWay.delete(etag);
    },
  };
}

/** What is reported of the request is what was reported of the one that computed the answer. Throws `unavailable` where too much waits to be sent. */
function sendAgain(exchange: KnownExchange, { cost, operation, headers, body }: Answer): HttpResponse {
  exchange.reservation.resize(body.byteLength);
  exchange.cache = 'hit';
  if (cost) exchange.cost = cost;
  if (operation !== undefined) exchange.operation = operation;
  return { status: 200, headers, body };
}

/** Only a complete answer is kept. Its body gets memory of its own: a shared block would outlive it, and belong to no entry. */
function toAnswer({ cost, operation }: KnownExchange, { status, headers, body }: HttpResponse): Answer | null {
  if (status !== 200 || typeof body !== 'string') return null;
  const bytes = new Uint8Array(Buffer.byteLength(body));
  new TextEncoder().encodeInto(body, bytes);
  return { headers, body: bytes, ...(cost ? { cost } : {}), ...(operation === undefined ? {} : { operation }) };
}
