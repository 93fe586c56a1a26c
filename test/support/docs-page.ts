// A page of docs whose examples are run against the server that they speak of, on the data of the demo.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { linesOfPlan } from '../../src/cli/demo/lines.js';
import { dayMs } from '../../src/domain/limits.js';
import { recordStream } from '../../src/recording/record.js';
import { noRejects } from './records.js';
import { shared, sharedApp, sharedFolder } from './shared.js';

/** The server of a page over the last `days` days of the demo, closed after the last test of the file. Commands are run in a folder of their own. */
export async function openPage(days: number) {
  const { db, app } = await sharedApp();
  const server = await shared(app.listen({ host: '127.0.0.1', port: 0 }));
  const folder = await sharedFolder();
  const plan = { first: Date.UTC(2026, 10, 21) - 365 * dayMs, from: 365 - days, to: 365 };
  await recordStream(db, Readable.from(linesOfPlan(plan)), { rejects: noRejects });
  return {
    app,
    /** What a command prints. A status of an error fails. */
    run: async (command: string): Promise<string> => {
      const env = { ...process.env, SIGHTLINE_URL: server.url, SIGHTLINE_KEY: app.adminKey };
      const script = `set -euo pipefail; curl() { command curl --fail "$@"; }\n${command}`;
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd: folder, maxBuffer: 1e8 });
      return stdout;
    },
    /** A file that a command wrote. */
    written: (name: string): string => readFileSync(join(folder, name), 'utf8'),
  };
}

/** The blocks of a language on a page. */
export function blocksOf(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\`\`\`$`, 'gm'))].map(([, text = '']) => text);
}
