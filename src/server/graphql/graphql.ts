// GraphQL over HTTP: one request in, one answer out, with the media type and status that the specification asks for.

import { statusOf } from '../../errors.js';
import { type Answer, answerMethod, graphqlError, jsonAnswer, sizeOf } from '../exchange/answer.js';
import type { KnownCall } from '../exchange/call.js';
import { readGraphQLParams } from './graphql-request.js';
import type { Engine, Outcome } from './yoga.js';

const graphqlResponse = 'application/graphql-response+json';
const json = 'application/json';

/** Answers a GraphQL request; throws what is wrong with the request itself. */
export async function answerGraphQL(engine: Engine, call: KnownCall, maxBodyBytes: number): Promise<Answer> {
  const early = answerMethod(call.request.method, ['GET', 'HEAD', 'POST']);
  if (early) return early;
  const params = await readGraphQLParams(call.request, maxBodyBytes);
  const outcome = await engine.run(params, call);
  const extensions = outcome.cost ? { extensions: { cost: outcome.cost } } : {};
  const failure = wholeFailure(outcome);
  if (failure) return graphqlError(failure, extensions);
  const { data, graphqlErrors } = outcome;
  const errors = graphqlErrors.length > 0 ? { errors: graphqlErrors } : {};
  const type = mediaTypeFor(call.request.headers.get('accept'));
  const body = { ...errors, ...(data === null ? {} : { data }), ...extensions };
  const answer = jsonAnswer(statusFor(outcome, type), body, { 'Content-Type': `${type}; charset=utf-8` });
  outcome.settle(sizeOf(answer));
  return answer;
}

/**
 * The error to answer with where the server alone failed and no field has an answer, so that clients and balancers see its status; or
 * where the document was too much to look at.
 */
function wholeFailure({ data, errors }: Outcome) {
  const excess = errors.find(({ code }) => code === 'query_too_complex');
  if (excess) return excess;
  const answered = Object.values(data ?? {}).some((field) => field !== null);
  const isOurs = errors.every(({ code }) => statusOf[code] >= 500);
  return answered || !isOurs ? undefined : (errors.find(({ code }) => code === 'internal_error') ?? errors[0]);
}

/** With `application/json` a document that could not be run is answered with 200, as before there was a media type of GraphQL's own. */
function statusFor({ data, errors }: Outcome, type: string): number {
  if (data !== null || type === json) return 200;
  return Math.max(...errors.map(({ code }) => statusOf[code]));
}

/** The media type that the client prefers of the two; `application/json` where it says nothing of use. */
function mediaTypeFor(accept: string | null): string {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2);
    return { type, weight: q === undefined ? 1 : Number(q) };
  });
  const [best] = ranges
    .filter(({ type, weight }) => weight > 0 && [graphqlResponse, json, 'application/*', '*/*'].includes(type))
    .sort((a, b) => b.weight - a.weight);
  return best?.type === graphqlResponse ? graphqlResponse : json;
}
