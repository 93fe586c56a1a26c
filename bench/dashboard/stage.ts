// The dashboard's first page in Chromium, over a large brand: its bytes, and when something and when everything is shown.

import { pino } from 'pino';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../scripts/chromium.js';
import { weighPage } from '../../scripts/web-weight.js';
import { openApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { prepared, worldOf } from '../data.js';
import { round, table } from '../markdown.js';
import { quantileOf } from '../measure.js';
import type { Target } from '../target.js';

const key = 'admin-key-of-the-bench';
const visits = 9;
const figures = [
  'sentBytes',
  'firstPaintMs',
  'completeMs',
  'warmMs',
  'slowestMs',
  'otherMs',
  'slowestOtherMs',
] as const;
type Visit = Record<(typeof figures)[number], number>;

/** Visits the overview of a brand with that many runs, each time with an empty cache, and takes the medians. */
export async function benchDashboard(runs: number) {
  const world = worldOf(runs);
  await using db = await prepared(world);
  if (!chromiumPath) throw new Error('This stage needs Chromium.');
  await using app = await openApp(readConfig({ ADMIN_API_KEYS: key }), { db, log: pino({ level: 'silent' }) });
  await using server = await app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  const seen: Visit[] = [];
  // The first visit warms the server.
  const url = `${server.url}/?brand=${world.brandId}&from=2025-10-01&to=2025-12-31#key=${key}`;
  await visit(browser, url, `/?brand=${world.brandId}&from=2025-08-31&to=2025-12-20`);
  for (let count = 0; count < visits; count++) {
    const other = `/?brand=${world.brandId}&from=2025-09-${String(count + 1).padStart(2, '0')}&to=2025-12-20`;
    seen.push(await visit(browser, url, other));
  }
  await browser.close();
  const { first, all } = weighPage('index.html');
  const medians = figures.map((figure) => [figure, quantileOf(seen, 0.5, (each) => each[figure])]);
  // safe because there is one of each
  return { runs, firstBytes: first, allBytes: all, ...(Object.fromEntries(medians) as Visit) };
}

type Dashboard = Awaited<ReturnType<typeof benchDashboard>>;

/** Opens an address, with an empty cache and again, and then another within the open page. */
async function visit(browser: Browser, url: string, other: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const [firstPaintMs, completeMs] = await complete(page, url);
  const sent = await Promise.all(sizes);
  await page.goto('about:blank');
  const [, warmMs, slowestMs] = await complete(page, url);
  const [otherMs, slowestOtherMs] = await completeWithin(page, other);
  await context.close();
  const sentBytes = sent.reduce((sum, size) => sum + size, 0);
  return { firstPaintMs, completeMs, sentBytes, warmMs, slowestMs, otherMs, slowestOtherMs };
}

const isBusy = 'main:has([aria-busy=true])';
const isComplete = 'main:has(#trend canvas):not(:has([aria-busy=true]))';

/** Milliseconds until the first paint and until all figures stand, and of the slowest request. */
async function complete(page: Page, url: string): Promise<[number, number, number]> {
  await page.goto(url);
  await page.waitForSelector(isComplete);
  // safe because the expression has three numbers
  return (await page.evaluate(
    `[performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.now(),
      Math.max(...performance.getEntriesByType('resource').map((each) => each.duration))]`,
  )) as [number, number, number];
}

/** The same of an address that the open page goes to, as with the button of a browser that goes back, but for the paint. */
async function completeWithin(page: Page, address: string): Promise<[number, number]> {
  // safe because the expression has two numbers
  return (await page.evaluate(`(async () => {
    const shown = (selector) => new Promise((resolve) => {
      const look = () => document.querySelector(selector) ? resolve() : requestAnimationFrame(look);
      look();
    });
    const start = performance.now();
    history.pushState(null, '', '${address}');
    dispatchEvent(new PopStateEvent('popstate'));
    await shown('${isBusy}');
    await shown('${isComplete}');
    const sent = performance.getEntriesByType('resource').filter(({ startTime }) => startTime >= start);
    return [performance.now() - start, Math.max(...sent.map(({ duration }) => duration))];
  })()`)) as [number, number];
}

export function dashboardSection({ runs, ...reading }: Dashboard): string {
  const kilobytes = (bytes: number) => `${round(bytes / 1024)} KB`;
  const rows = [
    ['scripts and style sheets of the first page, compressed by brotli', kilobytes(reading.firstBytes)],
    ['… of all pages', kilobytes(reading.allBytes)],
    ['the first page with its figures, as sent', kilobytes(reading.sentBytes)],
    ['until the first paint of content', `${round(reading.firstPaintMs)} ms`],
    ['until every card has its figures', `${round(reading.completeMs)} ms`],
    ['… with scripts and styles in the browser’s cache', `${round(reading.warmMs)} ms`],
    ['the slowest request of that visit', `${round(reading.slowestMs)} ms`],
    ['another window in the open page, until every card has its figures', `${round(reading.otherMs)} ms`],
    ['the slowest request of that', `${round(reading.slowestOtherMs)} ms`],
  ];
  return `## Dashboard\n\nThe overview of three months of the brand of ${runs.toLocaleString('en')} runs in Chromium, with an empty cache each time.\n\n${table(['', ''], rows)}`;
}

export function dashboardTargets(reading: Dashboard | undefined): readonly Target[] {
  return [
    ['the dashboard’s first page with its figures, as sent', '≤ 150 KB', reading && reading.sentBytes / 1024],
    [
      'the overview again, complete, against the slowest of its requests',
      '≤ 1.5 ×',
      reading && reading.warmMs / reading.slowestMs,
    ],
    [
      'the overview of another window, in the open page, against the slowest of its requests',
      '≤ 1.5 ×',
      reading && reading.otherMs / reading.slowestOtherMs,
    ],
  ];
}
