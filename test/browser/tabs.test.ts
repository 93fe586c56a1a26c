// The key in the tabs of one browser: entered once, known to every tab, to no other browser, and to nothing after the last tab is closed.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, hasChromium, openSite, reason, type Site } from './browser.js';

/** What stands on each page only with a key. */
const pages = [
  ['/', 'h1:has-text("Overview")'],
  ['/graphql', '.graphiql-tab'],
  ['/api/v1/docs', '.filled:has(code)'],
] as const;
const form = '#key';
const forget = '.forget:visible';

describe.skipIf(!hasChromium)(`tabs of one browser${reason}`, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const openTab = async (context: BrowserContext, path: string) => {
    const page = await context.newPage();
    await page.goto(site.url + path);
    return page;
  };
  const keptKey = (page: Page) => page.evaluate("sessionStorage.getItem('sightline.key')");
  const enter = async (page: Page) => {
    await page.fill(form, adminKey);
    await page.keyboard.press('Enter');
  };

  it('know the key from each other, and leave it in no other place', { timeout: 120_000 }, async () => {
    await using visit = await site.open('/');
    const context = visit.page.context();
    await visit.page.waitForSelector(pages[0][1]);
    for (const [path, content] of pages) {
      const page = await openTab(context, path);
      await page.waitForSelector(content);
      const places = 'JSON.stringify([{ ...localStorage }, document.cookie, await indexedDB.databases()])';
      expect(await page.evaluate(`(async () => ${places})()`)).not.toContain(adminKey);
    }
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    expect(JSON.stringify([cookies, origins])).not.toContain(adminKey);
    expect(visit.requested.filter((url) => url.includes(adminKey))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('all forget the key when one does, and take the next one when they are shown', { timeout: 120_000 }, async () => {
    await using visit = await site.open('/', { key: null });
    const tabs: { readonly page: Page; readonly content: string }[] = [];
    for (const [path, content] of pages) tabs.push({ page: await openTab(visit.page.context(), path), content });
    for (const chosen of tabs) {
      for (const { page } of tabs) await page.waitForSelector(form);
      await enter(chosen.page);
      await chosen.page.waitForSelector(chosen.content);
      for (const { page, content } of tabs) {
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
        await page.waitForSelector(content);
      }
      await chosen.page.click(forget);
      for (const { page } of tabs) {
        await page.waitForSelector(form);
        expect(await keptKey(page)).toBeNull();
      }
    }
    await tabs[0]?.page.reload();
    await tabs[0]?.page.waitForSelector(form);
  });

  it('hand it on while the first is closed, and forget it with the last', async () => {
    await using visit = await site.open('/');
    const context = visit.page.context();
    await visit.page.waitForSelector(pages[0][1]);
    const second = await openTab(context, '/api/v1/docs');
    await second.waitForSelector(pages[2][1]);
    await visit.page.close();
    const third = await openTab(context, '/');
    await third.waitForSelector(pages[0][1]);
    await second.close();
    await third.close();
    for (const [path] of pages) {
      const page = await openTab(context, path);
      await page.waitForSelector(form);
      expect(await keptKey(page)).toBeNull();
    }
  });

  it('of another browser know nothing of it', async () => {
    await using visit = await site.open('/');
    await visit.page.waitForSelector(pages[0][1]);
    await using other = await site.open('/', { key: null });
    await other.page.waitForSelector(form);
    expect(await keptKey(other.page)).toBeNull();
  });

  it('keep their own where another one is refused', async () => {
    await using visit = await site.open('/');
    await visit.page.waitForSelector(pages[0][1]);
    const wrong = await openTab(visit.page.context(), '/#key=not-a-key-of-anyone');
    await wrong.waitForSelector('#key-problem');
    expect(await visit.page.locator(form).count()).toBe(0);
    expect(await keptKey(visit.page)).toBe(adminKey);
  });
});
