// A browser that is signed in: with one key, in every tab and after a restart of the page, without any script having the key.

import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../src/auth/store.js';
import type { Database } from '../../src/database/postgres.js';
import { storeKey } from '../support/app.js';
import { edgeDatabase } from './brands.js';
import { hasChromium, reason, sharedSite } from './browser.js';
import { adminKey } from './visit.js';

/** What stands on each page only for who is signed in. */
const pages = [
  ['/', 'h1:has-text("Overview")'],
  ['/graphql', '.graphiql-tab'],
  ['/api/v1/docs', '.filled:has(code)'],
] as const;
const edge = '?from=2026-03-01&to=2026-03-30';
const form = '#key';
const signOut = '.forget:visible';

describe.skipIf(!hasChromium)(`tabs of one browser${reason}`, () => {
  let db: Database;
  const site = sharedSite(async (opened) => {
    db = opened;
  }, edgeDatabase);

  const openTab = async (context: BrowserContext, path: string) => {
    const page = await context.newPage();
    await page.goto(site.url + (path === '/' ? `/${edge}` : path));
    return page;
  };
  const expectNoToken = async (page: Page) => {
    const places =
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()])';
    expect(await page.evaluate(`(async () => ${places})()`)).not.toMatch(new RegExp(`${adminKey}|session_[0-9a-f]`));
    expect(page.url()).not.toContain(adminKey);
  };
  const enter = async (page: Page, key = adminKey) => {
    await page.fill(form, key);
    await page.keyboard.press('Enter');
  };

  it('are signed in by one, and no script can find out by what', async () => {
    await using visit = await site.open(`/${edge}`, { isKeyInAddress: true });
    const context = visit.page.context();
    await visit.page.waitForSelector(pages[0][1]);
    await expectNoToken(visit.page);
    await visit.page.close();
    for (const [path, content] of pages) {
      const page = await openTab(context, path);
      await page.waitForSelector(content);
      await expectNoToken(page);
      await page.close();
    }
    const [cookie, ...others] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', secure: false });
    expect(cookie?.value).toMatch(/^session_/);
    expect(others).toEqual([]);
    expect(visit.requested.filter((url) => url.includes(adminKey))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('all sign out with one, for good, and in with the next', async () => {
    await using visit = await site.open('/', { key: null });
    const context = visit.page.context();
    const tabs: { readonly page: Page; readonly content: string }[] = [];
    for (const [path, content] of pages) tabs.push({ page: await openTab(context, path), content });
    for (const chosen of tabs) {
      for (const { page } of tabs) await page.waitForSelector(form);
      await enter(chosen.page);
      for (const { page, content } of tabs) await page.waitForSelector(content);
      await expectNoToken(chosen.page);
      const kept = await context.cookies();
      await chosen.page.click(signOut);
      for (const { page } of tabs) await page.waitForSelector(form);
      await expect.poll(() => context.cookies()).toEqual([]);
      const headers = {
        'sec-fetch-site': 'same-origin',
        cookie: kept.map(({ name, value }) => `${name}=${value}`).join(),
      };
      expect((await fetch(`${site.url}/api/v1/brands`, { headers })).status).toBe(401);
    }
    await tabs[0]?.page.reload();
    await tabs[0]?.page.waitForSelector(form);
  });

  it('of another browser know nothing of it', async () => {
    await using visit = await site.open(`/${edge}`);
    await visit.page.waitForSelector(pages[0][1]);
    await using other = await site.open('/', { key: null });
    await other.page.waitForSelector(form);
  });

  it('stay signed in where a key is refused, which says why', async () => {
    await using visit = await site.open(`/${edge}`);
    const { page } = visit;
    await page.waitForSelector(pages[0][1]);
    for (const [path] of pages) {
      const wrong = await openTab(page.context(), `${path}#key=not-a-key-of-anyone`);
      if (path !== '/api/v1/docs') await wrong.waitForSelector('#key-problem:has-text("invalid")');
      expect(wrong.url()).not.toContain('not-a-key');
    }
    await page.reload();
    await page.waitForSelector(pages[0][1]);
  });

  it('show another key of an address in all, and nothing once it is revoked', async () => {
    const { id, token } = await storeKey(db, { organizationId: 'acme', brandIds: ['single'] });
    await using visit = await site.open(`/${edge}`);
    const { page } = visit;
    await page.waitForSelector('#brand option[value=big]', { state: 'attached' });
    const second = await openTab(page.context(), `/${edge}#key=${token}`);
    await second.waitForSelector(pages[0][1]);
    await expect.poll(() => page.locator('#brand option').allTextContents()).toContain('The single brand');
    expect(await page.locator('#brand option').allTextContents()).not.toContain('The big brand');
    await revokeKey(db, id);
    await second.reload();
    await second.waitForSelector(form);
    await page.waitForSelector(form);
  });
});
