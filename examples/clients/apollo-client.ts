// Apollo Client for Sightline, to copy: documents by their hash over GET, a cache that knows what a run is, and pages that are put together in it.
// `apollo.ts` shows it at work.

import { createHash } from 'node:crypto';
import {
  ApolloClient,
  type FieldPolicy,
  HttpLink,
  InMemoryCache,
  type PossibleTypesMap,
  type TypePolicies,
} from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';

interface Page {
  readonly data: readonly unknown[];
}

/** Pages by `after`: a page without it is the first, and replaces what is there; any other is put behind it. */
const byCursor = (...keyArgs: string[]): FieldPolicy<Page> => ({
  keyArgs,
  merge: (known, page, { args }) =>
    known && args?.after ? { ...known, ...page, data: [...known.data, ...page.data] } : page,
});

/** Pages by `page` and `limit`, which is at most `maxLimit`: each has its place. For a pager that shows one page, leave this out: each page then has an entry of its own. */
const byNumber = (keyArgs: string[], maxLimit = 100): FieldPolicy<Page> => ({
  keyArgs,
  merge: (known, page, { args }) => {
    const data = [...(known?.data ?? [])];
    const first = ((args?.page ?? 1) - 1) * Math.min(args?.limit ?? 20, maxLimit);
    page.data.forEach((element, at) => {
      data[first + at] = element;
    });
    return { ...known, ...page, data };
  },
});

/** Types without an identity: documents that select different fields of one of them add up. */
const embedded = [
  ...['Answer', 'Assessment', 'Assessments', 'BreakdownKey', 'Change', 'Interval', 'Leader', 'Position'],
  ...[
    'PositionOverTime',
    'PreviousBreakdown',
    'PreviousCitations',
    'PreviousPerformance',
    'PreviousQuery',
    'PromptSnapshot',
  ],
  ...['QueryFanoutSummary', 'Range', 'RatioChange', 'RobustInterval', 'SentimentCounts', 'SentimentOverTime'],
  ...['ShareOfVoice', 'SignalSubject', 'Totals', 'Visibility'],
];

/** The ways to name a window. */
const window = ['start', 'end', 'from', 'to', 'last', 'timeZone'];

/** What runs cite, issue and say. */
const item = ['domain', 'url', 'query', 'sentiment', 'search'];

/** What the cache has to know of the schema. */
export const typePolicies: TypePolicies = {
  ...Object.fromEntries(embedded.map((type) => [type, { merge: true }])),
  // The id of a run is unique within its brand: select both.
  Run: { keyFields: ['brandId', 'id'] },
  Viewer: { keyFields: ['keyId'] },
  Query: {
    fields: {
      brandList: byNumber(['search']),
      promptRuns: byCursor('promptId', ...window, 'model', 'filter', 'outcome', 'company'),
      brandRuns: byCursor('brandId', ...window, 'model', 'filter', 'tags', 'outcome', 'company', ...item),
    },
  },
  Prompt: { fields: { runs: byCursor(...window, 'model', 'filter', 'outcome', 'company') } },
  Brand: { fields: { prompts: byNumber(['tags', 'search']) } },
  BrandAnalytics: {
    merge: true,
    fields: {
      promptPerformance: byNumber(['orderBy', 'direction', 'search', 'outcome']),
      citedDomains: byNumber(['orderBy', 'direction', 'search', 'outcome', 'presence', 'category']),
      citedUrls: byNumber(['orderBy', 'direction', 'search', 'outcome', 'presence', 'category']),
      queryFanout: byNumber(['orderBy', 'direction', 'search', 'presence']),
      breakdown: byNumber(['by', 'orderBy', 'direction', 'minRuns'], 1_000),
    },
  },
};

/** The types of each interface, for fragments on it. GraphQL Code Generator's plugin `fragment-matcher` writes the same. */
export const possibleTypes: PossibleTypesMap = {
  CitedSource: ['CitedDomain', 'CitedUrl'],
  CompanyShare: ['ModelEntry', 'ShareOfVoiceEntry', 'SnapshotCompetitor'],
  PositionFigures: ['Position', 'PositionDay', 'PositionOverTime'],
  SampleSize: [
    ...['BreakdownRow', 'ModelEntry', 'Position', 'PositionDay', 'PositionOverTime', 'PreviousBreakdown'],
    ...['SentimentCounts', 'SentimentDay', 'SentimentOverTime', 'ShareOfVoice', 'ShareOfVoiceDay'],
    ...['ShareOfVoiceEntry', 'SnapshotCompetitor', 'Visibility', 'VisibilityDay'],
  ],
  SentimentFigures: ['SentimentCounts', 'SentimentDay', 'SentimentOverTime'],
  SeriesPoint: ['CompanyDay', 'PositionDay', 'SentimentDay', 'ShareOfVoiceDay', 'VisibilityDay'],
};

/** A client of the server at `url`. The first request for a document is repeated with its text where the server does not know its hash. */
export function connect(url: string, key: string): ApolloClient {
  const persisted = new PersistedQueryLink({
    // In a browser: `crypto-hash`, or crypto.subtle.
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    useGETForHashedQueries: true,
  });
  const http = new HttpLink({ uri: `${url}/graphql`, headers: { authorization: `Bearer ${key}` } });
  return new ApolloClient({ link: persisted.concat(http), cache: new InMemoryCache({ typePolicies, possibleTypes }) });
}
