// What all tests of one file share: opened while the file is loaded, closed after its last test.

import { afterAll } from 'vitest';
import type { Config } from '../../src/config.js';
import { type TestApp, testApp } from './app.js';
import { type TestDatabase, testDatabase } from './database.js';
import { temporaryFolder } from './folder.js';

interface Options {
  readonly config?: Partial<Config>;
  /** Called with the text of every statement. */
  readonly onQuery?: (sql: string) => void;
}

/** What is opened, whatever it is. */
export async function shared<T extends AsyncDisposable>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** A database that `fill` fills. */
export async function sharedDatabase(
  fill: (db: TestDatabase) => Promise<unknown> = async () => {},
  options: Omit<Options, 'config'> = {},
): Promise<TestDatabase> {
  const db = await shared(testDatabase(options));
  await fill(db);
  return db;
}

/** A database that `fill` fills, and the application over it. */
export async function sharedApp(
  fill?: (db: TestDatabase) => Promise<unknown>,
  { config, ...options }: Options = {},
): Promise<{ readonly db: TestDatabase; readonly app: TestApp }> {
  const db = await sharedDatabase(fill, options);
  return { db, app: await testApp(db, config) };
}

/** An empty folder. */
export async function sharedFolder(): Promise<string> {
  return (await shared(temporaryFolder())).path;
}
