// The system's Chromium over a server with some days of the demo's world: what the tests of the pages drive.

import { tmpdir } from 'node:os';
import axe from 'axe-core';
import { pino } from 'pino';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromiumPath } from '../../scripts/chromium.js';
import { openApp } from '../../src/app.js';
import { loadDemo } from '../../src/cli/demo.js';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/database/postgres.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { filledDatabase } from '../support/filled-database.js';
import { adminKey, type OpenOptions, settle, type Visit, type Visits, visitsTo } from './visit.js';

/** Days of the world's runs; windows of 30 days so begin with days that have none. */
const worldDays = 12;

export const hasChromium = chromiumPath !== undefined;

/** Stands in the names of what is skipped. */
export const reason = hasChromium
  ? ''
  : ' (skipped: no Chromium here; install Debian’s `chromium-headless-shell` or set CHROMIUM to one)';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  // A process of its own draws no better, and takes a tenth more work.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

export interface Site extends AsyncDisposable {
  readonly url: string;
  /** Asks the GraphQL API as the pages do, without them. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer
  readonly ask: (query: string) => Promise<any>;
  readonly open: Visits['open'];
  /** Opens an address, and waits until the page is settled. */
  readonly settled: (path: string, options?: OpenOptions) => Promise<Visit>;
  /** The last whole days of the demo's world, also once another day has begun. */
  readonly last: (days: number) => Days;
}

/** A window. */
export interface Days {
  readonly from: string;
  readonly to: string;
  /** As addresses have it. */
  readonly view: string;
}

const dayMs = 86_400_000;

/** A database with some days of the demo's world up to now; on another day it is another world. */
function demoDatabase(now: number): Promise<TestDatabase> {
  return filledDatabase(`demo_${new Date(now).getUTCDate()}`, (db) => recordDemo(db, now));
}

async function recordDemo(db: Database, now: number): Promise<void> {
  const terminal = { writeOut: () => {}, writeErr: () => {}, hasColors: false };
  await loadDemo(db, {
    now,
    newDays: worldDays,
    terminal,
    rejectsPath: `${tmpdir()}/sightline-browser-${process.pid}.rejected.ndjson`,
  });
}

let launched: Promise<Browser> | null = null;

/** One for all files that this process runs; it ends with the process. */
function openBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ ...(chromiumPath ? { executablePath: chromiumPath } : {}), args });
  return launched;
}

/** A server and a browser for it, over a database of its own: with what `record` records, or with some days of the demo's world. */
export async function openSite(
  record?: (db: Database) => Promise<unknown>,
  open: () => Promise<Database> = testDatabase,
): Promise<Site> {
  const now = Date.now();
  const db = await (record ? open() : demoDatabase(now));
  await record?.(db);
  const app = await openApp(readConfig({ ADMIN_API_KEYS: adminKey }), { db, log: pino({ level: 'silent' }) });
  const server = await app.listen({ host: '127.0.0.1', port: 0, graceMs: 100 });
  const visits = visitsTo(await openBrowser(), server.url);
  return {
    url: server.url,
    ask: async (query) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${adminKey}` };
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      const { data, errors } = await response.json();
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    open: visits.open,
    settled: async (path, options) => {
      const visit = await visits.open(path, options);
      await settle(visit.page);
      return visit;
    },
    last: (days) => {
      const [from = '', to = ''] = [days, 1].map((back) => new Date(now - back * dayMs).toISOString().slice(0, 10));
      return { from, to, view: `from=${from}&to=${to}` };
    },
    [Symbol.asyncDispose]: async () => {
      await visits[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]();
    },
  };
}

/** The same for all tests of a suite: it opens before the first of them, and closes after the last. */
export function sharedSite(...given: Parameters<typeof openSite>): Site {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await openSite(...given);
  });
  afterAll(() => site?.[Symbol.asyncDispose]());
  return new Proxy({} as Site, {
    get: (_, name) => {
      if (!site) throw new Error('The site is not open yet.');
      return Reflect.get(site, name);
    },
  });
}

/** Chooses a file of a card in its menu: `CSV` or `PNG`. */
export async function saveFile(page: Page, card: string, kind: string): Promise<void> {
  await page.locator(`${card} .tools summary`).first().click();
  await page.locator(`${card} [aria-label^=${kind}]`).first().click();
}

/** The address of a page with filters. */
export const at = (path: string, view: string) => `/${path}${path.includes('?') ? '&' : '?'}${view}`;

/** What axe finds wrong, a line each. */
export async function barriers(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as axe.AxeResults; // safe because axe says so
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
