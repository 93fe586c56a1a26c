// The same question at the same versions of its data is answered once: later requests get the kept answer, concurrent ones of the same key wait
// for the one that computes it, never behind what another key asks. The versions are read before the data, so an answer may be newer than its
// versions say, never older.

import { LRUCache } from 'lru-cache';
import type { Viewer } from '../../auth/viewer.js';
import type { Config } from '../../config.js';
import { todayOf } from '../../schema/arguments/windows.js';
import type { HttpResponse } from '../context/http-response.js';
import type { AuthorizedContext, Question, RequestContext } from '../context/request-context.js';
import { type AnswerKey, answerKey } from './etag.js';

/** What a request does about its answer: send the kept one, or compute it. */
type Claim = { readonly kept: HttpResponse } | Computing;

/** Others may wait for the answer until this is disposed of. */
export interface Computing extends Disposable {
  readonly kept: null;
  /** Keeps a complete answer, and returns it to be sent. */
  readonly keep: (response: HttpResponse) => HttpResponse;
}

export type Answers = ReturnType<typeof createAnswers>;

/** The settings by which an answer differs: GraphQL answers say the cost. */
type AnswerSettings = Pick<Config, 'maxSeriesDays' | 'maxQueryCost'>;

/** Answers kept in `store`; `null`: each is computed. */
export function createAnswers(store: AnswerStore | null, settings: AnswerSettings) {
  const differing = [settings.maxSeriesDays, settings.maxQueryCost].map(String);
  let [hits, misses] = [0, 0];
  const underWay = new Map<string, Promise<Answer | null>>();
  const send = (requestContext: AuthorizedContext, answer: Answer) => {
    hits += 1;
    return sendAgain(requestContext, answer);
  };
  const keep = (kept: AnswerStore, key: AnswerKey, answer: Answer, response: HttpResponse): HttpResponse => {
    kept.keep(key, answer);
    return { ...response, body: answer.body };
  };
  return {
    /** Whether any are kept. */
    isOn: store !== null,
    /** The key of the answer to a question, any list of values, that `viewer` asks at `versions` of its data. */
    keyOf: (versions: string, viewer: Viewer, question: readonly (string | null)[]): AnswerKey =>
      answerKey(versions, viewer, [...differing, ...question]),
    /** The kept answer to `requestContext` under `key`; `null`: there is none. Throws `unavailable` where too much waits to be sent. */
    find: (requestContext: AuthorizedContext, key: AnswerKey): HttpResponse | null => {
      const answer = store?.find(key);
      return answer ? send(requestContext, answer) : null;
    },
    /** Keeps a complete answer, and returns it to be sent. */
    keep: (requestContext: AuthorizedContext, key: AnswerKey, response: HttpResponse): HttpResponse =>
      store ? keep(store, key, toAnswer(requestContext, response), response) : response,
    /** Looks for the answer, and has others wait for it where it is to be computed. */
    claim: async (requestContext: AuthorizedContext, key: AnswerKey): Promise<Claim> => {
      if (!store) return computedAlways;
      // Without a turn of its own where there is nothing to wait for: equal requests that go on together would all find nothing.
      const shared = `${requestContext.viewer.keyId} ${key.etag}`;
      const computed = underWay.get(shared);
      const answer = store.find(key) ?? (computed ? await computed : null);
      if (answer) return { kept: send(requestContext, answer) };
      // Whoever waited for a request that failed, or whose client left, computes the answer itself unless it is too late for it.
      requestContext.deadline.signal.throwIfAborted();
      misses += 1;
      requestContext.cache = 'miss';
      const end = share(underWay, shared);
      return {
        kept: null,
        keep: (response) => {
          const own = toAnswer(requestContext, response);
          end(own);
          return keep(store, key, own, response);
        },
        [Symbol.dispose]: () => end(null),
      };
    },
    /** `hits`: requests that were sent an answer computed for another. */
    counts: () => ({ hits, misses, ...(store?.size() ?? { bytes: 0, answers: 0 }) }),
  };
}

const computedAlways: Computing = { kept: null, keep: (response) => response, [Symbol.dispose]: () => {} };

/** Lets others wait for what is computed under `key`, unless something is already, until the returned function is called; `null`: there is no answer. */
function share(underWay: Map<string, Promise<Answer | null>>, key: string): (answer: Answer | null) => void {
  if (underWay.has(key)) return () => {};
  let resolve: (answer: Answer | null) => void = () => {};
  const computed = new Promise<Answer | null>((done) => {
    resolve = done;
  });
  underWay.set(key, computed);
  return (answer) => {
    resolve(answer);
    if (underWay.get(key) === computed) underWay.delete(key);
  };
}

/** What is reported of the request is what was reported of the one that computed the answer. */
function sendAgain(requestContext: AuthorizedContext, { cost, operation, headers, body }: Answer): HttpResponse {
  requestContext.reservation.resize(body.byteLength);
  requestContext.cache = 'hit';
  if (cost) requestContext.cost = cost;
  if (operation !== undefined) requestContext.operation = operation;
  return { status: 200, headers, body };
}

/** The body gets memory of its own: a block shared with others would outlive it, and belong to no entry. */
function toAnswer({ cost, operation }: AuthorizedContext, { status, headers, body }: HttpResponse): Answer {
  if (status !== 200 || body === null) throw new Error('Only a complete answer is kept.');
  return {
    headers,
    body: typeof body === 'string' ? bytesOf(body) : body,
    ...(cost ? { cost } : {}),
    ...(operation === undefined ? {} : { operation }),
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.byteLength(text));
  new TextEncoder().encodeInto(text, bytes);
  return bytes;
}

/** A complete answer, ready to be sent, and what is reported of the request that it answers. */
export interface Answer extends Pick<RequestContext, 'cost' | 'operation'> {
  readonly headers: HttpResponse['headers'];
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface AnswerStore {
  readonly find: (key: AnswerKey) => Answer | undefined;
  readonly keep: (key: AnswerKey, answer: Answer) => void;
  /** What the kept answers take, and how many they are. */
  readonly size: () => { readonly bytes: number; readonly answers: number };
}

/** What an entry takes beside its body: its objects, its headers, and its place in the map. */
const entryBytes = 1_024;
/** One answer takes at most this share of the memory. */
const maxShare = 1 / 4;

/** Finished answers in memory, of at most `maxBytes`: the least recently sent make room for new ones. `null` for 0: none are kept. */
export function createAnswerStore(maxBytes: number): AnswerStore | null {
  if (maxBytes === 0) return null;
  const kept = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes * maxShare)),
    sizeCalculation: ({ body }) => entryBytes + body.byteLength,
  });
  return {
    find: ({ etag }) => kept.get(etag),
    keep: ({ etag }, answer) => void kept.set(etag, answer),
    size: () => ({ bytes: kept.calculatedSize, answers: kept.size }),
  };
}

/** The headers of a request that the answer to its document depends on. */
export const variesBy = 'Authorization, Accept';

/** The key of the answer at `versions` of its subjects. */
export function keyOfQuestion(
  answers: Answers,
  { viewer, origin }: Pick<AuthorizedContext, 'viewer' | 'origin'>,
  { asked, zones }: Question,
  versions: string,
): AnswerKey {
  const todays = zones.map((zone) => todayOf(zone, origin.now.getTime()));
  return answers.keyOf(versions, viewer, [...asked, ...todays]);
}
