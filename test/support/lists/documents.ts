// GraphQL that selects all that REST answers of the long lists, written from the contract and not from the service's own documents.

import { argumentsOf } from '../arguments.js';
import type { ListKind, ListQuestion } from '../naive/lists/lists.js';
import { withoutPrompts } from '../random/filters.js';

const sentiment = 'sentiment { positive neutral negative mixed positiveShare negativeShare } position { average }';
const source = 'domain category company citations share runs coverage prompts previous { citations } isNew';

/** The field of each list, and its elements. */
const fields: Readonly<Record<ListKind, readonly [string, string]>> = {
  prompts: [
    'promptPerformance',
    `promptId prompt tags runs brandMentions visibility share ${sentiment} citations leader { name mentions }
     firstRunAt lastRunAt previous { runs brandMentions visibility } change`,
  ],
  domains: ['citedDomains', `${source} urls`],
  urls: ['citedUrls', `${source} url title`],
  queries: ['queryFanout', 'query runs prompts models brandMentions visibility previous { runs } isNew'],
};

const summary = 'summary { runs searchedRuns coverage queries uniqueQueries averagePerRun }';

/** The field of a list with its arguments and all that is below it. */
export function listField(question: ListQuestion): string {
  const { kind, page, limit, orderBy, direction, search, outcome, category, presence } = question;
  const [name, elements] = fields[kind];
  const given = argumentsOf({ page, limit, orderBy, direction, search, outcome, category, presence });
  const args = given === '' ? '' : `(${given})`;
  const beside = kind === 'queries' ? summary : '';
  return `list: ${name}${args} { data { ${elements} } pagination { page limit total totalPages } ${beside} }`;
}

/** One document for all the questions, an alias each, with the totals of the same runs. */
export function listsDocument(questions: readonly ListQuestion[]): string {
  const aliases = questions.map((question, index) => {
    const { brandId, tags, filter } = question;
    const args = argumentsOf({ brandId, tags, filter, ...commonOf(question) });
    return `list${index}: brandAnalytics(${args}) { range { start end } ${listField(question)} }`;
  });
  return `{ ${aliases.join('\n')} }`;
}

/** The same lists of the compared window, and of each prompt alone in the window. */
export function nestedListDocument(question: ListQuestion): string {
  const { brandId, tags, filter } = question;
  const list = `range { start end } ${listField(question)}`;
  return `{
    brandAnalytics(${argumentsOf({ brandId, tags, filter, ...commonOf(question) })}) { previous { ${list} } }
    brand(id: ${JSON.stringify(brandId)}) {
      prompts(limit: 100) { data { id analytics(${argumentsOf({ ...commonOf(question), filter: withoutPrompts(filter) })}) { ${list} } } }
    }
  }`;
}

/** What is asked of a brand and of a prompt alike. */
function commonOf({ start, end, model, compare, compareStart, compareEnd }: ListQuestion) {
  return { start, end, model, compare, compareStart, compareEnd };
}
