// Visits to a site by the system's Chromium: each as with a fresh profile, and what they wait for.

import { setTimeout } from 'node:timers/promises';
import type { Browser, ConsoleMessage, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { gate } from '../support/gate.js';

export const adminKey = 'admin-key-of-the-browser';

export interface OpenOptions {
  readonly width?: number;
  readonly dark?: boolean;
  /** A screen that is touched. */
  readonly touch?: boolean;
  /** What the profile is signed in with; without a key: `null`. */
  readonly key?: string | null;
  /** Whether the page itself signs in, with the key of its address. */
  readonly isKeyInAddress?: boolean;
  /** Called before the page loads anything, with a page that no other visit gets: here its clock and its scripts are changed. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Every address that was requested. */
  readonly requested: readonly string[];
  /** Errors of the console, of scripts and of the Content-Security-Policy. */
  readonly complaints: readonly string[];
  /** Goes to an address of the dashboard, by its own navigation where it is open already, and waits until the page is settled. */
  readonly show: (path: string) => Promise<void>;
}

export interface Visits extends AsyncDisposable {
  /** Without a path the page is empty. */
  readonly open: (path: string | null, options?: OpenOptions) => Promise<Visit>;
}

/** A page on which every card has its figures. */
export const settled = 'main:has(h1):not([aria-busy=true], :has([aria-busy=true], .skeleton))';

/** Without a script, and of the same process as the pages. */
const restingPath = '/health/live';

/** What a profile keeps where its tabs are signed in. */
const mark = 'sightline.session';

/** The questions of a page that wait for their answers. */
const waiting = new WeakMap<Page, Set<Request>>();

/** Waits until what was done to the page is drawn: charts are made, and what is asked next is asked, in effects after a frame. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  })()`);
}

/** Waits until the page has asked all that it asks, and drawn the answers: also those that only add to a card. */
export async function settle(page: Page): Promise<void> {
  const asked = waiting.get(page) ?? new Set();
  do {
    await page.waitForSelector(settled);
    while (asked.size > 0) await setTimeout(10);
    await drawn(page);
  } while (asked.size > 0 || (await page.locator(settled).count()) === 0);
}

/** Holds back what the page asks of `path`, of GraphQL the query of a name alone where one is given, until what is resolved to is called. */
export async function hold(page: Page, path: string, query = ''): Promise<() => void> {
  const { opened, open } = gate();
  const isHeld = (route: Route) => query === '' || route.request().postData()?.includes(`query ${query}(`);
  await page.route(path, (route) => (isHeld(route) ? opened : Promise.resolve()).then(() => route.continue()));
  return open;
}

/** Lets the query of this name fail as where the server cannot be reached. */
export async function failQuery(page: Page, name: string): Promise<void> {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes(`query ${name}(`) ? route.abort() : route.continue(),
  );
}

/** The visits to one site. A page that was left serves the next visit: that of a new profile takes three times as much work. */
export function visitsTo(browser: Browser, origin: string): Visits {
  const resting: Page[] = [];
  return {
    open: async (path, options = {}) => {
      const { width = 1280, dark, touch = false, key = adminKey, isKeyInAddress = false, prepare } = options;
      const isOwn = touch || prepare !== undefined;
      const page = (isOwn ? undefined : resting.pop()) ?? (await openPage(browser, { origin, touch }));
      if (key !== null && !isKeyInAddress) await signIn(page, origin, key);
      await page.setViewportSize({ width, height: 900 });
      // What fades is drawn again and again, and seen half faded by whoever looks at that moment.
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', media: null, reducedMotion: 'reduce' });
      const { stop, ...notes } = noteAll(page);
      await prepare?.(page);
      if (path !== null) await page.goto(`${origin}${path}${isKeyInAddress ? `#key=${key}` : ''}`);
      // A page that is left before may not be signed in yet.
      if (isKeyInAddress) await expect.poll(() => page.evaluate(`localStorage.getItem('${mark}')`)).not.toBeNull();
      return {
        page,
        ...notes,
        show: async (next) => {
          if (!(await page.evaluate(navigation(next)))) await page.goto(origin + next);
          await settle(page);
        },
        [Symbol.asyncDispose]: async () => {
          stop();
          if (isOwn || page.isClosed()) return page.context().close();
          await rest(page, origin);
          resting.push(page);
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      for (const page of resting.splice(0)) await page.context().close();
    },
  };
}

interface PageOptions {
  readonly origin: string;
  readonly touch: boolean;
}

/** A page of a fresh profile. */
async function openPage(browser: Browser, { origin, touch }: PageOptions): Promise<Page> {
  const context = await browser.newContext({ hasTouch: touch, acceptDownloads: true });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(origin + restingPath);
  return page;
}

/** Leaves nothing of a visit: what it opened, kept and changed, and where it was. */
async function rest(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(origin + restingPath);
  await context.clearCookies();
  await page.evaluate('localStorage.clear(); sessionStorage.clear();');
  await page.mouse.move(0, 0);
  const session = await context.newCDPSession(page);
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

/** Notes what a page asks and complains of, until it is stopped. */
function noteAll(page: Page) {
  const context = page.context();
  const requested: string[] = [];
  const complaints: string[] = [];
  const asked = new Set<Request>();
  const onRequest = (request: Request) => {
    requested.push(request.url());
    // A page that is loaded waits for nothing of the one before.
    if (request.isNavigationRequest()) asked.clear();
    else if (request.method() === 'POST' && request.frame().page() === page) asked.add(request);
  };
  const onAnswer = (request: Request) => void asked.delete(request);
  const onError = (error: Error) => void complaints.push(String(error));
  const onMessage = (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  };
  waiting.set(page, asked);
  context.on('request', onRequest).on('requestfinished', onAnswer).on('requestfailed', onAnswer);
  page.on('pageerror', onError).on('console', onMessage);
  const stop = () => {
    context.off('request', onRequest).off('requestfinished', onAnswer).off('requestfailed', onAnswer);
    page.off('pageerror', onError).off('console', onMessage);
  };
  return { requested, complaints, stop };
}

/** Goes to an address as a link of the dashboard does; false where it is not open. */
const navigation = (path: string) => `(() => {
  if (!document.querySelector('.shell')) return false;
  history.pushState(null, '', ${JSON.stringify(path)});
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
  return true;
})()`;

/** Gives a profile what it keeps of a session: its cookie, and the mark that its tabs look for. */
async function signIn(page: Page, origin: string, key: string): Promise<void> {
  const response = await fetch(`${origin}/session`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (!name || !value) throw new Error(`Nobody can sign in: ${response.status} ${await response.text()}`);
  const cookie = { name, value, domain: new URL(origin).hostname, path: '/', expires: -1 };
  await page.context().addCookies([{ ...cookie, httpOnly: true, secure: false, sameSite: 'Strict' }]);
  await page.evaluate(`localStorage.setItem('${mark}', '1')`);
}
