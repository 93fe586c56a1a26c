// The ways to ask the service a question, all with answers in the shape of REST, so that one comparison serves every way.

import type { Database } from '../../src/database/postgres.js';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { type TestApp, testApp } from './app.js';
import type { AnalyticsAnswer, AnalyticsQuestion } from './naive/analytics.js';
import type {
  BrandRunsQuestion,
  brandRuns,
  ModelsAnswer,
  RunAnswer,
  RunsAnswer,
  RunsQuestion,
  SnapshotAnswer,
  SnapshotQuestion,
} from './naive/answers.js';
import * as documents from './reader-documents.js';
import { bodyOf, lastLogged, restPath } from './rest.js';
import { runInRest } from './run-in-rest.js';

/** A page of the answers of a brand. */
export interface BrandRunsPageQuestion extends BrandRunsQuestion {
  readonly limit: number | undefined;
  readonly after: string | undefined;
}

export type BrandRunsAnswer = ReturnType<typeof brandRuns> & { readonly nextCursor: string | null };

/** Answers questions from a database. */
export interface Reader {
  analytics(question: AnalyticsQuestion): Promise<AnalyticsAnswer>;
  runs(question: RunsQuestion): Promise<RunsAnswer>;
  run(promptId: string, runId: string): Promise<RunAnswer>;
  brandRuns(question: BrandRunsPageQuestion): Promise<BrandRunsAnswer>;
  snapshot(question: SnapshotQuestion): Promise<SnapshotAnswer>;
  models(): Promise<ModelsAnswer>;
}

/** A state that the database can be in when it is asked, and how it gets there. */
export interface Stage {
  readonly name: string;
  /** Called after a part of the records, when more are to come, and after the last one. */
  readonly settle: (db: Database, isLast: boolean) => Promise<void>;
}

export const plainStage: Stage = { name: 'just recorded', settle: async () => {} };

/** Tiles of what came before the last records, which moved and replaced some of it; and of everything after that. */
export const rolledStages: readonly Stage[] = [
  { name: 'rolled in part', settle: (db, isLast) => (isLast ? Promise.resolve() : rollAll(db)) },
  { name: 'rolled again', settle: (db) => rollAll(db) },
];

export async function rollAll(db: Database): Promise<void> {
  for (const { id } of await db.prisma.brand.findMany()) await rollBrand(db, id);
}

/** Asks over REST and over GraphQL. */
export async function openReaders(db: Database): Promise<readonly Reader[]> {
  const app = await testApp(db);
  return [restReader(app), graphqlReader(app)];
}

export function restReader(app: TestApp): Reader {
  const get = (path: string, question: object = {}) => bodyOf(app, restPath(path, question));
  const spaced = <Q extends AnalyticsQuestion | BrandRunsPageQuestion>(question: Q) => ({
    ...question,
    tags: question.tags?.join(' , '),
  });
  return {
    analytics: (question) => get('brands/:brandId/analytics', spaced(question)),
    runs: (question) => get('prompts/:promptId/runs', question),
    brandRuns: (question) => get('brands/:brandId/runs', spaced(question)),
    run: (promptId, runId) => get('prompts/:promptId/runs/:runId', { promptId, runId }),
    snapshot: (question) => get('prompts/:promptId/snapshot', question),
    models: () => get('models'),
  };
}

export function graphqlReader(app: TestApp): Reader {
  const ask = async (document: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const { status, body, text } = await app.graphql(document, { ...variables });
    if (status !== 200 || body.errors)
      throw new Error(`${JSON.stringify(variables)} answers ${status}: ${text} ${lastLogged(app)}`);
    return body.data;
  };
  return {
    analytics: async (question) => (await ask(documents.analytics, { ...question })).brandAnalytics,
    runs: async ({ outcome, ...question }) => {
      const variables = { ...question, outcome: outcome?.toUpperCase() };
      const { data, pagination } = (await ask(documents.runs, variables)).promptRuns;
      return { data: data.map(asAnswer), pagination };
    },
    brandRuns: async ({ outcome, sentiment, ...question }) => {
      const variables = { ...question, outcome: outcome?.toUpperCase(), sentiment: sentiment?.toUpperCase() };
      const answer = (await ask(documents.brandRuns, variables)).brandRuns;
      return { ...answer, data: answer.data.map(asAnswer) };
    },
    run: async (promptId, runId) => asAnswer((await ask(documents.run, { promptId, runId })).promptRun),
    snapshot: async (question) => (await ask(documents.snapshot, { ...question })).promptSnapshot,
    models: async () => ({ data: (await ask(documents.allModels)).models }),
  };
}

function asAnswer(run: Parameters<typeof runInRest>[0]): RunAnswer {
  return runInRest(run) as unknown as RunAnswer; // safe because it is what the tests then compare
}
