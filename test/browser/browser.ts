// The system's Chromium over a server with some days of the demo's world: what the tests of the pages drive.

import { tmpdir } from 'node:os';
import axe from 'axe-core';
import { pino } from 'pino';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumPath } from '../../scripts/chromium.js';
import { openApp } from '../../src/app.js';
import { loadDemo } from '../../src/cli/demo.js';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/database/postgres.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { filledDatabase } from '../support/filled-database.js';

export const adminKey = 'admin-key-of-the-browser';

/** Days of the world's runs; windows of 30 days so begin with days that have none. */
export const worldDays = 12;

export const hasChromium = chromiumPath !== undefined;

/** Stands in the names of what is skipped. */
export const reason = hasChromium
  ? ''
  : ' (skipped: no Chromium here; install Debian’s `chromium-headless-shell` or set CHROMIUM to one)';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

export interface Site extends AsyncDisposable {
  readonly url: string;
  /** Asks the GraphQL API as the pages do, without them. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer
  readonly ask: (query: string) => Promise<any>;
  /** A page of a fresh browser profile that notes all it sends and complains of. Without a path it is empty. */
  readonly open: (path: string | null, options?: OpenOptions) => Promise<Visit>;
}

interface OpenOptions {
  readonly width?: number;
  readonly dark?: boolean;
  /** A screen that is touched. */
  readonly touch?: boolean;
  /** What the profile is signed in with; without a key: `null`. */
  readonly key?: string | null;
  /** Whether the page itself signs in, with the key of its address. */
  readonly isKeyInAddress?: boolean;
  /** Called before the page loads anything. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Every address that was requested. */
  readonly requested: readonly string[];
  /** Errors of the console, of scripts and of the Content-Security-Policy. */
  readonly complaints: readonly string[];
  /** Bytes of all bodies as they were sent. */
  readonly transferred: () => Promise<number>;
}

/** A database with some days of the demo's world up to now; on another day it is another world. */
function demoDatabase(): Promise<TestDatabase> {
  return filledDatabase(`demo_${new Date().getUTCDate()}`, recordDemo);
}

async function recordDemo(db: Database): Promise<void> {
  const terminal = { writeOut: () => {}, writeErr: () => {}, hasColors: false };
  await loadDemo(db, {
    now: Date.now(),
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
  open: () => Promise<Database> = record ? testDatabase : demoDatabase,
): Promise<Site> {
  const db = await open();
  await record?.(db);
  const app = await openApp(readConfig({ ADMIN_API_KEYS: adminKey }), { db, log: pino({ level: 'silent' }) });
  const server = await app.listen({ host: '127.0.0.1', port: 0, graceMs: 100 });
  const browser = await openBrowser();
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
    open: (path, options = {}) => visit(browser, { origin: server.url, path }, options),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]();
    },
  };
}

async function visit(
  browser: Browser,
  { origin, path }: { readonly origin: string; readonly path: string | null },
  { width = 1280, dark, touch, key = adminKey, isKeyInAddress = false, prepare }: OpenOptions,
): Promise<Visit> {
  const isSignedIn = key !== null && !isKeyInAddress;
  const context: BrowserContext = await browser.newContext({
    ...(isSignedIn ? { storageState: await signIn(origin, key) } : {}),
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch ?? false,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const requested: string[] = [];
  const complaints: string[] = [];
  const sizes: Promise<number>[] = [];
  context.on('request', (request) => void requested.push(request.url()));
  context.on('requestfinished', (request) => {
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    // A visit may end before the size is known; whoever asks for it then gets the error.
    size.catch(() => {});
    sizes.push(size);
  });
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await prepare?.(page);
  if (path !== null) await page.goto(`${origin}${path}${isKeyInAddress ? `#key=${key}` : ''}`);
  // A page that is left before may not be signed in yet.
  const mark = () => page.evaluate("localStorage.getItem('sightline.session')");
  if (isKeyInAddress) await expect.poll(mark, { timeout: 30_000 }).not.toBeNull();
  return {
    page,
    requested,
    complaints,
    transferred: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** What a profile keeps of a session: its cookie, and the mark that its tabs look for. */
async function signIn(origin: string, key: string) {
  const response = await fetch(`${origin}/session`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (!name || !value) throw new Error(`Nobody can sign in: ${response.status} ${await response.text()}`);
  const cookie = { name, value, domain: new URL(origin).hostname, path: '/', expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Strict' as const }],
    origins: [{ origin, localStorage: [{ name: 'sightline.session', value: '1' }] }],
  };
}

/** Chooses a file of a card in its menu: `CSV` or `PNG`. */
export async function saveFile(page: Page, card: string, kind: string): Promise<void> {
  await page.locator(`${card} .tools summary`).first().click();
  await page.locator(`${card} [aria-label^=${kind}]`).first().click();
}

/** A page on which every card has its figures. */
export const settled = 'main:has(h1):not([aria-busy=true], :has([aria-busy=true], .skeleton))';

/** The address of a page with filters. */
export const at = (path: string, view: string) => `/${path}${path.includes('?') ? '&' : '?'}${view}`;

/** What axe finds wrong, a line each. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as axe.AxeResults; // safe because axe says so
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
