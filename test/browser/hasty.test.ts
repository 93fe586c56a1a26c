// What a hasty visitor does while the page is still at something else: it stays done.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, reason, sharedSite } from './browser.js';
import { hold, settle } from './visit.js';

const brand = 'haldenfjell';

describe.skipIf(!hasChromium)(`a hasty visitor${reason}`, () => {
  const site = sharedSite();

  const parameterOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
  const focused = (page: Page) => page.evaluate('document.activeElement.id');

  it('keeps what is chosen the moment that it can be', async () => {
    const chosen = `new MutationObserver((_, observer) => {
      const model = document.querySelector('#filter-model:has([value=gemini])');
      if (!model) return;
      observer.disconnect();
      model.value = 'gemini';
      model.dispatchEvent(new Event('change', { bubbles: true }));
    }).observe(document, { childList: true, subtree: true })`;
    // Models are offered with the last of two answers: here that of the catalog, which also tells the brand of the address.
    const prepare = async (page: Page) => {
      await page.addInitScript(chosen);
      const known = page.waitForResponse((response) => !!response.request().postData()?.includes('query Brand('));
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('query Catalog')) await known;
        await route.continue();
      });
    };
    await using visit = await site.open(`/?brand=${brand}`, { prepare });
    const { page } = visit;
    await page.waitForSelector('#filter-model.active');
    await settle(page);
    expect(new URL(page.url()).searchParams.get('model')).toBe('gemini');
  });

  it('goes on to the next answer with the filters that were changed last', async () => {
    await using visit = await site.settled(`/answers?brand=${brand}&days=7`);
    const { page } = visit;
    await page.locator('.answer-head a').first().click();
    await page.waitForSelector('.beside a[aria-keyshortcuts=J]');
    const first = new URL(page.url()).pathname;
    await page.selectOption('#filter-compare', 'year');
    await page.waitForURL(/compare=year/);
    await page.locator('h1').focus();
    await page.keyboard.press('j');
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(first);
    expect(parameterOf(page, 'compare')).toBe('year');
  });

  it('keeps the focus in a filter whose choice brings another page', async () => {
    await using visit = await site.settled(`/?brand=${brand}&${site.last(7).view}`);
    const { page } = visit;
    await visit.show(`/?brand=${brand}&from=2099-01-01&to=2099-01-02`);
    await page.waitForSelector('.notice');
    expect(await page.title()).toMatch(/^No answers for/);
    await page.focus('#filter-period');
    await page.selectOption('#filter-period', '7');
    await settle(page);
    expect(await page.title()).toMatch(/^Overview/);
    expect(await focused(page)).toBe('filter-period');
    await page.click('nav >> text=Sources');
    await page.waitForSelector('h1:has-text("Sources"):focus');
  });

  it('keeps dates that are entered when the other ones are shown', async () => {
    await using visit = await site.settled(`/?brand=${brand}&days=7`);
    const { page } = visit;
    await page.selectOption('#filter-compare', 'own');
    await page.selectOption('#filter-period', 'own');
    const { from, to } = site.last(5);
    for (const [id, day] of Object.entries({
      'compare-from': '2026-01-02',
      'compare-to': '2026-01-03',
      'period-from': from,
      'period-to': to,
    }))
      await page.fill(`#${id}`, day);
    const show = (id: string) => page.locator(`.custom:has(#${id}) button`).click();
    await show('period-from');
    await expect.poll(() => parameterOf(page, 'from')).toBe(from);
    await settle(page);
    expect(await page.inputValue('#compare-from')).toBe('2026-01-02');
    await show('compare-from');
    await expect.poll(() => page.url()).toContain('2026-01-02');
  });

  it('stays at the brand that was shown first when another one becomes the first', async () => {
    await using visit = await site.settled('/');
    const { page } = visit;
    const shown = parameterOf(page, 'brand');
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Catalog')) return route.continue();
      const response = await route.fetch();
      const { data } = await response.json();
      for (const each of data.brands) if (each.id === shown) each.name = 'zzz renamed';
      await route.fulfill({ response, json: { data } });
    });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.waitForSelector('#brand option:text("zzz renamed")', { state: 'attached' });
    await settle(page);
    expect(await page.locator('#brand option').count()).toBeGreaterThan(1);
    expect([await page.inputValue('#brand'), parameterOf(page, 'brand')]).toEqual([shown, shown]);
  });

  it('has a menu stay open where a click removes what was clicked', async () => {
    await using visit = await site.settled(`/?brand=${brand}&days=7`);
    const { page } = visit;
    await page.click('#filter-tags');
    await page.locator('.filters .options input[type=checkbox]').first().check();
    await page.click('.filters .options button:text("All tags")');
    await expect.poll(() => parameterOf(page, 'tags')).toBe(null);
    expect(await page.locator('details:has(#filter-tags)').getAttribute('open')).not.toBeNull();
    await page.click('.window');
    expect(await page.locator('details:has(#filter-tags)').getAttribute('open')).toBeNull();
  });

  it('has a menu close when the focus leaves it', async () => {
    await using visit = await site.settled(`/?brand=${brand}&days=7`);
    const { page } = visit;
    const openMenus = () => page.locator('details.menu[open]').count();
    await page.focus('#filter-more');
    await page.keyboard.press('Enter');
    await page.locator('details.menu[open] select').first().waitFor();
    await page.keyboard.press('Tab');
    expect(await openMenus()).toBe(1);
    for (let turn = 0; turn < 2; turn++) await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('filter-tags');
    expect(await openMenus()).toBe(0);
  });

  it('types on where an earlier choice waits for what can be chosen', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    const arrive = await hold(page, '**/graphql', 'Choices');
    await page.goto(`${site.url}/answers?brand=${brand}&days=7`);
    const [company, domain, query] = ['company', 'domain', 'query'].map((name) => page.locator(`#filter-${name}`));
    for (const field of [company, domain, query]) {
      await field?.fill('e');
      await field?.press('Enter');
    }
    await query?.fill('nobody at all');
    arrive();
    await expect.poll(() => parameterOf(page, 'domain')).toMatch(/e/);
    await settle(page);
    expect(await query?.inputValue()).toBe('nobody at all');
    expect([parameterOf(page, 'company'), parameterOf(page, 'query')]).toEqual([expect.stringMatching(/e/i), null]);
  });

  it('keeps a chosen company that no answer of the window names', async () => {
    await using visit = await site.settled(`/competitors?brand=${brand}&days=7&show=Nobody`);
    const { page } = visit;
    await page.locator('.line-toggle').first().click();
    await expect.poll(() => parameterOf(page, 'show')?.split('\n').length).toBe(2);
    expect(parameterOf(page, 'show')).toContain('Nobody');
  });
});
