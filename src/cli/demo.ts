// `sightline demo`: a made-up world of brands and a year of runs. What is missing of it goes through the recorder like any data; then it is served.

import { join } from 'node:path';
import type { Config } from '../config.js';
import { openDatabase } from '../database/open.js';
import type { Database } from '../database/postgres.js';
import { dayMs } from '../domain/window.js';
import { demoKey } from './demo/key.js';
import { expectedBytes, linesOfPlan } from './demo/lines.js';
import { planDemo } from './demo/plan.js';
import { firstRunId } from './demo/runs.js';
import { onSignal, type RecordOptions, type RecordStatus, recordInput } from './record.js';
import { serve } from './serve.js';
import type { Terminal } from './terminal.js';

export interface LoadOptions extends RecordOptions {
  /** Epoch milliseconds; the world ends at the midnight before. */
  readonly now: number;
  readonly rejectsPath: string;
  /** How many days a new world has; a year unless given. */
  readonly newDays?: number;
}

/** The window of the example that is shown, in days. */
const shownDays = 30;

/** Records what the demo lacks, then serves it with a key of its own until told to stop. Yields the exit status. */
export async function demo(config: Config, { terminal }: { readonly terminal: Terminal }): Promise<number> {
  const now = Date.now();
  await using db = await openDatabase(config);
  const status = await loadUntilStopped(db, {
    now,
    terminal,
    rejectsPath: join(config.dataFolder, 'demo.rejected.ndjson'),
  });
  if (status !== 0) return status;
  const key = await demoKey(config.dataFolder);
  const greet = (url: string) => terminal.tell(greeting({ url, key, now }));
  return await serve({ ...config, ...quieter(config), adminKeys: [...config.adminKeys, key] }, { terminal, greet });
}

/** Records the days of the demo's world that `db` lacks, and nothing that it has. */
export async function loadDemo(
  db: Database,
  { now, newDays, rejectsPath, ...options }: LoadOptions,
): Promise<RecordStatus> {
  const plan = await planDemo(db, now, newDays);
  if (plan.from === plan.to) return 0;
  const days = plan.to - plan.from;
  options.terminal.tell(`Recording ${days === 1 ? 'one made-up day' : `${days} made-up days`} of five brands …\n`);
  return await recordInput(db, { bytes: linesOfPlan(plan), size: expectedBytes(plan), rejectsPath }, options);
}

/** The first signal to end stops the recording; the next start goes on from there. */
async function loadUntilStopped(db: Database, options: LoadOptions): Promise<RecordStatus> {
  const stop = new AbortController();
  using _ = onSignal(() => stop.abort());
  const status = await loadDemo(db, { ...options, signal: stop.signal });
  return stop.signal.aborted ? 2 : status;
}

/** A line for each request would bury what the demo has to say; whoever wants them sets another level. */
function quieter({ logLevel }: Config): Pick<Config, 'logLevel'> {
  return { logLevel: logLevel === 'info' ? 'warn' : logLevel };
}

function greeting({ url, key, now }: { readonly url: string; readonly key: string; readonly now: number }): string {
  const today = Math.floor(now / dayMs) * dayMs;
  const [start, end] = [today - shownDays * dayMs, today].map((at) => new Date(at).toISOString().replace('.000', ''));
  const { brandId } = firstRunId();
  return `
The demo answers at ${url}, for this key (an admin key that only the demo accepts):

  ${key}

In a browser, with the key in the address (it stays in the browser's tab):

  ${url}/#key=${key}
  ${url}/graphql#key=${key}

In a terminal:

  curl -H "Authorization: Bearer ${key}" "${url}/api/v1/brands/${brandId}/analytics?start=${start}&end=${end}"

Ctrl-C ends it.
`;
}
