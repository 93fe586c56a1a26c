// Kinds of documents about the extreme brand: each list that is long there, and runs that name many companies or have long answers.

import { extreme } from '../../test/support/extreme.js';
import { extremeEnd } from '../../test/support/extreme-world.js';
import { analyticsOf, type KindOf, windowOf } from './kinds.js';

const run = 'id promptId brandId model provider webSearchEnabled brandMentioned createdAt citationCount webQueries';
const assessment =
  'mentioned probability reason sentiment sentimentProbabilities { label probability } position mentionCount';
const entry =
  'name isBrand mentions prompts share runs allMentions interval { low high } sentiment { positive negative } position { average }';

const parts: Readonly<Record<string, string>> = {
  'extreme: visibility': 'visibility { current runs }',
  'extreme: names of entries': 'shareOfVoice { entries { name } }',
  'extreme: entries': `shareOfVoice { entries { ${entry} } }`,
  'extreme: daily share': 'shareOfVoice { series { date share } }',
  'extreme: models': 'models { model label runs visibility sentiment { positive } position { average } }',
  'extreme: totals': 'totals { runs prompts citations uniqueDomains uniqueUrls }',
};

const lists: Readonly<Record<string, string>> = {
  'extreme: competitors': 'competitors { name }',
  'extreme: tags': 'tags',
  'extreme: prompts': 'prompts(limit: 100) { data { id text tags } pagination { total } }',
  'extreme: prompts with a search': 'prompts(search: "number 7", limit: 100) { data { id text tags } }',
  'extreme: prompts with a search that finds nothing': 'prompts(search: "zebra") { data { text } }',
  'extreme: prompts with a tag': 'prompts(tags: ["tag 7"], limit: 100) { data { text tags } }',
};

/** All kinds, by name. */
export function extremeKinds(): ReadonlyMap<string, KindOf> {
  return new Map([
    ...Object.entries(parts).map(([name, part]): [string, KindOf] => [
      name,
      analyticsOf({ brandId: extreme.brandId, end: extremeEnd }, 30, part),
    ]),
    ...Object.entries(lists).map(([name, part]): [string, KindOf] => [
      name,
      () => `brand(id: "${extreme.brandId}") { ${part} }`,
    ]),
    ['extreme: model list', () => 'models { id label }'],
    ['extreme: one text of 1 MB for each alias', runs('answer { text }', 1)],
    ['extreme: runs', runs('id model createdAt', 20)],
    ['extreme: companies of runs', runs('competitorsMentioned', 20)],
    [
      'extreme: runs with everything but texts',
      runs(
        `${run} competitorsMentioned citations { url } assessments { brand { ${assessment} } competitors { name assessment { ${assessment} } } }`,
        20,
      ),
    ],
    ['extreme: runs with everything', runs(`${run} competitorsMentioned answer { text } citations { url }`, 1)],
    ['extreme: snapshots', snapshot],
  ]);
}

function runs(fields: string, limit: number): KindOf {
  return (at) => {
    const page = limit === 1 ? 1 + (at % 20) : 1;
    const args = `promptId: "${extreme.promptId}", ${windowOf(extremeEnd, 30)}, limit: ${limit}, page: ${page}`;
    return `promptRuns(${args}) { data { ${fields} } }`;
  };
}

const snapshot: KindOf = (at) => {
  const date = `2026-03-0${1 + (at % 2)}`;
  return `promptSnapshot(promptId: "${extreme.promptId}", date: "${date}") { runs competitors { name mentions } models { label } }`;
};
