// ClickHouse in this process, through the npm package `chdb`. It is large, so this folder has a package of its own, which is installed when it
// is first needed; the project does not depend on it.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What the benchmarks use of the package, by its own description. */
interface Session extends Disposable {
  queryAsync(sql: string, options?: { readonly format: string }): Promise<{ text(): string }>;
  insert(rows: InsertedRows): Promise<unknown>;
}

interface InsertedRows {
  readonly table: string;
  readonly values: AsyncIterable<Buffer>;
  readonly format: 'TabSeparated';
  readonly maxChunkBytes: number;
  readonly maxBufferedBytes: number;
}

interface Chdb {
  readonly Session: new (folder: string) => Session;
  drainPending(): Promise<void>;
}

export interface ClickHouse extends AsyncDisposable {
  /** Runs a statement that yields nothing. */
  readonly run: (sql: string) => Promise<void>;
  /** The rows of a statement, each as a list of its columns. */
  readonly rows: (sql: string) => Promise<readonly (readonly unknown[])[]>;
  /** Appends lines of ClickHouse's tab-separated format to a table. */
  readonly insert: (table: string, lines: AsyncIterable<Buffer>) => Promise<void>;
}

/** Opens the data in a folder, which is created where it does not exist. Only one can be open at a time. */
export async function openClickHouse(folder: string): Promise<ClickHouse> {
  const { Session, drainPending } = load();
  const session = new Session(folder);
  await session.queryAsync('create database if not exists bench');
  await session.queryAsync('use bench');
  await session.queryAsync('set prefer_column_name_to_alias = 1');
  return {
    run: async (sql) => {
      await session.queryAsync(sql);
    },
    rows: async (sql) => (JSON.parse((await session.queryAsync(sql, { format: 'JSONCompact' })).text()) as Rows).data, // safe because that is the format
    insert: async (table, values) => {
      const sizes = { maxChunkBytes: 2 ** 26, maxBufferedBytes: 2 ** 28 };
      await session.insert({ table, values, format: 'TabSeparated', ...sizes });
    },
    async [Symbol.asyncDispose]() {
      session[Symbol.dispose]();
      await drainPending();
    },
  };
}

interface Rows {
  readonly data: readonly (readonly unknown[])[];
}

function load(): Chdb {
  const folder = import.meta.dirname;
  if (!existsSync(join(folder, 'node_modules/chdb'))) {
    process.stderr.write('  installing ClickHouse, about 550 MB\n');
    // Not `npm ci`: the package names optional builds for other systems that the registry does not have.
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', '--no-save', ...quiet], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return createRequire(join(folder, 'package.json'))('chdb') as Chdb; // safe because the interface is the package's own
}
