// The page that explains REST as a visitor has it, in Chromium.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/server/rest/routes.js';
import { hasChromium, openSite, reason, type Site } from './browser.js';

describe.skipIf(!hasChromium)(`the docs of REST${reason}`, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('show every operation, try one with the key, and ask nobody else', async () => {
    await using visit = await site.open('/api/v1/docs');
    const { page } = visit;
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(routes.length);
    await page.locator('#operations-Models-models button.opblock-summary-control').click();
    await page.locator('#operations-Models-models button.execute').click();
    const live = page.locator('#operations-Models-models .live-responses-table .response-col_status', {
      hasText: '200',
    });
    await live.waitFor();
    expect(await page.locator('#operations-Models-models .live-responses-table').textContent()).toContain('"label"');
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs.png` });
    expect(visit.requested.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('open without a key', async () => {
    await using visit = await site.open('/api/v1/docs', { key: null });
    await visit.page.locator('.opblock').first().waitFor();
    expect(visit.complaints).toEqual([]);
    expect(visit.requested.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([]);
  });
});
