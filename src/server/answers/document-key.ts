// The key of the answer to a document of GraphQL.

import { todayOf } from '../../schema/arguments/windows.js';
import type { Question } from '../context/question.js';
import type { AuthorizedContext } from '../context/request-context.js';
import type { Answers } from './answers.js';
import type { AnswerKey } from './etag.js';

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
