// A breakdown as the service answers it, in every way, beside what arrays alone answer.

import type { TestApp } from './app.js';
import { argumentsOf } from './arguments.js';
import { expectClose } from './close.js';
import { type BreakdownQuestion, breakdownAnswer } from './naive/breakdown.js';
import type { NaiveWorld } from './naive/world.js';

const keys = 'promptId prompt tag model company date';
const bounds = 'low high level';
const row = `key { ${keys} } runs prompts mentions visibility allMentions share citations
  sentiment { positive neutral negative mixed positiveShare negativeShare } position { average }
  interval { ${bounds} } robustInterval { ${bounds} designEffect effectiveRuns prompts }
  previous { runs mentions visibility } change { difference ${bounds} isSignificant prompts }`;

/** GraphQL answers all the questions in one request as `world` does. */
export async function expectBreakdowns(
  app: TestApp,
  world: NaiveWorld,
  questions: readonly BreakdownQuestion[],
): Promise<void> {
  const { body } = await app.graphql(documentOf(questions));
  if (body.errors) throw new Error(`${JSON.stringify(body.errors)} ${JSON.stringify(app.logged.at(-1))}`);
  for (const [index, question] of questions.entries()) {
    const { range, breakdown } = body.data[`question${index}`];
    expectClose({ range, ...breakdown }, inGraphql(breakdownAnswer(world, question)));
  }
}

/** GraphQL has all fields of a key. */
function inGraphql(answer: ReturnType<typeof breakdownAnswer>) {
  const none = Object.fromEntries(keys.split(' ').map((name) => [name, null]));
  return { ...answer, data: answer.data.map((each) => ({ ...each, key: { ...none, ...each.key } })) };
}

function documentOf(questions: readonly BreakdownQuestion[]): string {
  const aliases = questions.map((question, index) => {
    const { by, orderBy, direction, minRuns, page, limit, ...rest } = question;
    const dimensions = by.map((each) => each.toUpperCase()).join(', ');
    const given = argumentsOf({ orderBy, direction, minRuns, page, limit });
    return `question${index}: brandAnalytics(${argumentsOf({ ...rest })}) { range { start end }
      breakdown(by: [${dimensions}] ${given}) { data { ${row} } pagination { page limit total totalPages } } }`;
  });
  return `{ ${aliases.join('\n')} }`;
}
