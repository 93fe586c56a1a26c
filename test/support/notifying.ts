// Notifying from a test: the command's own functions, with a clock of the test's.

import { notifyAll } from '../../src/cli/notify/notify.js';
import { add } from '../../src/cli/notify/webhooks.js';
import type { Database } from '../../src/database/postgres.js';
import type { PostOptions } from '../../src/notify/post.js';
import { prompts, type RunSeed } from './rows.js';

/** The Monday on which the week of `weekOf(9)` has just ended. */
export const monday = new Date('2026-03-16T08:00:00Z');

/** Twenty runs of one prompt on a day of March 2026, which name the brand or another company. */
export function runsOn(day: number, namesBrand: boolean, promptId = prompts.best): readonly RunSeed[] {
  return Array.from({ length: 20 }, (_, at) => ({
    at: `2026-03-${String(day).padStart(2, '0')}T10:00:${String(at).padStart(2, '0')}Z`,
    names: [[namesBrand ? 0 : 1, 1, 1] as const],
    promptId,
  }));
}

function memoryTerminal() {
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  return { said, terminal: { writeOut: write, writeErr: write, hasColors: false } };
}

interface Options extends PostOptions {
  /** `null`: that of the database. */
  readonly now?: Date | null;
  readonly window?: string;
  readonly timeZone?: string;
}

/** Notifies once; resolves to the exit status and all that was said. */
export async function notifyOnce(db: Database, options: Options = {}) {
  const { window = '7d', timeZone = 'UTC', now = monday, ...posting } = options;
  const { said, terminal } = memoryTerminal();
  const status = await notifyAll(db, { window, timeZone }, terminal, {
    ...(now ? { now } : {}),
    timeoutMs: 10_000,
    ...posting,
  });
  return { status, said: said.join('') };
}

interface Hook extends PostOptions {
  readonly brand?: string;
  readonly format?: string;
  readonly allowPrivate?: boolean;
}

/** Adds a webhook of a test's receiver. */
export async function addHook(db: Database, url: string, { resolve, ...options }: Hook = {}) {
  const { said, terminal } = memoryTerminal();
  const given = { brand: 'acme-crm', format: 'json', allowPrivate: true, json: true, ...options, url };
  await add(db, given, terminal, resolve ? { resolve } : {});
  return JSON.parse(said.join('')) as { readonly id: string; readonly secret: string }; // safe because it prints these
}

export function later(ms: number): Date {
  return new Date(monday.getTime() + ms);
}
