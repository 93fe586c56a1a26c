// The page for clients is true: every command and every document on it works as it stands, on the data that the demo has.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOfPlan } from '../../src/cli/demo/lines.js';
import { dayMs } from '../../src/domain/limits.js';
import { recordStream } from '../../src/recording/record.js';
import type { Listening } from '../../src/server/transport/http.js';
import { type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';

const page = readFileSync('docs/clients.md', 'utf8');
const commands = blocks('sh').filter((text) => text.includes('curl'));
const documents = blocks('gql');

let db: TestDatabase;
let app: TestApp;
let server: Listening;
let folder: string;

beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db);
  server = await app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'sightline-clients-'));
  const plan = { first: Date.UTC(2026, 10, 21) - 365 * dayMs, from: 335, to: 365 };
  const rejects = { path: '', keep: async () => {}, complete: async () => {}, [Symbol.asyncDispose]: async () => {} };
  await recordStream(db, Readable.from(linesOfPlan(plan)), { rejects });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\`\`\`$`, 'gm'))].map(([, text = '']) => text);
}

/** What a command prints. A status of an error fails. */
async function run(command: string): Promise<string> {
  const env = { ...process.env, SIGHTLINE_URL: server.url, SIGHTLINE_KEY: app.adminKey };
  const script = `set -euo pipefail; curl() { command curl --fail "$@"; }\n${command}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd: folder, maxBuffer: 1e8 });
  return stdout;
}

const commandWith = (part: string) => commands.find((text) => text.includes(part)) ?? '';

describe('the page for clients', () => {
  it('has commands and documents', () => {
    expect([commands.length, documents.length]).toEqual([5, 3]);
  });

  it('registers a document and sends its id', async () => {
    const [registered = '', found] =
      (await run(commandWith('documentId='))).split('\n')[0]?.split(/(?<=\})(?=\{"data")/) ?? [];
    expect(JSON.parse(registered).data.models.length).toBeGreaterThan(1);
    expect(found).toBe(registered);
  });

  it('confirms a copy of GraphQL over GET', async () => {
    expect(await run(commandWith('If-None-Match'))).toBe('304');
    expect(
      JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8')).data.brandAnalytics.totals.runs,
    ).toBeGreaterThan(0);
  });

  it('reads a list, and another one whole', async () => {
    expect(JSON.parse(await run(commandWith('citations/domains'))).data.length).toBeGreaterThan(0);
    const lost = JSON.parse(await run(commandWith('presence=lost'))).data;
    expect(lost.every(({ citations }: { citations: number }) => citations === 0)).toBe(true);
    await run(commandWith('text/csv'));
    const lines = readFileSync(join(folder, 'urls.csv'), 'utf8').split('\r\n');
    expect(lines.length).toBeGreaterThan(10);
    expect(lines[0]).toContain('previous.citations');
  });

  it('has documents that are answered', async () => {
    const answers = [];
    for (const document of documents) {
      const { body } = await app.graphql(document);
      expect(body.errors).toBeUndefined();
      answers.push(body.data);
    }
    const [filtered, lists, linked] = answers;
    expect(filtered.brandAnalytics.visibility.runs).toBeGreaterThan(0);
    expect(linked.brandRuns.data).toHaveLength(5);
    expect(linked.brandRuns.data[0].prompt.text).not.toBe('');
    expect(lists.brandAnalytics.promptPerformance.data.length).toBeGreaterThan(0);
    expect(lists.brandAnalytics.queryFanout.data.length).toBeGreaterThan(0);
  });
});
