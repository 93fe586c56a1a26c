// What a coordinator's log says that it sent to the nodes, statement by statement. The cluster has to log its statements and remote commands, as
// cluster.ts sets it.

import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { send } from './nodes.js';

/** One execution of a statement. */
export interface Execution {
  readonly sql: string;
  /** The parameters as PostgreSQL prints them: `$1 = 'a', $2 = '{b,c}'`. */
  readonly parameters: string;
  /** The names of the shards that it was sent to, as `run_102041`; those of reference tables too. */
  readonly shards: ReadonlySet<string>;
}

interface Entry {
  readonly session_id: string;
  readonly dbname?: string;
  readonly application_name?: string;
  readonly message: string;
  readonly detail?: string;
}

/** The file to which the server writes it; empty where it keeps no such log. */
export async function statementLogOf(serverUrl: string): Promise<string> {
  const [row] = await send(
    serverUrl,
    `select case when current_setting('citus.log_remote_commands')::bool and current_setting('log_statement') = 'all'
       then current_setting('data_directory') || '/' || pg_current_logfile('jsonlog') end as path`,
  );
  return row?.path ?? '';
}

/** What was executed in the database `name` by the pools of the program, from the place `from` of the log to its present end. */
export async function readExecutions(
  log: { readonly path: string; readonly serverUrl: string; readonly from: number },
  name: string,
): Promise<readonly Execution[]> {
  const mark = `end of ${name}`;
  const before = (await stat(log.path)).size;
  await send(log.serverUrl, `select '${mark}'`);
  while (!(await holds(log.path, before, mark))) await setTimeout(10);
  const lines = createInterface({ input: createReadStream(log.path, { start: log.from }) });
  return executionsIn(lines, name);
}

/** Whether `text` stands in the file behind the place `from`: the server writes its log by a process of its own. */
async function holds(path: string, from: number, text: string): Promise<boolean> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size - from);
  await file.read(bytes, 0, bytes.length, from);
  return bytes.includes(text);
}

/** The executions that the `lines` of a log report. */
export async function executionsIn(lines: AsyncIterable<string>, name: string): Promise<readonly Execution[]> {
  const executions: (Execution & { readonly shards: Set<string> })[] = [];
  const current = new Map<string, Set<string>>();
  for await (const line of lines) {
    if (!line.includes(name)) continue;
    const entry = JSON.parse(line) as Entry; // safe because the server writes it so
    if (entry.dbname !== name || entry.application_name !== 'sightline') continue;
    const { session_id: session, message, detail = '' } = entry;
    const sql = /^(?:statement|execute [^:]*): (.*)$/s.exec(message)?.[1];
    if (sql !== undefined && !isPartOfAnother(sql)) {
      const shards = new Set<string>();
      executions.push({ sql, parameters: detail.replace(/^parameters: /i, ''), shards });
      current.set(session, shards);
    } else if (message.startsWith('issuing ')) {
      for (const shard of message.match(/\b\w+_\d{6,}\b/g) ?? []) current.get(session)?.add(shard);
    }
  }
  return executions;
}

/** Whether it is what the coordinator itself executes of another statement. */
function isPartOfAnother(sql: string): boolean {
  return /\bintermediate_result\b|public\.\w+_\d{6,}\b/.test(sql);
}
