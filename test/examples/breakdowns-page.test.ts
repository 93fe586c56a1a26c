// The page of breakdowns is true: its tables are those of the code, and every question is answered alike by curl and by GraphQL.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  dimensionNames,
  dimensions,
  measureNames,
  measures,
} from '../../src/domain/breakdown/dimensions-and-measures.js';
import { blocksOf, openPage } from '../support/docs-page.js';

const page = readFileSync('docs/breakdowns.md', 'utf8');
const questions = page
  .split(/^## (?=\d+\. )/m)
  .slice(1)
  .map((text) => ({
    name: text.split('\n')[0] ?? '',
    command: blocksOf(text, 'sh')[0] ?? '',
    document: blocksOf(text, 'gql')[0] ?? '',
  }));
const { app, run, written } = await openPage(75);

type Row = Readonly<Record<string, unknown>>;

/** The fields of `row` that `like` has. */
function among(row: unknown, like: unknown): unknown {
  if (typeof like !== 'object' || like === null || typeof row !== 'object' || row === null) return row;
  return Object.fromEntries(Object.entries(like).map(([name, inner]) => [name, among((row as Row)[name], inner)]));
}

it('has ten questions', () => {
  expect(questions.length).toBe(10);
});

it('has the dimensions and measures of the code', () => {
  const names = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(names).toEqual([...dimensionNames, ...measureNames()]);
  const said = page.replace(/\s+/g, ' ');
  for (const name of dimensionNames) expect(said).toContain(dimensions[name].description);
  for (const name of measureNames())
    if ('description' in measures[name]) expect(said).toContain(measures[name].description);
});

it.each(questions)('answers alike: $name', async ({ command, document }) => {
  const { body } = await app.graphql(document);
  expect(body.errors).toBeUndefined();
  const rows: readonly Row[] = body.data.brandAnalytics.breakdown.data;
  expect(rows.length).toBeGreaterThan(2);
  const stdout = await run(command);
  if (stdout !== '') {
    const { data }: { readonly data: readonly Row[] } = JSON.parse(stdout);
    expect(data.map((row, place) => among(row, rows[place]))).toEqual(rows);
    return;
  }
  const [head = '', ...lines] = written('breakdown.csv').trimEnd().split('\r\n');
  expect(head).toMatch(/^key\.tag,key\.model,key\.date,runs,/);
  expect(lines.length).toBe(rows.length);
});
