// The latest runs of a prompt with urql, page by page.
//
//   npm run demo                                        in one terminal, which prints a key
//   SIGHTLINE_KEY=<key> npx tsx examples/clients/urql.ts
//
// SIGHTLINE_URL is http://127.0.0.1:4000 unless it is set.

import { gql } from '@urql/core';
import { connect } from './urql-client.js';

const { SIGHTLINE_URL: url = 'http://127.0.0.1:4000', SIGHTLINE_KEY: key } = process.env;
if (!key) throw new Error('Set SIGHTLINE_KEY to a key of the server.');
const client = connect(url, key);

interface Brands {
  readonly brands: readonly {
    readonly id: string;
    readonly name: string;
    readonly lastRunAt: string | null;
    readonly prompts: { readonly data: readonly { readonly id: string; readonly text: string }[] };
  }[];
}

/** The data of a document. Throws if any of it failed. */
async function ask<Data>(document: string, variables: Record<string, unknown>): Promise<Data> {
  const { data, error } = await client.query<Data>(gql(document), variables);
  if (error || !data) throw error ?? new Error('The response has no data.');
  return data;
}

const { brands } = await ask<Brands>(
  'query Brands { brands { id name lastRunAt prompts(limit: 1) { data { id text } } } }',
  {},
);
const brand = brands.find(({ lastRunAt }) => lastRunAt !== null);
const prompt = brand?.prompts.data[0];
if (!brand?.lastRunAt || !prompt) throw new Error('This key reads no brand that has runs.');

// The 30 days up to the last run. A run in the quarter hour of the end would be outside, so the end lies one quarter hour later.
const end = new Date(Date.parse(brand.lastRunAt) + 900_000);
const window = { start: new Date(end.getTime() - 30 * 86_400_000).toISOString(), end: end.toISOString() };

interface Runs {
  readonly promptRuns: {
    readonly data: readonly { readonly id: string; readonly createdAt: string; readonly model: string }[];
    readonly nextCursor: string | null;
  };
}

/** Pages by cursor: each is kept in the cache under its `after`. */
async function* pagesOf(promptId: string): AsyncGenerator<Runs['promptRuns']> {
  let after: string | null = null;
  do {
    const { promptRuns }: Runs = await ask<Runs>(
      `query Runs($promptId: ID!, $start: DateTime!, $end: DateTime!, $after: String) {
        promptRuns(promptId: $promptId, start: $start, end: $end, limit: 5, after: $after) {
          data { id brandId createdAt model }
          nextCursor
        }
      }`,
      { promptId, ...window, after },
    );
    yield promptRuns;
    after = promptRuns.nextCursor;
  } while (after !== null);
}

let pages = 0;
for await (const { data } of pagesOf(prompt.id)) {
  pages += 1;
  console.log(`page ${pages} of the runs of "${prompt.text}"`);
  for (const { createdAt, model } of data) console.log(`  ${createdAt} ${model}`);
  if (pages === 3) break;
}
