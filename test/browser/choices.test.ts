// What is typed and chosen stays as it was typed and chosen, and nothing of one brand is asked of another.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { edgeDatabase, edgeWindow } from './brands.js';
import { hasChromium, reason, sharedSite } from './browser.js';
import { brand, days, recordFilteredBrand } from './filtered-brand.js';
import { id } from './records.js';
import { failQuery, settle } from './visit.js';

const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

describe.skipIf(!hasChromium)(`what is chosen${reason}`, () => {
  const site = sharedSite(recordFilteredBrand, edgeDatabase);

  it.each(['prompts', 'answers'])('keeps a space after which somebody types on: /%s', async (path) => {
    await using visit = await site.settled(`/${path}?brand=${brand}&${days}`);
    const { page } = visit;
    const entries = await page.evaluate('history.length');
    const field = page.locator('.search-field');
    await field.pressSequentially('an ');
    await page.waitForURL(/search=an/);
    await settle(page);
    expect(await field.inputValue()).toBe('an ');
    await field.pressSequentially('answer');
    await page.waitForURL(/search=an\+answer/);
    expect(await page.evaluate('history.length')).toBe(entries);
    await visit.show(`/${path}?brand=${brand}&${days}&search=best`);
    expect(await field.inputValue()).toBe('best');
  });

  it('stays chosen while the pause of a search passes', async () => {
    await using visit = await site.settled(`/prompts?brand=${brand}&${days}`);
    const { page } = visit;
    await page.locator('.search-field').pressSequentially('best');
    await page.selectOption('#filter-model', 'gemini');
    await page.waitForURL(/search=best/);
    expect(paramOf(page, 'model')).toBe('gemini');
  });

  it('is not asked of another brand, where the key cannot read the first', async () => {
    const view = `brand=unknown&${days}&provider=one&market=DE&websearch=yes&branded=no&tag=t`;
    await using visit = await site.open(`/prompts/${id(41, 0)}?${view}&metric=share`);
    const { page } = visit;
    for (const [path, list] of [
      [`prompts/${id(41, 0)}`, '/prompts'],
      ['competitors/Globex', '/competitors'],
      ['answers', '/answers'],
    ]) {
      await page.goto(`${site.url}/${path}?${view}&prompt=${id(41, 0)}&company=Globex&url=https://a.example/`);
      expect(await page.textContent('.notice')).toContain('“unknown”');
      await page.click('.notice >> text=The big brand');
      await page.waitForURL(/brand=big/);
      const { pathname, searchParams } = new URL(page.url());
      expect([pathname, [...searchParams.keys()].toSorted()]).toEqual([list, ['brand', 'from', 'to']]);
    }
  });

  it('names the window, not the fields of other dates that were shown before', async () => {
    await using visit = await site.open(`/prompts?brand=big&days=30`);
    const { page } = visit;
    const period = page.locator('#filter-period');
    await period.selectOption('own');
    await page.fill('#period-from', '2026-03-01');
    await page.fill('#period-to', '2026-03-30');
    await page.click('.custom button');
    await page.waitForURL(/from=2026-03-01/);
    await settle(page);
    await page.goBack();
    await expect.poll(() => period.inputValue()).toBe('30');
    expect(await page.locator('.custom').count()).toBe(0);
  });

  it('is a window of days alone, which Enter shows', async () => {
    await using visit = await site.open('/prompts?brand=big&days=30');
    const { page } = visit;
    await page.locator('#filter-period').selectOption('own');
    await page.fill('#period-from', '2022-03-01');
    await page.fill('#period-to', '20226-03-30');
    await page.click('.custom button');
    expect(await page.textContent('.custom [role=alert]')).toBe('Enter both days.');
    await page.fill('#period-from', '2026-03-01');
    await page.fill('#period-to', '2026-03-30');
    await page.press('#period-to', 'Enter');
    await page.waitForURL(/from=2026-03-01&to=2026-03-30/);
    expect(visit.complaints).toEqual([]);
  });

  it('may be none of the most frequent values, where there are more or these cannot be had', async () => {
    await using visit = await site.open(`/answers?brand=big&${edgeWindow}`);
    const { page } = visit;
    const { brandAnalytics } = await site.ask(
      '{ brandAnalytics(brandId: "big", from: "2026-03-01", to: "2026-03-30") { citedDomains(orderBy: RUNS, page: 2, limit: 100) { data { domain runs } } } }',
    );
    const { domain, runs } = brandAnalytics.citedDomains.data.at(-1);
    // Also before these are there.
    const field = page.locator('#filter-domain');
    await field.fill(domain);
    await field.press('Enter');
    await expect.poll(() => paramOf(page, 'domain')).toBe(domain);
    await expect.poll(() => page.textContent('#answers-title')).toMatch(new RegExp(`^${runs} answer`));
    await failQuery(page, 'Choices');
    await page.fill('#period-to', '2026-03-29');
    await page.click('.custom button');
    await page.waitForURL(/to=2026-03-29/);
    await settle(page);
    const company = page.locator('#filter-company');
    await company.fill('Competitor 7 of a Long Name');
    await company.press('Enter');
    await expect.poll(() => paramOf(page, 'company')).toBe('Competitor 7 of a Long Name');
  });
});
