// Signals as the service answers them, in every way, beside what arrays alone answer.

import type { TestApp } from './app.js';
import { argumentsOf } from './arguments.js';
import { expectClose } from './close.js';
import { expectSame } from './compare.js';
import { columnsOf, csvOf, ndjsonOf } from './lists/texts.js';
import { type SignalsQuestion, signalsAnswer } from './naive/signals.js';
import type { NaiveWorld } from './naive/world.js';
import { bodyOf, restPath, textOf } from './rest.js';

const fields = `tested total data {
  kind subject { model tag market promptId prompt company domain } before after difference p q }`;

/** GraphQL answers all the questions in one request, and REST each of them, as `world` does. */
export async function expectSignals(
  app: TestApp,
  world: NaiveWorld,
  questions: readonly SignalsQuestion[],
): Promise<void> {
  const aliases = questions.map(({ kinds, level, limit, ...rest }, index) => {
    const given = argumentsOf({ level, limit });
    const named = kinds ? `kinds: [${kinds.map(upper).join(', ')}]` : '';
    const own = given || named ? `(${given} ${named})` : '';
    return `question${index}: brandAnalytics(${argumentsOf(rest)}) { range { start end } signals${own} { ${fields} } }`;
  });
  const { body } = await app.graphql(`{ ${aliases.join('\n')} }`);
  if (body.errors) throw new Error(`${JSON.stringify(body.errors)} ${JSON.stringify(app.logged.at(-1))}`);
  for (const [index, question] of questions.entries()) {
    const { range, signals } = body.data[`question${index}`];
    const expected = signalsAnswer(world, question);
    const data = expected.data.map((each) => ({ ...each, kind: upper(each.kind) }));
    expectClose({ range, ...signals }, { ...expected, data });
    expectClose(await bodyOf(app, pathOf(question)), expected);
  }
}

/** All signals as text are those of REST. */
export async function expectAllSignals(app: TestApp, given: SignalsQuestion): Promise<number> {
  const { data } = await bodyOf(app, pathOf({ ...given, limit: 1_000 }));
  const question = { ...given, limit: undefined };
  expectSame(await textOf(app, pathOf(question), 'application/x-ndjson'), ndjsonOf(data));
  if (data.length > 0) expectSame(await textOf(app, pathOf(question), 'text/csv'), csvOf(data, columnsOf(data[0])));
  return data.length;
}

function upper(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

const pathOf = (question: SignalsQuestion) => restPath('brands/:brandId/signals', question);
