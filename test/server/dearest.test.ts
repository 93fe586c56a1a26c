// No question holds the event loop for long: of a brand that has much of everything, each path of REST, each tool of MCP and each field of GraphQL
// is asked what is dearest, and what is done between two turns of the loop is counted. `npm run bench -- --only cost` measures it on a full one.

import { describe, expect, it } from 'vitest';
import { routes } from '../../src/server/rest/routes.js';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { graphKinds } from '../support/dearest/graphql.js';
import { mcpQuestions } from '../support/dearest/mcp.js';
import { restQuestions } from '../support/dearest/rest.js';
import type { Question } from '../support/dearest/values.js';
import { type ExtremeSize, extremeRecords } from '../support/extreme-world.js';
import { recordAll } from '../support/records.js';
import { shared, sharedDatabase } from '../support/shared.js';
import { type CountedAnswer, countingServer } from '../support/work/process.js';

const size: ExtremeSize = {
  prompts: 400,
  companies: 600,
  models: 20,
  tags: 20,
  runs: 800,
  since: '2026-02-01',
  longAnswers: { count: 1, characters: 120_000 },
  longestCharacters: 600_000,
};

/** Several times what there is of anything, companies that prompts mention included, and a third of the prompts times the companies. */
const maxWork = 200_000;

/**
 * Whole lists by each order, of breakdowns by the order for which most is read, and pages by the order that they have; the benchmark asks for
 * every page by every order and filter.
 */
function isAsked({ name }: { readonly name: string }): boolean {
  if (!name.endsWith('as CSV')) return !/ (by|with(?! tags| prompts)) /.test(name);
  return name.includes('half a month') && (!name.includes('/breakdown') || name.includes('by change'));
}

const lists = routes.flatMap(({ list }) => list ?? []);
/** What REST sends as a list is made by the same code. */
const isOfRest = new RegExp(`(all time|half a month) (${lists.join('|')}) `);
const isOverAllTime = ({ name }: { readonly name: string }) => !name.includes('half a month');

const db = await sharedDatabase(async (db) => {
  await recordAll(db, [...extremeRecords(size)]);
  await rollBrand(db, 'extreme');
  await db.pool.query('analyze');
});
const server = await shared(countingServer(db.url));

async function expectTurns(question: Question): Promise<void> {
  const answer: CountedAnswer = await server.ask({ ...question, enough: maxWork });
  expect(answer.fault, question.name).toBeNull();
  expect(answer.count, `${question.name}: ${answer.place}`).toBeLessThan(maxWork);
}

describe('one turn of the event loop', () => {
  it.each(restQuestions(size).filter(isAsked))('is short while REST answers $name', expectTurns);
  it.each(mcpQuestions().filter(isOverAllTime))('is short while MCP answers $name', expectTurns);
  it.each(graphKinds(size).filter((kind) => isAsked(kind) && !isOfRest.test(kind.name)))(
    'is short while GraphQL answers $name',
    ({ question }) => expectTurns(question(2)),
  );
});
