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

/** The same, with what is called with the exit status of the command that ran. */
export interface Running extends CliContext {
  readonly done: (status: number) => void;
}

/** Adds commands to the program. */
export type Add = (program: Command, context: Running) => void;

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
  context: Running,
  load: () => Promise<(db: Database, given: Given, terminal: Terminal) => Promise<number>>,
  mayBeReadOnly = false,
): (given: Given) => Promise<void> {
  return async (given) => {
    const work = await load();
    context.done(await withDatabase(context, (db) => work(db, given, context.terminal), mayBeReadOnly));
  };
}

/** The action of a command that opens what it needs itself: `load` loads what it does with its argument and its options. */
export function onSettings<Given extends readonly unknown[]>(
  { env, terminal, done }: Running,
  load: () => Promise<(config: Config, terminal: Terminal, ...given: Given) => Promise<number>>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    const work = await load();
    done(await work(await configOf(env), terminal, ...given));
  };
}

/** Aborts at the first SIGINT or SIGTERM, and then restores the default handlers. */
export function onSignal(): Disposable & { readonly signal: AbortSignal } {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const stop = new AbortController();
  const remove = () => {
    for (const signal of signals) process.removeListener(signal, listener);
  };
  const listener = () => {
    remove();
    stop.abort();
  };
  for (const signal of signals) process.on(signal, listener);
  return { signal: stop.signal, [Symbol.dispose]: remove };
}

/** The examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
