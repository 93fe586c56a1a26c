// Asks the schema itself, without a server: as graphql-js runs it, or compiled as the server does.

import { type ExecutionResult, execute, parse, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Viewer } from '../../src/auth/viewer.js';
import { until } from '../../src/database/until.js';
import { unlimited } from '../../src/domain/budget.js';
import type { Turn } from '../../src/domain/pause.js';
import { AppError, type Fault } from '../../src/errors.js';
import { createCaches } from '../../src/loaders/caches.js';
import { createLoaders } from '../../src/loaders/index.js';
import type { Context } from '../../src/schema/builder/context.js';
import { schema } from '../../src/schema/index.js';
import type { TestDatabase } from './database.js';
import { fillTables, type RunSeed } from './rows.js';
import { sharedDatabase } from './shared.js';

export const admin: Viewer = { kind: 'admin', keyId: 'admin' };

interface Options {
  readonly variables?: Record<string, unknown>;
  readonly viewer?: Viewer;
  readonly faults?: readonly Fault[];
  readonly compiled?: boolean;
  readonly turn?: Turn;
}

const isPreparation = /^(begin|commit)|pg_dist_placement|^select from version where/i;

/** A world of rows, and what was sent to the database since the last `ask`. */
export interface World {
  readonly db: TestDatabase;
  /** Statements of the last `ask`, without `begin` and `commit`, and on a cluster without those that find and try the nodes of brands. */
  readonly statements: readonly string[];
  ask(document: string, options?: Options): Promise<ExecutionResult>;
  /** The data of an answer without errors. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
  data(document: string, options?: Options): Promise<any>;
  /** The refusals of a request, in the order of its errors. */
  refusals(document: string, options?: Options): Promise<readonly AppError[]>;
}

/** What loaders are made with: nothing is kept from one request to the next. */
const means = () => ({
  ...{ onCorrupt: () => {}, budget: unlimited, version: () => null, wantsDetails: false, onList: null },
  caches: createCaches(0),
});

/** A database with these runs, for all tests of the file, and a schema to ask about them. */
export async function sharedWorld(runs: readonly RunSeed[]): Promise<World> {
  const statements: string[] = [];
  const onQuery = (sql: string) => {
    if (!isPreparation.test(sql)) statements.push(sql);
  };
  const db = await sharedDatabase((db) => fillTables(db, runs), { onQuery });
  const ask: World['ask'] = async (document, options = {}) => {
    statements.length = 0;
    const { viewer = admin, faults = [], turn = async () => {} } = options;
    const limits = { rateLimitPerMinute: 1_000, adminRateLimitPerMinute: 0 };
    await using reading = until(db, new AbortController().signal);
    return await run(
      document,
      {
        ...{
          viewer,
          loaders: createLoaders(reading, means()),
          faults,
          maxSeriesDays: 3_660,
          limits,
          budget: unlimited,
          turn,
        },
        now: Date.parse('2026-03-15T12:00:00Z'),
        refusesWhole: false,
        notices: [],
      },
      options,
    );
  };
  return {
    db,
    statements,
    ask,
    data: async (document, options) => {
      const { data, errors } = await ask(document, options);
      if (errors) throw errors[0]?.originalError ?? errors[0];
      return JSON.parse(JSON.stringify(data));
    },
    refusals: async (document, options) => {
      const { errors = [] } = await ask(document, options);
      return errors.map(({ originalError, message }) => {
        if (originalError instanceof AppError) return originalError;
        throw new Error(message, { cause: originalError });
      });
    },
  };
}

async function run(text: string, contextValue: Context, { variables, compiled }: Options): Promise<ExecutionResult> {
  const document = parse(text);
  const [invalid] = validate(schema, document);
  if (invalid) throw invalid;
  if (!compiled) return execute({ schema, document, contextValue, variableValues: variables ?? {} });
  const form = compileQuery(schema, document);
  if (!isCompiledQuery(form)) throw form.errors?.[0] ?? new Error('The document could not be compiled.');
  return form.query(undefined, contextValue, variables ?? {});
}
