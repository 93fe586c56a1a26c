// The dashboard as a visitor has it, in Chromium, compared with what the API says.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, barriers, hasChromium, openSite, reason, type Site, worldDays } from './browser.js';

const mostBytes = 250_000;
const dayMs = 86_400_000;
const brand = 'haldenfjell';

describe.skipIf(!hasChromium)(`the dashboard${reason}`, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const charts = (page: Page) => page.waitForSelector('#position canvas');
  const value = (page: Page, figure: string) => page.getAttribute(`#figure-${figure} .value`, 'title');

  it('shows every figure as the API has it, and asks nobody else', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=30`);
    const { page } = visit;
    await charts(page);
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(${lastDays(30)}) { visibility { current } shareOfVoice { brand entries { name } } position { average } models { label } citedDomains(limit: 1) { data { domain } } } }`,
    );
    expect(await value(page, 'visibility')).toBe(String(brandAnalytics.visibility.current));
    expect(await value(page, 'share')).toBe(String(brandAnalytics.shareOfVoice.brand));
    expect(await value(page, 'position')).toBe(String(brandAnalytics.position.average));
    const names = brandAnalytics.shareOfVoice.entries.map(({ name }: { name: string }) => name);
    expect(await page.locator('#companies .name').allTextContents()).toEqual(names);
    const models = brandAnalytics.models.map(({ label }: { label: string }) => label);
    expect(await page.locator('#models tbody th').allTextContents()).toEqual(models);
    expect(await page.locator('#sources tbody th').first().textContent()).toBe(
      brandAnalytics.citedDomains.data[0].domain,
    );
    expect(visit.requested.filter((url) => !url.startsWith(site.url))).toEqual([]);
    expect(visit.complaints).toEqual([]);
    expect(await visit.transferred()).toBeLessThan(mostBytes);
  });

  it('draws its charts', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=7`);
    await charts(visit.page);
    const inks = await visit.page.evaluate(
      "[...document.querySelectorAll('canvas')].map((each) => new Set(new Uint32Array(each.getContext('2d').getImageData(0, 0, each.width, each.height).data.buffer)).size)",
    );
    expect(inks).toHaveLength(4);
    for (const colours of inks as number[]) expect(colours).toBeGreaterThan(5);
  });

  it('takes the key out of the address and keeps it for the session alone', async () => {
    await using visit = await site.open('/?days=7');
    await charts(visit.page);
    expect(visit.page.url()).not.toContain('key');
    expect(await visit.page.evaluate('[sessionStorage.length, localStorage.length, document.cookie]')).toEqual([
      1,
      0,
      '',
    ]);
    expect(visit.requested.filter((url) => url.includes(adminKey) && !url.includes('#'))).toEqual([]);
  });

  it('follows its filters, and a link brings the view back', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=30`);
    const { page } = visit;
    await charts(page);
    const all = await value(page, 'visibility');
    await page.selectOption('#filter-model', 'gemini');
    await expect.poll(() => value(page, 'visibility'), { timeout: 20_000 }).not.toBe(all);
    await page.click('#filter-tags');
    await page.check('#tag-jackets');
    await page.waitForURL(/tag=jackets/);
    await page.waitForSelector('main:not([aria-busy])');
    const filters = `${lastDays(30)}, model: "gemini", tags: ["jackets"]`;
    const { brandAnalytics } = await site.ask(`{ brandAnalytics(${filters}) { visibility { current } } }`);
    expect(await value(page, 'visibility')).toBe(String(brandAnalytics.visibility.current));
    await page.reload();
    await charts(page);
    expect(await value(page, 'visibility')).toBe(String(brandAnalytics.visibility.current));
    expect(await page.inputValue('#filter-model')).toBe('gemini');
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('jackets'));
  });

  it('has the days of another time zone', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=7&tz=Pacific/Auckland`);
    await charts(visit.page);
    await visit.page.click('#visibility .tool:has-text("Table")');
    expect(await visit.page.locator('#visibility tbody tr').count()).toBe(7);
    const zone = 'timeZone: "Pacific/Auckland"';
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(new Date());
    const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(${lastDays(30)}, ${zone}) { visibility { series { date runs } } } }`,
    );
    const before = new Date(Date.parse(`${yesterday}T00:00:00Z`) - 2 * dayMs).toISOString().slice(0, 10);
    const { runs } = brandAnalytics.visibility.series.find(({ date }: { date: string }) => date === before);
    const cells = visit.page.locator('#visibility tbody tr').nth(4).locator('td');
    expect(await cells.last().textContent()).toBe(String(runs));
  });

  it('lists the runs behind a point, with answers and citations', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=7`);
    const { page } = visit;
    await charts(page);
    const box = await page.locator('#visibility .u-over').boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.5, (box?.y ?? 0) + 40);
    await page.waitForSelector('dialog .prompt');
    const date = new URL(page.url()).searchParams.get('day');
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(${lastDays(7)}) { visibility { series { date runs } } } }`,
    );
    const day = brandAnalytics.visibility.series.find((each: { date: string }) => each.date === date);
    expect(await page.locator('dialog .run').count()).toBe(day.runs);
    await page.locator('dialog .run summary').first().click();
    await page.waitForSelector('dialog blockquote');
    expect((await page.locator('dialog blockquote').first().textContent())?.length).toBeGreaterThan(20);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.search.includes('day='));
  });

  it('is walked by keyboard alone', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=7`);
    const { page } = visit;
    await charts(page);
    const chart = page.locator('#visibility [role=slider]');
    await page.locator('#visibility .tool').last().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    expect(await chart.getAttribute('aria-valuenow')).toBe('6');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/Visibility [\d.]+%, \d+ of \d+ answers?, 95% interval/);
    expect(await page.locator('#visibility .tooltip').isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog .prompt');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  });

  it('shows days without a run as gaps, and saves exact figures', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=30`);
    const { page } = visit;
    await charts(page);
    const csv = await saved(page, '#visibility .tool:has-text("CSV")');
    const lines = csv.toString().trim().split('\r\n');
    expect(csv.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(lines[0]).toBe('Date,Visibility,Interval low,Interval high,Mentions,Runs');
    expect(lines).toHaveLength(31);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d,,,,0,0$/);
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(${lastDays(30)}) { visibility { series { date visibility } } } }`,
    );
    const last = brandAnalytics.visibility.series.at(-1);
    expect(lines.at(-1)).toContain(`${last.date},${last.visibility ?? ''},`);
    await page.click('#visibility .tool:has-text("Table")');
    const empty = page.locator('#visibility tbody tr').filter({ hasText: '–' });
    expect(await empty.count()).toBeGreaterThanOrEqual(30 - worldDays);
  });

  it.each(['visibility', 'share-by-day', 'companies', 'sentiment', 'position'])('saves %s as a picture', async (id) => {
    await using visit = await site.open(`/?brand=${brand}&days=7`);
    await charts(visit.page);
    const png = await saved(visit.page, `#${id} .tool:has-text("PNG")`);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(4_000);
  });

  it('asks for a key, and says what the server says of a wrong one', async () => {
    await using visit = await site.open('/', { key: null });
    const { page } = visit;
    await page.fill('#key', 'not-a-key-of-anyone');
    await page.keyboard.press('Enter');
    const problem = await page.waitForSelector('#key-problem');
    expect((await problem.textContent())?.length).toBeGreaterThan(10);
    expect(await barriers(page)).toEqual([]);
    await page.fill('#key', adminKey);
    await page.keyboard.press('Enter');
    await charts(page);
    await page.click('text=Forget key');
    await page.waitForSelector('#key');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('says what is wrong in the server’s words, and when there is nothing to show', async () => {
    await using unknown = await site.open('/?brand=nobody');
    await unknown.page.waitForSelector('.notice');
    expect(await unknown.page.textContent('.notice')).toContain('"nobody"');
    await using empty = await site.open(`/?brand=${brand}&from=2001-01-01&to=2001-01-07`);
    await empty.page.click('.notice button');
    await charts(empty.page);
  });

  it.each([
    ['light', { width: 1280 }],
    ['dark', { width: 1280, dark: true }],
    ['narrow', { width: 360 }],
  ])('is for everybody when %s', async (_name, options) => {
    await using visit = await site.open(`/?brand=${brand}&days=30`, options);
    await charts(visit.page);
    expect(await barriers(visit.page)).toEqual([]);
    expect(await visit.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const surface = await visit.page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor");
    expect(surface === 'rgb(255, 255, 255)').toBe(!('dark' in options));
  });

  it('names the day of the last answer if the window has none', async () => {
    await using visit = await site.open(`/?brand=${brand}&from=2001-01-01&to=2001-01-02`);
    await visit.page.locator('.notice').waitFor();
    expect(await visit.page.textContent('.notice')).toMatch(
      /No answers for .+ in this window.*The last answer was recorded on \d/s,
    );
  });

  it('does not move when its figures arrive', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=30`);
    await charts(visit.page);
    const shift = await visit.page.evaluate(
      "new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().reduce((sum, each) => sum + each.value, 0))).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done(0), 300))",
    );
    expect(shift).toBeLessThan(0.02);
  });
});

/** The arguments of the last whole days. */
function lastDays(days: number): string {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const at = (instant: number) => new Date(instant).toISOString();
  return `brandId: "${brand}", start: "${at(today - days * dayMs)}", end: "${at(today)}"`;
}

async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFile(await download.path());
}
