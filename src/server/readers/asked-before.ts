// Requests of GraphQL that were sent before, byte for byte. The door knows what their answers depend on, and sends those that it has kept while every reader
// is busy; what is not kept, a reader answers.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { VersionsOf } from '../../loaders/versions.js';
import { type Answers, keyOfQuestion, variesBy } from '../answers/answers.js';
import { type AnswerKey, confirmed, tagged, withoutTag } from '../answers/etag.js';
import type { HttpResponse } from '../context/http-response.js';
import { noteVersions } from '../context/named-subjects.js';
import type { AuthorizedContext, Question } from '../context/request-context.js';

export type AskedBefore = ReturnType<typeof createAskedBefore>;

/** What is remembered of requests, and of one: a larger one takes longer to answer than to read. */
const [maxBytes, entryBytes, maxBodyBytes] = [8_000_000, 500, 64_000];

export function createAskedBefore(answers: Answers, versionsOf: VersionsOf) {
  const questions = new LRUCache<string, Question>({
    maxSize: maxBytes,
    sizeCalculation: (question) => entryBytes + JSON.stringify(question).length,
  });
  /** Answers a request with such a `body`; asks `answer` where nothing is kept for it. */
  return async (
    requestContext: AuthorizedContext,
    body: Uint8Array | null,
    answer: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    if (body !== null && body.byteLength > maxBodyBytes) return answer();
    const name = nameOf(requestContext, body);
    const question = questions.get(name);
    const key = question ? await keyOf(requestContext, question) : null;
    const found = key && find(requestContext, key);
    if (found) return found;
    const response = await answer();
    if (requestContext.question) questions.set(name, requestContext.question);
    else questions.delete(name);
    const isKept = key && requestContext.question && response.status === 200;
    if (!isKept) return response;
    // A GET has the tag of its client, and the same question is also asked by POST.
    const { headers } = response;
    return { ...answers.keep(requestContext, key, { ...response, headers: withoutTag(headers) }), headers };
  };

  async function keyOf(requestContext: AuthorizedContext, question: Question): Promise<AnswerKey | null> {
    if (!requestContext.named) await noteVersions(requestContext, { ...question, areAll: true }, versionsOf);
    const { version } = requestContext;
    return version === undefined ? null : keyOfQuestion(answers, requestContext, question, version);
  }

  function find(requestContext: AuthorizedContext, key: AnswerKey): HttpResponse | null {
    const { method, headers } = requestContext.request;
    if (method === 'POST') return answers.find(requestContext, key);
    const tagging = { key, vary: variesBy, copies: headers.get('if-none-match') };
    const copy = confirmed(tagging);
    if (copy) return copy;
    const kept = answers.find(requestContext, key);
    return kept && tagged(kept, tagging);
  }
}

/** Of everything of a request that its answer depends on. Documents may be named by an id, which each key has of its own. */
function nameOf({ viewer, request, path, search }: AuthorizedContext, body: Uint8Array | null): string {
  const { method, headers } = request;
  const sent = ['accept', 'content-type', 'content-encoding'].map((name) => headers.get(name));
  const bytes = Buffer.concat([
    Buffer.from(JSON.stringify([viewer.keyId, method, path, search, ...sent])),
    body ?? Buffer.alloc(0),
  ]);
  return hash('sha256', bytes, 'base64url');
}
