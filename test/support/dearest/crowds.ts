// Requests that are harmless alone, sent at once.

import { dayMs } from '../../../src/domain/limits.js';
import { extreme } from '../extreme.js';
import { extremeEnd } from '../extreme-world.js';
import { toolCall } from './mcp.js';
import { longestAnswer, type Question } from './values.js';

/** Each of them together. */
export function crowds(): readonly (readonly Question[])[] {
  const answer = toolCall('6 × get_answer of the longest answer', 'get_answer', longestAnswer);
  const many = Array.from({ length: 60_000 }, (_, at) => `tag ${at}`);
  const long = Array.from({ length: 50 }, (_, at) => `tag ${at} `.padEnd(18_000, 'x'));
  return [
    repeated(6, answer),
    repeated(8, tagged('8 × 60,000 tags under one alias', many, 1)),
    repeated(8, tagged('8 × 60,000 tags under 150 aliases', many, 150)),
    repeated(8, tagged('8 × 50 long tags under 6 aliases', long, 6)),
    repeated(8, tagged('8 × 50 long tags under 150 aliases', long, 150)),
  ];
}

function repeated(times: number, question: Question): readonly Question[] {
  return Array.from({ length: times }, () => question);
}

/** A document of which the variable with `tags` takes most. */
function tagged(name: string, tags: readonly string[], aliases: number): Question {
  const fields = Array.from({ length: aliases }, (_, at) => {
    const end = new Date(extremeEnd - at * 900_000).toISOString();
    const start = new Date(extremeEnd - 7 * dayMs).toISOString();
    return `a${at}: brandAnalytics(brandId: "${extreme.brandId}", start: "${start}", end: "${end}", tags: $tags) { visibility { current } }`;
  });
  return {
    name,
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: `query ($tags: [String!]) { ${fields.join(' ')} }`, variables: { tags } }),
  };
}
