// What the stage `lists` measured, for RESULTS.md.

import { round, table } from '../markdown.js';
import type { Lists } from './stage.js';

/** The section of the report. */
export function listsSection({ runs, pages, answers, certainty, wholeList }: Lists): string {
  const { rows, bytes, ms, firstMs, addedBytes } = wholeList;
  const memory = addedBytes === null ? '' : ` The server had at most ${round(addedBytes / 1e6)} MB more than before.`;
  return [
    `## Lists, ${runs.toLocaleString('en')} runs`,
    'Pages of 20 rows over 90 days with the window before, distinct prompts and models, and the total; read without HTTP. All rows were equal before they were timed.',
    table(
      ['', 'rows in all', 'tiles', 'SQL on raw rows', 'raw rows / tiles'],
      pages.map(({ name, total, tiles, rawMs }) => [
        name,
        total.toLocaleString('en'),
        `${round(tiles.median)} (${round(tiles.p95)})`,
        round(rawMs),
        `${round(rawMs / tiles.median)} ×`,
      ]),
    ),
    'Answers of the brand: the third page of 20 over 365 days, with the exact total.',
    table(
      ['', 'runs in all', 'placed by counts', 'filtered and counted', 'ratio'],
      answers.map(({ name, total, placed, rawMs }) => [
        name,
        total.toLocaleString('en'),
        `${round(placed.median)} (${round(placed.p95)})`,
        round(rawMs),
        `${round(rawMs / placed.median)} ×`,
      ]),
    ),
    'Certainty, over HTTP by GraphQL, one request after the other, each with another window.',
    table(
      ['', 'ms'],
      certainty.map(({ name, timing }) => [name, `${round(timing.median)} (${round(timing.p95)})`]),
    ),
    `All ${rows.toLocaleString('en')} URLs as CSV over HTTP: ${round(bytes / 1e6)} MB in ${round(ms / 1000)} s, the first bytes after ${round(firstMs)} ms.${memory}`,
  ].join('\n\n');
}
