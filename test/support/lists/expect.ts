// A long list as the service answers it, in every way, beside what arrays alone answer: exactly equal, doubles to the last bit.

import type { TestApp } from '../app.js';
import { expectSame } from '../compare.js';
import { jsonLines } from '../json-lines.js';
import { comparedOf } from '../naive/compared.js';
import { type ListQuestion, listAnswer, mayBeTitled, wholeList } from '../naive/lists/lists.js';
import { rangeOf } from '../naive/selection.js';
import type { NaiveWorld } from '../naive/world.js';
import { withoutPrompts } from '../random/filters.js';
import { bodyOf, lastLogged, restPath, textOf } from '../rest.js';
import { listsDocument, nestedListDocument } from './documents.js';
import { listPath } from './paths.js';
import { columnsOf, csvOf, ndjsonOf } from './texts.js';

/** GraphQL answers all the questions in one request, and REST each of them, as `world` does. */
export async function expectLists(app: TestApp, world: NaiveWorld, questions: readonly ListQuestion[]): Promise<void> {
  const { body } = await app.graphql(listsDocument(questions));
  if (body.errors) throw new Error(`${JSON.stringify(body.errors)} ${lastLogged(app)}`);
  for (const [index, question] of questions.entries()) {
    const { range, list } = body.data[`list${index}`];
    const expected = listAnswer(world, question);
    expectSame(untitled(world, question, { range, ...list, data: list.data.map(asInRest) }), expected);
    const rest = await bodyOf(app, listPath(question));
    expectSame(untitled(world, question, rest), expected);
    expectSame(titlesOf(rest), titlesOf(list));
  }
}

/** The lists of the compared window, and of each prompt alone, are as `world` answers them. */
export async function expectNestedLists(app: TestApp, world: NaiveWorld, question: ListQuestion): Promise<void> {
  const { body } = await app.graphql(nestedListDocument(question));
  if (body.errors) throw new Error(`${JSON.stringify(body.errors)} ${lastLogged(app)}`);
  const expectOne = ({ range, list }: { readonly range: object; readonly list: Listed }, asked: ListQuestion) => {
    const answer = { range, ...list, data: list.data.map(asInRest) };
    expectSame(untitled(world, asked, answer), listAnswer(world, asked));
  };
  const before = comparedOf(question);
  const { previous } = body.data.brandAnalytics;
  expectSame(previous === null, before === null);
  const byDefault = { compare: undefined, compareStart: undefined, compareEnd: undefined };
  if (before) expectOne(previous, { ...question, ...byDefault, ...rangeOf(before) });
  for (const { id, analytics } of body.data.brand.prompts.data) {
    expectOne(analytics, { ...question, tags: undefined, filter: withoutPrompts(question.filter), promptId: id });
  }
}

/** Enumerations of GraphQL are in upper case. */
function asInRest<T extends { readonly category?: string }>(element: T): T {
  return element.category === undefined ? element : { ...element, category: element.category.toLowerCase() };
}

/** The pages of REST joined are the whole list, and so are its CSV and its NDJSON. */
export async function expectWholeList(app: TestApp, world: NaiveWorld, given: ListQuestion): Promise<void> {
  const question = { ...given, page: undefined, limit: undefined };
  const pages = [];
  for (let page = 1; ; page++) {
    const answer = await bodyOf(app, listPath({ ...question, page, limit: 7 }));
    pages.push(answer);
    if (page >= answer.pagination.totalPages) break;
  }
  const data = pages.flatMap((page) => page.data);
  expectSame(untitled(world, question, { data }).data, wholeList(world, question));
  const ndjson = await textOf(app, listPath(question), 'application/x-ndjson');
  expectSame(ndjson, ndjsonOf(data));
  const csv = await textOf(app, listPath(question), 'text/csv');
  const columns = csv.split('\r\n')[0]?.split(',') ?? [];
  const [first] = data.filter((element) => element.leader !== null);
  if (first) expectSame([...columns].sort(), [...columnsOf(first)].sort());
  expectSame(csv, csvOf(data, columns));
}

/** Of lists, Σ over elements is the total of the summary of the same runs. */
export async function expectSums(app: TestApp, given: ListQuestion): Promise<void> {
  const { brandId, start, end, model, tags, filter } = given;
  const asked = { brandId, start, end, model, tags, filter };
  const of = async (kind: ListQuestion['kind']) =>
    jsonLines(await textOf(app, listPath({ kind, ...asked }), 'application/x-ndjson'));
  const { totals } = await bodyOf(app, restPath('brands/:brandId/analytics', asked));
  const [prompts, domains, urls] = [await of('prompts'), await of('domains'), await of('urls')];
  const citations = (elements: readonly { readonly citations: number }[]) =>
    elements.reduce((sum, each) => sum + each.citations, 0);
  const sumOfRuns = (elements: readonly { readonly runs: number }[]) =>
    elements.reduce((sum, each) => sum + each.runs, 0);
  const runs = sumOfRuns(prompts);
  expectSame(
    {
      runs,
      prompts: prompts.length,
      citations: citations(prompts),
      uniqueDomains: domains.length,
      uniqueUrls: urls.length,
    },
    totals,
  );
  expectSame([citations(domains), citations(urls)], [totals.citations, totals.citations]);
  const queries = await of('queries');
  const { summary } = await bodyOf(app, listPath({ kind: 'queries', ...asked }));
  expectSame([summary.runs, summary.queries, summary.uniqueQueries], [runs, sumOfRuns(queries), queries.length]);
}

interface Listed {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  readonly data: readonly any[];
}

/** The answer without the titles of its URLs, each of which is one that was given. */
function untitled<T extends Listed>(world: NaiveWorld, { kind, brandId }: ListQuestion, answer: T): T {
  if (kind !== 'urls') return answer;
  const data = answer.data.map(({ title, ...element }) => {
    if (!mayBeTitled(world, brandId, element.url, title)) {
      throw new Error(`No run gave ${element.url} the title ${JSON.stringify(title)}.`);
    }
    return element;
  });
  return { ...answer, data };
}

function titlesOf({ data }: Listed): readonly unknown[] {
  return data.map(({ title }) => title);
}
