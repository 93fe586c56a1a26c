// Variables that are not what was declared are refused, whatever they are: objects that cannot be texts, values nested very deep.

import { describe, expect, it } from 'vitest';
import { openTarget } from '../support/fuzz/target.js';
import { problemsOf, send } from '../support/fuzz/wire.js';
import { smallWorldIds } from '../support/records.js';
import { shared } from '../support/shared.js';

const target = await shared(openTarget());

const { brand, prompts } = smallWorldIds;
const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-03T00:00:00Z"';
const fields: Readonly<Record<string, string>> = {
  DateTime: `brandAnalytics(brandId: "${brand}", start: $v, end: "2026-03-03T00:00:00Z") { visibility { series { date } } }`,
  ID: 'brand(id: $v) { id }',
  Date: `promptSnapshot(promptId: "${prompts.best}", date: $v) { runs }`,
  TimeZone: `brandAnalytics(brandId: "${brand}", ${window}, timeZone: $v) { brandId }`,
  '[String!]': `brandAnalytics(brandId: "${brand}", ${window}, tags: $v) { brandId }`,
  Int: `promptRuns(promptId: "${prompts.best}", ${window}, limit: $v) { data { id } }`,
  Float: `brandAnalytics(brandId: "${brand}", ${window}) { visibility { interval(level: $v) { low } } }`,
  SourceOrder: `brandAnalytics(brandId: "${brand}", ${window}) { citedUrls(orderBy: $v) { data { url } } }`,
  '[SourceCategory!]': `brandAnalytics(brandId: "${brand}", ${window}) { citedUrls(category: $v) { data { url } } }`,
  String: `brandAnalytics(brandId: "${brand}", ${window}) { queryFanout(search: $v) { data { query } } }`,
};
const types = Object.keys(fields);
const depth = 200_000;
const values: readonly (readonly [string, string])[] = [
  ['an object that cannot be a text', '{"toString":""}'],
  ['an object without a prototype of its own', '{"__proto__":{"toString":1},"valueOf":null}'],
  ['lists nested very deep', `${'['.repeat(depth)}${']'.repeat(depth)}`],
  ['objects nested very deep', `${'{"a":'.repeat(depth / 2)}1${'}'.repeat(depth / 2)}`],
  ['half of a surrogate pair', '"\\ud800"'],
  ['a NUL', '"a\\u0000b"'],
  ['a number beyond all bounds', '1e999'],
];

describe.each(types)('a variable of the type %s', (type) => {
  it.each(values)('that is given %s gets a plain answer', async (_, json) => {
    const query = `query ($v: ${type.startsWith('[') ? type : `${type}!`}) { ${fields[type]} }`;
    const body = Buffer.from(`{"query":${JSON.stringify(query)},"variables":{"v":${json}}}`);
    const headers = { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' };
    // The second time, the document is compiled.
    for (let again = 0; again < 2; again++) {
      const answer = await send(target.url, { method: 'POST', path: '/graphql', headers, body });
      expect({ problems: problemsOf(answer), body: answer.body.slice(0, 300) }).toMatchObject({ problems: [] });
      // A text may be one that nothing is called; anything else is no text.
      if (!json.startsWith('"')) expect(answer.body).toContain('"errors"');
    }
  });
});
