// The page of breakdowns is true: its tables are those of the code, and every question is answered alike by curl and by GraphQL.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linesOfPlan } from '../../src/cli/demo/lines.js';
import {
  dimensionNames,
  dimensions,
  measureNames,
  measures,
} from '../../src/domain/breakdown/dimensions-and-measures.js';
import { dayMs } from '../../src/domain/limits.js';
import { recordStream } from '../../src/recording/record.js';
import type { Listening } from '../../src/server/transport/http.js';
import { type TestApp, testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';

const page = readFileSync('docs/breakdowns.md', 'utf8');
const questions = page
  .split(/^## (?=\d+\. )/m)
  .slice(1)
  .map((text) => ({ name: text.split('\n')[0] ?? '', command: block(text, 'sh'), document: block(text, 'gql') }));

let db: TestDatabase;
let app: TestApp;
let server: Listening;
let folder: string;

beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db);
  server = await app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'sightline-breakdowns-'));
  const plan = { first: Date.UTC(2026, 10, 21) - 365 * dayMs, from: 290, to: 365 };
  const rejects = { path: '', keep: async () => {}, complete: async () => {}, [Symbol.asyncDispose]: async () => {} };
  await recordStream(db, Readable.from(linesOfPlan(plan)), { rejects });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

function block(text: string, language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\`\`\`$`, 'm').exec(text)?.[1] ?? '';
}

type Row = Readonly<Record<string, unknown>>;

/** The fields of `row` that `like` has. */
function among(row: unknown, like: unknown): unknown {
  if (typeof like !== 'object' || like === null || typeof row !== 'object' || row === null) return row;
  return Object.fromEntries(Object.entries(like).map(([name, inner]) => [name, among((row as Row)[name], inner)]));
}

it('has ten questions', () => {
  expect(questions.length).toBe(10);
});

it('has the dimensions and measures of the code', () => {
  const names = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(names).toEqual([...dimensionNames, ...measureNames()]);
  const said = page.replace(/\s+/g, ' ');
  for (const name of dimensionNames) expect(said).toContain(dimensions[name].description);
  for (const name of measureNames())
    if ('description' in measures[name]) expect(said).toContain(measures[name].description);
});

it.each(questions)('answers alike: $name', async ({ command, document }) => {
  const { body } = await app.graphql(document);
  expect(body.errors).toBeUndefined();
  const rows: readonly Row[] = body.data.brandAnalytics.breakdown.data;
  expect(rows.length).toBeGreaterThan(2);
  const env = { ...process.env, SIGHTLINE_URL: server.url, SIGHTLINE_KEY: app.adminKey };
  const script = `set -euo pipefail; curl() { command curl --fail "$@"; }\n${command}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd: folder, maxBuffer: 1e8 });
  if (stdout !== '') {
    const { data }: { readonly data: readonly Row[] } = JSON.parse(stdout);
    expect(data.map((row, place) => among(row, rows[place]))).toEqual(rows);
    return;
  }
  const [head = '', ...lines] = readFileSync(join(folder, 'breakdown.csv'), 'utf8').trimEnd().split('\r\n');
  expect(head).toMatch(/^key\.tag,key\.model,key\.date,runs,/);
  expect(lines.length).toBe(rows.length);
});
