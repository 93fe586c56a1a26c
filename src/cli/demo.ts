// `sightline demo`: a year of sample data, recorded by the recorder like any other data, then served.

import { join } from 'node:path';
import type { Config } from '../config.js';
import { openDatabase } from '../database/open.js';
import type { Database } from '../database/postgres.js';
import { dayMs } from '../domain/limits.js';
import { onSignal } from './command.js';
import { demoKey } from './demo/key.js';
import { expectedBytes, linesOfPlan } from './demo/lines.js';
import { planDemo } from './demo/plan.js';
import { firstRunId } from './demo/runs.js';
import { type RecordOptions, type RecordStatus, recordInput } from './record/record.js';
import { serve } from './serve.js';
import type { Terminal } from './terminal.js';

interface LoadOptions extends RecordOptions {
  /** Epoch milliseconds; the sample data ends at the preceding midnight. */
  readonly now: number;
  readonly rejectsPath: string;
  /** Number of days of new sample data; default: one year. */
  readonly newDays?: number;
}

/** Length of the window in the example request, in days. */
const exampleDays = 30;

/** Records the missing sample data, then serves it with the demo's own key until a signal stops it. Returns the exit status. */
export async function demo(config: Config, terminal: Terminal): Promise<number> {
  const now = Date.now();
  await using db = await openDatabase(config);
  const rejectsPath = join(config.dataFolder, 'demo.rejected.ndjson');
  const status = await loadUntilStopped(db, { now, config, terminal, leavesTiles: true, rejectsPath });
  if (status !== 0) return status;
  const key = await demoKey(config.dataFolder);
  const greet = (url: string) => terminal.writeErr(greeting({ url, key, now }));
  const adminKeys = [...config.adminKeys, key];
  return await serve({ ...config, ...withoutRequestLog(config), adminKeys }, terminal, { greet });
}

/** Records the days of sample data that are missing in `db`. */
export async function loadDemo(
  db: Database,
  { now, newDays, rejectsPath, ...options }: LoadOptions,
): Promise<RecordStatus> {
  const plan = await planDemo(db, now, newDays);
  if (plan.from === plan.to) return 0;
  const days = plan.to - plan.from;
  options.terminal.writeErr(`Recording ${days === 1 ? 'one day' : `${days} days`} of sample data for five brands …\n`);
  return await recordInput(db, { bytes: linesOfPlan(plan), size: expectedBytes(plan), rejectsPath }, options);
}

/** The first SIGINT or SIGTERM stops the recording; the next start resumes it. */
async function loadUntilStopped(db: Database, options: LoadOptions): Promise<RecordStatus> {
  using stop = onSignal();
  const status = await loadDemo(db, { ...options, signal: stop.signal });
  return stop.signal.aborted ? 2 : status;
}

/** At the default level a line per request would bury the demo's own output. */
function withoutRequestLog({ logLevel }: Config): Pick<Config, 'logLevel'> {
  return { logLevel: logLevel === 'info' ? 'warn' : logLevel };
}

function greeting({ url, key, now }: { readonly url: string; readonly key: string; readonly now: number }): string {
  const today = Math.floor(now / dayMs) * dayMs;
  const [start, end] = [today - exampleDays * dayMs, today].map((at) => new Date(at).toISOString().replace('.000', ''));
  const { brandId } = firstRunId();
  return `
The demo is listening at ${url}. Its API key (an admin key that only the demo accepts):

  ${key}

The dashboard, GraphiQL and the REST reference, with the key in the URL (which signs the browser in):

  ${url}/#key=${key}
  ${url}/graphql#key=${key}
  ${url}/api/v1/docs#key=${key}

A request from the command line:

  curl -H "Authorization: Bearer ${key}" "${url}/api/v1/brands/${brandId}/analytics?start=${start}&end=${end}"

Press Ctrl-C to stop.
`;
}
