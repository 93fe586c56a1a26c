// A brand's figures and the latest runs of a prompt with Apollo Client, page by page out of its cache.
//
//   npm run demo                                        in one terminal, which prints a key
//   SIGHTLINE_KEY=<key> npx tsx examples/clients/apollo.ts
//
// SIGHTLINE_URL is http://127.0.0.1:4000 unless it is set.

import { gql, type ObservableQuery } from '@apollo/client';
import { filter, firstValueFrom } from 'rxjs';
import { connect } from './apollo-client.js';

const { SIGHTLINE_URL: url = 'http://127.0.0.1:4000', SIGHTLINE_KEY: key } = process.env;
if (!key) throw new Error('Set SIGHTLINE_KEY to a key of the server.');
const client = connect(url, key);

/** The first result of a query, which is watched from then on, as a component does. */
async function firstResult<Data>(query: ObservableQuery<Data>): Promise<Data> {
  query.subscribe({});
  const { data, error } = await firstValueFrom(query.pipe(filter(({ loading }) => !loading)));
  if (error || !data) throw error ?? new Error('The response has no data.');
  return data as Data; // safe because a result without an error is complete
}

interface Brands {
  readonly brands: readonly {
    readonly id: string;
    readonly name: string;
    readonly lastRunAt: string | null;
    readonly prompts: { readonly data: readonly { readonly id: string; readonly text: string }[] };
  }[];
}

const { data: found } = await client.query<Brands>({
  query: gql`query Brands { brands { id name lastRunAt prompts(limit: 1) { data { id text } } } }`,
});
const brand = found?.brands.find(({ lastRunAt }) => lastRunAt !== null);
const prompt = brand?.prompts.data[0];
if (!brand?.lastRunAt || !prompt) throw new Error('This key reads no brand that has runs.');

// The 30 days up to the last run. A run in the quarter hour of the end would be outside, so the end lies one quarter hour later.
const end = new Date(Date.parse(brand.lastRunAt) + 900_000);
const window = { start: new Date(end.getTime() - 30 * 86_400_000).toISOString(), end: end.toISOString() };

interface Runs {
  readonly promptRuns: {
    readonly data: readonly { readonly id: string; readonly createdAt: string }[];
    readonly nextCursor: string | null;
  };
}

const runsOf = gql`
  query Runs($promptId: ID!, $start: DateTime!, $end: DateTime!, $after: String) {
    promptRuns(promptId: $promptId, start: $start, end: $end, limit: 5, after: $after) {
      data { id brandId createdAt model brandMentioned }
      nextCursor
    }
  }
`;
const ofPrompt = { promptId: prompt.id, ...window };
const runs = client.watchQuery<Runs>({ query: runsOf, variables: ofPrompt });
let after = (await firstResult(runs)).promptRuns.nextCursor;
for (let page = 2; after !== null && page <= 3; page += 1)
  after = (await runs.fetchMore({ variables: { after } })).data?.promptRuns.nextCursor ?? null;
const latest = client.readQuery<Runs>({ query: runsOf, variables: ofPrompt })?.promptRuns.data ?? [];
console.log(`${latest.length} runs of "${prompt.text}", the oldest of ${latest.at(-1)?.createdAt}`);

interface Figures {
  readonly brandAnalytics: {
    readonly visibility: { readonly current: number | null };
    readonly promptPerformance: {
      readonly data: readonly { readonly prompt: string; readonly visibility: number | null }[];
      readonly pagination: { readonly totalPages: number };
    };
  };
}

// In the cache the rows have their places: the lowest visibility first, as the server orders them.
const figures = gql`
  query Figures($brandId: ID!, $start: DateTime!, $end: DateTime!, $page: Int) {
    brandAnalytics(brandId: $brandId, start: $start, end: $end) {
      visibility { current }
      promptPerformance(page: $page, limit: 2) { data { prompt visibility } pagination { totalPages } }
    }
  }
`;
const ofBrand = { brandId: brand.id, ...window };
const prompts = client.watchQuery<Figures>({ query: figures, variables: ofBrand });
const pages = (await firstResult(prompts)).brandAnalytics.promptPerformance.pagination.totalPages;
for (let page = 2; page <= pages; page += 1) await prompts.fetchMore({ variables: { page } });
const summary = client.readQuery<Figures>({ query: figures, variables: ofBrand })?.brandAnalytics;
const percent = (ratio: number | null = null) => (ratio === null ? 'no data' : `${(ratio * 100).toFixed(1)} %`);
console.log(`${brand.name}: visibility ${percent(summary?.visibility.current)}`);
for (const row of summary?.promptPerformance.data ?? []) console.log(`  ${percent(row.visibility)} ${row.prompt}`);
client.stop();
