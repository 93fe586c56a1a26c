// A brand's figures and its latest runs over GraphQL, with graphql-request: only the fields that are selected are sent.
//
//   npm run demo                                        in one terminal, which prints a key
//   SIGHTLINE_KEY=<key> npx tsx examples/clients/graphql-request.ts
//
// SIGHTLINE_URL is http://127.0.0.1:4000 unless it is set.

import { GraphQLClient, gql } from 'graphql-request';

const { SIGHTLINE_URL: url = 'http://127.0.0.1:4000', SIGHTLINE_KEY: key } = process.env;
if (!key) throw new Error('Set SIGHTLINE_KEY to a key of the server.');

const client = new GraphQLClient(`${url}/graphql`, { headers: { authorization: `Bearer ${key}` } });

interface Brands {
  readonly brands: readonly { readonly id: string; readonly name: string; readonly lastRunAt: string | null }[];
}

interface Analytics {
  readonly brandAnalytics: {
    readonly visibility: {
      readonly current: number | null;
      readonly runs: number;
      readonly interval: { readonly low: number; readonly high: number } | null;
    };
    readonly shareOfVoice: {
      readonly entries: readonly { readonly name: string; readonly share: number | null; readonly mentions: number }[];
    };
  };
  readonly brand: { readonly prompts: { readonly data: readonly { readonly id: string; readonly text: string }[] } };
}

interface Runs {
  readonly promptRuns: {
    readonly data: readonly { readonly createdAt: string; readonly model: string; readonly brandMentioned: boolean }[];
    readonly nextCursor: string | null;
  };
}

const percent = (ratio: number | null) => (ratio === null ? 'no data' : `${(ratio * 100).toFixed(1)} %`);

const { brands } = await client.request<Brands>(gql`{ brands { id name lastRunAt } }`);
const brand = brands.find(({ lastRunAt }) => lastRunAt !== null);
if (!brand?.lastRunAt) throw new Error('This key reads no brand that has runs.');

// The 30 days up to the last run. A run in the quarter hour of the end would be outside, so the end lies one quarter hour later.
const end = new Date(Date.parse(brand.lastRunAt) + 900_000);
const window = { start: new Date(end.getTime() - 30 * 86_400_000).toISOString(), end: end.toISOString() };

const figures = await client.request<Analytics>(
  gql`
    query ($brandId: ID!, $start: DateTime!, $end: DateTime!) {
      brandAnalytics(brandId: $brandId, start: $start, end: $end) {
        visibility { current runs interval { low high } }
        shareOfVoice { entries { name share mentions } }
      }
      brand(id: $brandId) { prompts(limit: 1) { data { id text } } }
    }
  `,
  { brandId: brand.id, ...window },
);
const { visibility, shareOfVoice } = figures.brandAnalytics;
const { interval } = visibility;
console.log(`${brand.name}, ${window.start} to ${window.end}`);
console.log(`visibility ${percent(visibility.current)} of ${visibility.runs} runs`);
if (interval) console.log(`  with 95 % confidence between ${percent(interval.low)} and ${percent(interval.high)}`);
for (const { name, share, mentions } of shareOfVoice.entries)
  console.log(`${name}: ${percent(share)}, ${mentions} mentions`);

// Cursor pagination: each page begins after the last run of the previous one, even if runs are recorded meanwhile.
const [prompt] = figures.brand.prompts.data;
let after: string | null = null;
let pages = 0;
do {
  const { promptRuns }: Runs = await client.request<Runs>(
    gql`
      query ($promptId: ID!, $start: DateTime!, $end: DateTime!, $after: String) {
        promptRuns(promptId: $promptId, start: $start, end: $end, limit: 5, after: $after) {
          data { createdAt model brandMentioned }
          nextCursor
        }
      }
    `,
    { promptId: prompt?.id, ...window, after },
  );
  pages += 1;
  console.log(`page ${pages} of the runs of "${prompt?.text}"`);
  for (const run of promptRuns.data)
    console.log(`  ${run.createdAt} ${run.model} ${run.brandMentioned ? 'names it' : '-'}`);
  after = promptRuns.nextCursor;
} while (after !== null && pages < 3);
