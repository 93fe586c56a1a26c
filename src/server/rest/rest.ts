// REST: confirms the copy that a client has, sends an answer that is kept, or has it computed.

import { todayOf } from '../../schema/arguments/windows.js';
import type { Answers } from '../answers/answers.js';
import { type AnswerKey, confirmed, isMatch, tagged } from '../answers/etag.js';
import type { HttpResponse } from '../context/http-response.js';
import type { AuthorizedContext } from '../context/request-context.js';
import type { ComputeRoute } from './compute.js';
import { formatFor } from './export/formats.js';
import type { Route } from './routes.js';

export function createRest(answers: Answers, compute: ComputeRoute) {
  const answer = async (requestContext: AuthorizedContext, key: AnswerKey, computed: () => Promise<HttpResponse>) => {
    const claim = await answers.claim(requestContext, key);
    if (claim.kept) return claim.kept;
    using computing = claim;
    return computing.keep(await computed());
  };
  /** Responds to a request for a route. Throws an `AppError`. */
  return async (requestContext: AuthorizedContext, route: Route): Promise<HttpResponse> => {
    const { headers, method } = requestContext.request;
    const isList = route.list !== undefined;
    const format = isList ? formatFor(headers.get('accept')) : null;
    const isHead = method === 'HEAD';
    const key = keyOf(requestContext, isList ? (format?.mediaType ?? 'application/json') : null, answers);
    if (!key) return compute(requestContext, { route, format, isHead });
    const copies = headers.get('if-none-match');
    const tagging = { key, vary: isList ? 'Authorization, Accept' : 'Authorization', copies };
    const copy = confirmed(tagging);
    if (copy) return copy;
    // `*` matches any existing response: it has to be computed to know that it exists.
    const isConfirmed = isMatch(copies, key.etag);
    const computed = () => compute(requestContext, { route, format, isHead: isHead || isConfirmed });
    const response = format ? await computed() : await answer(requestContext, key, computed);
    return tagged(response, tagging);
  };
}

/**
 * The key of the answer; `null` where its path names no subject that the viewer can read. Its parameters need not be read for it: what they say is wrong is
 * never kept, and has no tag. `mediaType`: of a list, which has several.
 */
function keyOf(
  { version, viewer, path, search, origin }: AuthorizedContext,
  mediaType: string | null,
  answers: Answers,
): AnswerKey | null {
  if (version === undefined) return null;
  return answers.keyOf(version, viewer, [path, search, mediaType, ...todayIn(new URLSearchParams(search), origin.now)]);
}

/** The day on which a window of the last days ends; nothing of any other window. */
function todayIn(query: URLSearchParams, now: Date): readonly string[] {
  return query.has('last') ? [todayOf(query.get('timeZone'), now.getTime())] : [];
}
