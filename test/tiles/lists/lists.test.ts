// Pages and whole lists beside the naive ones, on random worlds: every order, filter and page.

import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Database } from '../../../src/database/postgres.js';
import { unlimited } from '../../../src/domain/budget.js';
import {
  directions,
  type ListAsk,
  type ListKind,
  type ListPage,
  listKinds,
  listWants,
  type PromptRow,
  promptOrders,
  type QueryRow,
  queryOrders,
  type SourceRow,
  sourceOrders,
} from '../../../src/domain/lists/lists.js';
import { averagePosition, labelShare, ratio } from '../../../src/domain/metrics.js';
import { outcomes } from '../../../src/domain/outcome.js';
import { noFilter } from '../../../src/domain/selection/run-filter.js';
import { NameRankCache } from '../../../src/tiles/lists/name-ranks.js';
import { createListCache, readLists, streamList } from '../../../src/tiles/lists/read-lists.js';
import { expectSame, often, propertyTimeoutMs, recordWorld } from '../../support/compare.js';
import { testDatabase } from '../../support/database.js';
import type { AnalyticsQuestion } from '../../support/naive/analytics.js';
import { comparedOf } from '../../support/naive/compared.js';
import { allDomains, allUrls } from '../../support/naive/lists/cited.js';
import { categories } from '../../support/naive/lists/ownership.js';
import { allPrompts } from '../../support/naive/lists/prompt-performance.js';
import { allQueries, fanoutSummary } from '../../support/naive/lists/query-fanout.js';
import { windowOf } from '../../support/naive/selection.js';
import type { NaiveWorld } from '../../support/naive/world.js';
import { questionPlans, questionsFor } from '../../support/random/questions.js';
import { randomWorlds } from '../../support/random/world.js';
import { plainStage, rolledStages } from '../../support/readers.js';

const orders = { prompts: promptOrders, domains: sourceOrders, urls: sourceOrders, queries: queryOrders };

/** What is random about an ask besides its runs. */
const listings = fc.record({
  kind: fc.constantFrom(...listKinds),
  order: fc.nat(20),
  direction: fc.constantFrom(...directions),
  outcome: fc.constantFrom(...outcomes),
  categories: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.subarray([...categories]) },
  ),
  search: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom('a', 'A', 'E', 'crm', 'É', '/', 'example', '%', '_', '.', 'Σ', 'p') },
  ),
  skip: fc.nat(12),
  limit: fc.integer({ min: 1, max: 12 }),
});
type RandomListing = typeof listings extends fc.Arbitrary<infer T> ? T : never;

describe.each([plainStage, ...rolledStages])('lists of runs that are $name', (stage) => {
  it(
    'have the rows, the order and the totals of the naive ones',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(150),
        questionPlans(8),
        fc.array(listings, { minLength: 11, maxLength: 12 }),
        fc.nat(150),
        async ({ turn, records }, plans, listed, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const { analytics } = questionsFor(plans, world, turn);
          if (analytics.length > 0) await expectLists(db, world, { analytics, listed });
        },
      );
      await fc.assert(property, often(6));
    },
    propertyTimeoutMs,
  );
});

interface Questions {
  readonly analytics: readonly AnalyticsQuestion[];
  readonly listed: readonly RandomListing[];
}

/** All lists at once, in pages and whole. */
async function expectLists(db: Database, world: NaiveWorld, { analytics, listed }: Questions): Promise<void> {
  const few = listed.length % 2 === 0 ? 0 : 2_000;
  const firstItems = listed.length % 2 === 0 ? 1 : 200;
  const options = {
    firstItems,
    cache: { ...createListCache(), ranks: new NameRankCache(1_000, few) },
    onDamage: fail,
    budget: unlimited,
  };
  const asked = listed.flatMap((listing, index) => {
    const question = analytics[index % analytics.length];
    return question ? [{ ask: askOf(question, listing), expected: expectedOf(world, question, listing) }] : [];
  });
  const asks = asked.map(({ ask }) => ask);
  const pages = await db.snapshot((client) => readLists(client, asks, options));
  for (const [index, { ask, expected }] of asked.entries()) {
    const page = pages[index];
    expectSame(page && { total: page.total, rows: rowsOf(world, ask, page), summary: page.summary }, {
      total: expected.rows.length,
      rows: expected.rows.slice(ask.skip, ask.skip + ask.limit),
      summary: expected.summary,
    });
    const rows = await db.snapshot(async (client) => {
      const streamed: ListPage['rows'][number][] = [];
      for await (const some of streamList(client, ask, options)) streamed.push(...some);
      return streamed;
    });
    expectSame(rowsOf(world, ask, { rows }), expected.rows);
  }
}

function fail(): never {
  throw new Error('no tile is corrupt');
}

function askOf(question: AnalyticsQuestion, listing: RandomListing): ListAsk {
  const { kind, order, direction, search, skip, limit } = listing;
  const isOfSources = kind === 'domains' || kind === 'urls';
  const window = windowOf(question);
  return {
    kind,
    question: {
      brandId: question.brandId,
      window,
      model: question.model || null,
      tags: question.tags ?? [],
      filter: noFilter,
      promptId: null,
      outcome: isOfSources ? listing.outcome : 'all',
      series: null,
    },
    compared: comparedOf(question),
    presence: 'current',
    outcome: kind === 'prompts' ? listing.outcome : 'all',
    search,
    categories: isOfSources ? listing.categories : [],
    orderBy: orderOf(kind, order),
    direction,
    skip,
    limit,
    wants: new Set(listWants),
  };
}

function orderOf(kind: ListKind, order: number) {
  return orders[kind][order % orders[kind].length] ?? 'runs';
}

function expectedOf(world: NaiveWorld, question: AnalyticsQuestion, listing: RandomListing) {
  const { kind, order, search, ...rest } = listing;
  const { brandId, start, end, model, tags } = question;
  const asked = {
    ...{ brandId, start, end, model, tags, direction: rest.direction, search: search ?? undefined },
    orderBy: orderOf(kind, order),
  };
  const cited = { ...asked, outcome: rest.outcome, category: rest.categories };
  if (kind === 'prompts') return { rows: allPrompts(world, { ...asked, outcome: rest.outcome }), summary: null };
  if (kind === 'domains') return { rows: allDomains(world, cited), summary: null };
  if (kind === 'urls') return { rows: allUrls(world, cited), summary: null };
  const { coverage: _, averagePerRun: __, ...summary } = fanoutSummary(world, asked);
  return { rows: allQueries(world, asked), summary };
}

/** The rows as the naive lists have them, which have no titles: a title is any that a run of the brand gave the URL. */
function rowsOf(world: NaiveWorld, { kind, question }: ListAsk, { rows }: Pick<ListPage, 'rows'>) {
  return rows.map((row) => {
    if ('text' in row) return promptElement(row);
    if ('query' in row) return queryElement(row);
    const titles = world.titles.filter(({ brandId, url }) => brandId === question.brandId && url === row.url);
    const isGiven = titles.length === 0 ? row.title === null : titles.some(({ title }) => title === row.title);
    expectSame([row.url, row.title, isGiven], [row.url, row.title, true]);
    return sourceElement(row, kind);
  });
}

function promptElement({ brand, leader, previous, ...row }: PromptRow) {
  const visibility = ratio(brand.mentions, row.runs);
  const before = previous && ratio(previous.brandMentions, previous.runs);
  return {
    promptId: row.id,
    prompt: row.text,
    tags: row.tags,
    runs: row.runs,
    brandMentions: brand.mentions,
    visibility,
    share: ratio(brand.mentions, row.allMentions),
    sentiment: {
      ...{ positive: brand.positive, neutral: brand.neutral, negative: brand.negative, mixed: brand.mixed },
      ...{ positiveShare: labelShare(brand, 'positive'), negativeShare: labelShare(brand, 'negative') },
    },
    position: { average: averagePosition(brand) },
    citations: row.citations,
    leader,
    firstRunAt: new Date(row.first).toISOString(),
    lastRunAt: new Date(row.last).toISOString(),
    previous: { ...previous, visibility: before },
    change: visibility === null || before === null ? null : visibility - before,
  };
}

function sourceElement(row: SourceRow, kind: ListKind) {
  const { category, company, citations, runs, prompts, urls, isNew } = row;
  return {
    ...(kind === 'urls' ? { url: row.url } : {}),
    domain: row.domain,
    category,
    company,
    citations,
    share: ratio(citations, row.allCitations),
    runs,
    coverage: ratio(runs, row.allRuns),
    prompts,
    ...(kind === 'urls' ? {} : { urls }),
    previous: { citations: row.previousCitations },
    isNew,
  };
}

function queryElement({ query, runs, prompts, models, brandMentions, previousRuns, isNew }: QueryRow) {
  const visibility = ratio(brandMentions, runs);
  return { query, runs, prompts, models, brandMentions, visibility, previous: { runs: previousRuns }, isNew };
}
