// What goes wrong in a page stays in that page: the next address shows the next one.

import { describe, expect, it } from 'vitest';
import { hasChromium, reason, sharedSite } from './browser.js';
import { linkedBrand, linkedDays, recordLinkedBrand } from './linked-brand.js';
import { settle } from './visit.js';

const view = `brand=${linkedBrand}&from=${linkedDays.from}&to=${linkedDays.to}`;

describe.skipIf(!hasChromium)(`a page${reason}`, () => {
  const site = sharedSite(recordLinkedBrand);

  it('shows the rows of every dimension that is chosen after another', async () => {
    await using visit = await site.settled(`/breakdown?${view}`);
    const { page } = visit;
    for (const dimension of ['DAY', 'MODEL', 'WEEK', 'MONTH', 'TAG']) {
      await page.selectOption('#rows', dimension);
      await page.waitForURL(new RegExp(dimension === 'MODEL' ? '/breakdown' : `rows=${dimension}`));
      await settle(page);
      expect(await page.locator('#breakdown tbody tr').count(), dimension).toBeGreaterThan(0);
    }
    expect(visit.complaints).toEqual([]);
  });

  it('that cannot be drawn says so, and is left by the next address', async () => {
    await using visit = await site.settled(`/prompts?${view}`);
    const { page } = visit;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query SearchList')) return route.continue();
      return route.fulfill({ json: { data: { brandAnalytics: { queryFanout: { summary: {} } } } } });
    });
    await page.click('nav >> text=Searches');
    await page.waitForSelector('main .notice');
    expect(await page.textContent('main .notice')).toContain('This page cannot be shown');
    await page.click('nav >> text=Prompts');
    await settle(page);
    expect(await page.locator('#prompts tbody tr').count()).toBe(3);
    await page.unroute('**/graphql');
    await page.goBack();
    await expect.poll(() => page.locator('main .notice').count()).toBe(1);
    await page.click('main .notice button');
    await settle(page);
    expect(await page.locator('#searches tbody tr').count()).toBeGreaterThan(1);
  });
});
