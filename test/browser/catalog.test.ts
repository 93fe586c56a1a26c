// What surrounds the pages: any number of brands, windows without answers, filters that change under a page, and pages that are not there.

import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { edgeDatabase, edgeWindow } from './brands.js';
import { hasChromium, reason, sharedSite } from './browser.js';
import { brandOf, recordWhole } from './records.js';
import { adminKey, failQuery, settle } from './visit.js';

/** With all that is to be known of each, one document would cost more than any may. */
const manyBrands = 2_500;

async function recordManyBrands(db: Database): Promise<void> {
  const brands = Array.from({ length: manyBrands }, (_, index) => brandOf(`many-${index}`, `Many ${index}`));
  await recordWhole(db, brands);
}

describe.skipIf(!hasChromium)(`the dashboard around its pages${reason}`, () => {
  const site = sharedSite(recordManyBrands, edgeDatabase);

  it('opens with thousands of brands', async () => {
    await using visit = await site.settled(`/?brand=big&${edgeWindow}`);
    const { page } = visit;
    expect(await page.locator('#brand option').count()).toBe(manyBrands + 3);
    expect(await page.locator('#figure-visibility .value').textContent()).toMatch(/%/);
    await page.click('#filter-tags');
    expect(await page.locator('.options label').allTextContents()).toEqual(['branded', 'unbranded']);
    await page.selectOption('#brand', 'many-7');
    await page.waitForSelector('.notice');
    expect(await page.textContent('.notice')).toContain('No answers recorded yet');
    expect(visit.complaints).toEqual([]);
  });

  it('asks for the figures of a brand that the address names before it is known what the key can read', async () => {
    const held: Route[] = [];
    const asked: string[] = [];
    await using visit = await site.open(`/?brand=big&${edgeWindow}`, {
      prepare: async (page) => {
        await page.route('**/graphql', async (route) => {
          const document = route.request().postData() ?? '';
          asked.push(document);
          if (document.includes('query Catalog')) held.push(route);
          else await route.continue();
        });
      },
    });
    const { page } = visit;
    await expect.poll(() => asked.filter((document) => document.includes('query Tiles')).length).toBe(1);
    expect(await page.locator('h1').isVisible()).toBe(false);
    for (const route of held) await route.continue();
    await settle(page);
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await page.textContent('.lead')).not.toContain('the brand');
    expect(held).toHaveLength(1);
    expect(visit.complaints).toEqual([]);
  });

  it('offers the days with answers in place of a window before the first', async () => {
    await using visit = await site.open('/?brand=single&from=2026-02-01&to=2026-02-28');
    const { page } = visit;
    await page.waitForSelector('.notice');
    expect(await page.textContent('.notice')).toContain('The first answer was recorded on 1 Mar 2026.');
    await page.click('.notice button');
    await settle(page);
    expect(await page.textContent('#figure-visibility .basis')).toContain('1 of 1 answer');
  });

  it('leads to the first page with another filter, and to all days with another window', async () => {
    await using visit = await site.settled(`/prompts?brand=big&${edgeWindow}&page=20&search=prompt`);
    const { page } = visit;
    await page.selectOption('#filter-model', 'gemini');
    await page.waitForURL(/model=gemini/);
    await settle(page);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('page'), searchParams.get('search')]).toEqual([null, 'prompt']);
    expect(await page.textContent('.pager-count')).toMatch(/^1–20 of/);
    await visit.show(`/answers?brand=big&${edgeWindow}&day=2026-03-02&until=2026-03-03&outcome=GAP`);
    await page.selectOption('#filter-model', 'gemini');
    await page.waitForURL(/model=gemini/);
    expect(new URL(page.url()).searchParams.get('day')).toBe('2026-03-02');
    await page.fill('#period-to', '2026-03-20');
    await page.click('.custom button');
    await page.waitForURL(/to=2026-03-20/);
    expect(page.url()).not.toMatch(/day=|until=/);
    expect(page.url()).toContain('outcome=GAP');
  });

  it('says of a page alone that it could not be loaded', async () => {
    await using visit = await site.settled(`/?brand=big&${edgeWindow}`, { prepare: async () => {} });
    const { page } = visit;
    await page.route('**/*.js', (route) => route.abort());
    await page.click('nav >> text=Searches');
    await page.waitForSelector('.notice:has-text("could not be loaded")');
    await page.unroute('**/*.js');
    await page.evaluate(`(() => {
      window.seen = [];
      const note = () => seen.push(document.querySelector('main').textContent.includes('could not be loaded'));
      new MutationObserver(note).observe(document.querySelector('main'), { childList: true, subtree: true });
    })()`);
    await page.click('nav >> text=Prompts');
    await settle(page);
    expect(await page.evaluate('seen.length > 0 && !seen.includes(true)')).toBe(true);
  });

  it('says that filters could not be loaded', async () => {
    await using visit = await site.settled(`/?brand=big&${edgeWindow}`);
    const { page } = visit;
    await failQuery(page, 'FilterValues');
    await page.click('#filter-more');
    await page.waitForSelector('.options.labelled [role=alert]');
    await page.unroute('**/graphql');
    await page.click('.options.labelled [role=alert] button');
    await expect.poll(() => page.locator('.options.labelled [role=alert]').count()).toBe(0);
  });

  it('says that what answers is not this server', async () => {
    await using visit = await site.open('/', { key: null });
    const { page } = visit;
    await page.route('**/session', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
    await page.fill('#key', adminKey);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.textContent('#key-problem'))
      .toBe('The server sent an invalid response with status 502.');
  });
});
