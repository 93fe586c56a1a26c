// The dashboard's shell as a visitor has it, in Chromium: the key, the filters, the pages and their addresses.

import { describe, expect, it } from 'vitest';
import { barriers, hasChromium, reason, sharedSite } from './browser.js';
import { adminKey, settle } from './visit.js';

const brand = 'haldenfjell';

describe.skipIf(!hasChromium)(`the dashboard${reason}`, () => {
  const site = sharedSite();

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
    await page.waitForSelector('h1:has-text("Overview")');
    await page.click('text=Sign out');
    await page.waitForSelector('#key');
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([0, 0]);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('keeps the filters from page to page, back and forward, and in a link', async () => {
    await using visit = await site.open(`/?brand=${brand}&days=7`);
    const { page } = visit;
    await page.selectOption('#filter-model', 'gemini');
    await page.waitForURL(/model=gemini/);
    await page.click('nav >> text=Sources');
    await page.waitForSelector('h1:has-text("Sources")');
    const url = new URL(page.url());
    expect([url.pathname, url.search]).toEqual(['/sources', `?brand=${brand}&days=7&model=gemini`]);
    expect(await page.getAttribute('nav [aria-current=page]', 'href')).toBe(url.pathname + url.search);
    await page.goBack();
    await page.waitForSelector('h1:has-text("Overview")');
    await page.goBack();
    await expect.poll(() => page.inputValue('#filter-model')).toBe('');
    await page.goto(url.href);
    await page.waitForSelector('h1:has-text("Sources")');
    expect(await page.inputValue('#filter-model')).toBe('gemini');
    expect(visit.complaints).toEqual([]);
  });

  it('keeps a chosen theme', async () => {
    await using visit = await site.settled('/');
    const { page } = visit;
    const surface = () => page.evaluate("getComputedStyle(document.querySelector('.side')).backgroundColor");
    expect(await surface()).toBe('rgb(255, 255, 255)');
    await page.selectOption('#theme', 'dark');
    expect(await surface()).not.toBe('rgb(255, 255, 255)');
    await page.reload();
    await settle(page);
    expect(await surface()).not.toBe('rgb(255, 255, 255)');
  });

  it('gives each competitor one colour in every window and company', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    const colours = async (days: number, show = '') => {
      await page.goto(`${site.url}/competitors?brand=${brand}&${site.last(days).view}${show}`);
      await settle(page);
      const toggles = await page.locator('.line-toggle').all();
      return await Promise.all(
        toggles.map(async (each) => [await each.textContent(), await each.locator('line').getAttribute('style')]),
      );
    };
    const few = await colours(2);
    expect(few.length).toBeGreaterThan(4);
    expect(new Set(few.map(([, colour]) => colour)).size).toBe(few.length);
    for (const show of ['', '&show=Tarnwick'])
      expect(Object.fromEntries(await colours(10, show)), show).toEqual(Object.fromEntries(few));
  });
});
