// A page that stays open: the next day, a server that cannot be reached, and figures that cannot be updated.

import { describe, expect, it } from 'vitest';
import { hasChromium, reason, sharedSite } from './browser.js';
import { settled } from './visit.js';

const brand = 'haldenfjell';

describe.skipIf(!hasChromium)(`a dashboard that stays open${reason}`, () => {
  const site = sharedSite();

  it('goes on with the next day', async () => {
    const last = Date.parse(site.last(1).to);
    const time = last + 36 * 3_600_000;
    await using visit = await site.open(null, { prepare: (page) => page.clock.install({ time }) });
    const { page } = visit;
    await page.goto(`${site.url}/?brand=${brand}&days=7`);
    await page.waitForSelector(settled);
    expect(await page.textContent('.window')).toMatch(new RegExp(`– ${new Date(last).getUTCDate()} `));
    await page.clock.fastForward('24:00:00');
    const next = new Date(last + 24 * 3_600_000).getUTCDate();
    await expect.poll(() => page.textContent('.window')).toMatch(new RegExp(`– ${next} `));
    await page.waitForSelector(settled);
    expect(await page.locator('#figure-visibility .value').textContent()).toMatch(/%/);
  });

  it('says that the server cannot be reached, and tries again', async () => {
    await using visit = await site.settled(`/?brand=${brand}&${site.last(7).view}`);
    const { page } = visit;
    await page.route('**/graphql', (route) => route.abort());
    await page.selectOption('#filter-period', '30');
    await page.waitForSelector('#trend [role=alert]');
    expect(await page.textContent('#trend [role=alert]')).toContain('The server cannot be reached.');
    expect(await page.locator('.tiles .value').count()).toBe(0);
    await page.unroute('**/graphql');
    await page.click('#trend [role=alert] button');
    await page.waitForSelector('#trend canvas');
  });

  it('keeps its figures and says so where they cannot be updated', async () => {
    await using visit = await site.settled(`/?brand=${brand}&${site.last(7).view}`);
    const { page } = visit;
    const value = await page.textContent('#figure-visibility .value');
    await page.route('**/graphql', (route) => route.abort());
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.waitForSelector('#companies .stale');
    expect(await page.textContent('#figure-visibility .value')).toBe(value);
    expect(await page.textContent('.tiles')).toContain('could not be updated');
  });

  it('offers the days with answers in place of a window without', async () => {
    await using visit = await site.open(`/?brand=${brand}&from=2099-01-01&to=2099-01-02`);
    const { page } = visit;
    await page.waitForSelector('.notice');
    expect(await page.textContent('.notice')).toMatch(
      /No answers for .+ in this window.*The last answer was recorded on \d/s,
    );
    await page.click('.notice button');
    await page.waitForSelector('#trend canvas');
  });
});
