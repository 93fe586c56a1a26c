// What all commands share: their context, their settings, and the form of their examples.

import type { Command } from 'commander';
import type { Config } from '../config.js';
import type { Database } from '../database/postgres.js';
import type { Terminal } from './terminal.js';

/** What a command works with besides its arguments. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** Adds commands to the program; `done` is called with the exit status of the one that ran. */
export type Add = (program: Command, context: CliContext, done: (status: number) => void) => void;

/** The settings. Throws for invalid ones. */
export async function configOf(env: CliContext['env']): Promise<Config> {
  const { readConfig } = await import('../config.js');
  return readConfig(env);
}

/** Opens the database for the time of `work`. Throws for one that is read-only, unless `mayBeReadOnly`. */
export async function withDatabase<T>(
  { env, terminal }: CliContext,
  work: (db: Database) => Promise<T>,
  mayBeReadOnly = false,
): Promise<T> {
  const config = await configOf(env);
  const { openDatabase } = await import('../database/open.js');
  const { namingNodes } = await import('./silent-nodes.js');
  await using db = await openDatabase(config, { mayBeReadOnly });
  return await namingNodes(db, terminal, work);
}

/** The action of a command on the database: `load` loads what it does with its argument, or with its options if it has none. */
export function onDatabase<Given>(
  context: CliContext,
  done: (status: number) => void,
  load: () => Promise<(db: Database, given: Given, terminal: Terminal) => Promise<number>>,
  mayBeReadOnly = false,
): (given: Given) => Promise<void> {
  return async (given) => {
    const work = await load();
    done(await withDatabase(context, (db) => work(db, given, context.terminal), mayBeReadOnly));
  };
}

/** The examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
