// Every page obeys the filters and the comparison of the address, which are offered where there is something to choose.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, barriers, hasChromium, reason, sharedSite } from './browser.js';
import { brand, days, recordFilteredBrand } from './filtered-brand.js';
import { linkedBrand, linkedDays, recordLinkedBrand } from './linked-brand.js';
import { id } from './records.js';
import { hold, settle } from './visit.js';

const pages = [
  '',
  `prompts/${id(41, 0)}`,
  ...'prompts competitors sources sources?tab=pages searches answers'.split(' '),
];

describe.skipIf(!hasChromium)(`the filters${reason}`, () => {
  const site = sharedSite(async (db) => {
    await recordLinkedBrand(db);
    await recordFilteredBrand(db);
  });

  /** The visibility of the tile, and that of the API. */
  const compareTile = async (page: Page, rest: string) => {
    const span = 'start: "2026-03-11T00:00:00Z", end: "2026-03-21T00:00:00Z"';
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(brandId: "${brand}", ${span}, ${rest}) { visibility { current runs } change { visibility { difference } } } }`,
    );
    const { visibility, change } = brandAnalytics;
    await settle(page);
    const title = (place: string) => page.locator(`#figure-visibility ${place}`).getAttribute('title');
    expect(visibility.runs).toBeGreaterThan(0);
    expect(await title('.value')).toBe(String(visibility.current));
    return { shown: (await title('.change')) || null, difference: change.visibility.difference };
  };

  it('are in the address and obeyed', async () => {
    await using visit = await site.settled(at('', `brand=${brand}&${days}`));
    const { page } = visit;
    for (const [name, value, text, asked] of [
      ['provider', 'one', 'provider=one', 'filter: { providers: ["one"] }'],
      ['market', 'DE', 'market=DE', 'filter: { markets: ["DE"] }'],
      ['search', 'yes', 'websearch=yes', 'filter: { webSearch: true }'],
      ['branded', 'no', 'branded=no', 'filter: { branded: false }'],
    ] as const) {
      await page.click('#filter-more');
      await page.selectOption(`#filter-${name}`, value);
      await page.waitForURL(new RegExp(text));
      await compareTile(page, asked);
      if (name === 'provider') expect(await barriers(page)).toEqual([]);
      await page.click('text=Clear filters');
      await expect.poll(() => page.url()).not.toContain(text);
    }
    expect(visit.complaints).toEqual([]);
  });

  it('are obeyed by every page, all of them together', async () => {
    const text = 'provider=one&market=DE&websearch=yes&branded=no';
    const ofRuns = { providers: ['one'], markets: ['DE'], webSearch: true };
    await using visit = await site.open(null);
    const { page } = visit;
    for (const path of pages) {
      const filters: (readonly [isOfSignals: boolean, filter: unknown])[] = [];
      page.on('request', (request) => {
        const { query = '', variables = {} } = request.postDataJSON() ?? {};
        if (/brandRuns|visibility|models|prompts|citedDomains|citedUrls|queryFanout/.test(query) && variables.brandId)
          if (!/FilterValues|query Brand\(/.test(query))
            filters.push([query.includes('query Signals'), variables.filter]);
      });
      await visit.show(at(path, `brand=${brand}&${days}&${text}`));
      expect(filters.length, path).toBeGreaterThan(0);
      const sent = { ...ofRuns, branded: false };
      const expected = path.startsWith('prompts/') ? { ...ofRuns, promptIds: [id(41, 0)] } : sent;
      // A change of one prompt is tested among those of all.
      for (const [isOfSignals, filter] of filters) expect(filter, path).toEqual(isOfSignals ? sent : expected);
      page.removeAllListeners('request');
    }
    expect(visit.complaints).toEqual([]);
  });

  it('are not offered where all answers are alike', async () => {
    await using visit = await site.settled(at('', `brand=${linkedBrand}&from=${linkedDays.from}&to=${linkedDays.to}`));
    const { page } = visit;
    await page.click('#filter-more');
    await page.waitForSelector('#filter-branded');
    expect(
      await page.locator('.options.labelled :is(select, input)').evaluateAll((all) => all.map(({ id }) => id)),
    ).toEqual(['filter-branded', 'filter-time-zone']);
    const zone = page.locator('#filter-time-zone');
    for (const [typed, shown, problem] of [
      ['europe/BERLIN', 'Europe/Berlin', ''],
      ['Atlantis', 'Europe/Berlin', 'No time zone contains “Atlantis”.'],
      ['tokyo', 'Asia/Tokyo', ''],
      ['new york', 'America/New_York', ''],
      ['', 'UTC', ''],
    ] as const) {
      await zone.fill(typed);
      await zone.press('Enter');
      await expect
        .poll(async () => (await page.locator('.options [role=alert]').allTextContents()).join())
        .toBe(problem);
      if (problem) await zone.blur();
      await expect.poll(() => zone.inputValue()).toBe(shown);
      expect(new URL(page.url()).searchParams.get('tz') ?? 'UTC').toBe(shown);
    }
  });

  it('offer the models of the brand alone, and the one that is chosen', async () => {
    await using visit = await site.open(null);
    const options = visit.page.locator('#filter-model option');
    for (const [rest, offered] of [
      ['', ['', 'chatgpt', 'gemini']],
      ['&model=claude', ['', 'chatgpt', 'claude', 'gemini']],
    ] as const) {
      await visit.show(at('', `brand=${brand}&${days}${rest}`));
      expect(await options.evaluateAll((all) => all.map((each) => each.getAttribute('value')))).toEqual(offered);
    }
  });

  it('keep what is typed while answers arrive', async () => {
    await using visit = await site.settled(at('', `brand=${linkedBrand}&from=${linkedDays.from}&to=${linkedDays.to}`));
    const { page } = visit;
    await page.click('#filter-more');
    const arrive = await hold(page, '**/graphql');
    const zone = page.locator('#filter-time-zone');
    await zone.fill('Europe/Berlin');
    await zone.press('Enter');
    await page.waitForSelector('main:has([aria-busy=true], .skeleton)');
    await zone.fill('Atlan');
    arrive();
    await settle(page);
    expect(await zone.inputValue()).toBe('Atlan');
  });

  it('stay in one line with a window of other dates to compare with', async () => {
    await using visit = await site.open(`/?brand=${brand}`, { width: 1440 });
    const heightOf = async () => (await visit.page.locator('.filters').boundingBox())?.height;
    await settle(visit.page);
    const height = await heightOf();
    await visit.page.selectOption('#filter-compare', 'own');
    expect(await heightOf()).toBe(height);
  });

  it('compare with the window that is chosen, which is dated', async () => {
    await using visit = await site.open(at('', `brand=${brand}&${days}`));
    const { page } = visit;
    for (const [choice, dates, asked] of [
      ['previous', '1 Mar – 10 Mar 2026', ''],
      ['month', '11 Feb – 20 Feb 2026', 'compareStart: "2026-02-11T00:00:00Z", compareEnd: "2026-02-21T00:00:00Z"'],
      ['year', '11 Mar – 20 Mar 2025', 'compare: YEAR'],
    ] as const) {
      await settle(page);
      await page.selectOption('#filter-compare', choice);
      await expect.poll(() => page.textContent('.window div')).toBe(`vs ${dates}`);
      const { shown, difference } = await compareTile(page, `timeZone: "UTC", ${asked}`);
      expect(shown).toBe(difference === null ? null : String(difference));
      expect(await page.textContent('.interval-note')).toContain(dates);
    }
    await page.selectOption('#filter-compare', 'own');
    await page.fill('#compare-from', '2026-03-02');
    await page.fill('#compare-to', '2026-03-04');
    await page.click('.custom:has(#compare-from) .button');
    await page.waitForURL(/compare=2026-03-02\.\.2026-03-04/);
    await compareTile(page, 'compareStart: "2026-03-02T00:00:00Z", compareEnd: "2026-03-05T00:00:00Z"');
    await page.selectOption('#filter-compare', 'none');
    await settle(page);
    expect(await page.locator('.change, .headline, #moved-prompts, #moved-sources').count()).toBe(0);
    for (const path of ['prompts', 'sources', 'searches']) {
      await visit.show(at(path, `brand=${brand}&${days}&compare=none`));
      expect(await page.locator('td').count()).toBeGreaterThan(3);
      expect(await page.locator('[data-label=Change], .badge.new').count()).toBe(0);
    }
    expect(visit.complaints).toEqual([]);
  });

  it('put the line of the window compared with behind the present one, in the same steps', async () => {
    const window = 'from=2026-03-07&to=2026-03-20';
    await using visit = await site.open(null);
    const { page } = visit;
    for (const [path, bucket, selected, only] of [
      ['', 'WEEK', '', ''],
      ['', 'DAY', '&by=day', ''],
      [`prompts/${id(41, 0)}`, 'WEEK', '', `filter: { promptIds: ["${id(41, 0)}"] }`],
    ]) {
      const { brandAnalytics } = await site.ask(
        `{ brandAnalytics(brandId: "${brand}", from: "2026-02-21", to: "2026-03-06", ${only}) { visibility { series(bucket: ${bucket}) { runs visibility } } } }`,
      );
      const { series } = brandAnalytics.visibility;
      await visit.show(at(path ?? '', `brand=${brand}&${window}${selected}`));
      const chart = page.locator('#trend [role=slider]');
      await chart.focus();
      await page.keyboard.press('Home');
      for (const [index, { runs, visibility }] of series.entries()) {
        const value = (100 * (visibility ?? 0)).toFixed(1);
        const text = await chart.getAttribute('aria-valuetext');
        expect(text, `${path} ${index}`).toMatch(
          new RegExp(`: ${runs === 0 ? 'No answers' : `Visibility ${value}%`}$`),
        );
        await page.keyboard.press('ArrowRight');
      }
      // Days without answers are in the series of a window whose first answer is later.
      expect(series.length, path).toBeGreaterThan(1);
    }
  });

  it('select months and quarters of the calendar', async () => {
    const may = new Date('2026-05-20T10:00:00Z');
    await using visit = await site.open(null, { prepare: (page) => page.clock.setFixedTime(may) });
    const { page } = visit;
    for (const [period, dates, compared] of [
      ['this-month', '1 May – 19 May 2026', '12 Apr – 30 Apr 2026'],
      ['last-month', '1 Apr – 30 Apr 2026', '2 Mar – 31 Mar 2026'],
      ['this-quarter', '1 Apr – 19 May 2026', '11 Feb – 31 Mar 2026'],
      ['last-quarter', '1 Jan – 31 Mar 2026', '3 Oct – 31 Dec 2025'],
    ]) {
      await visit.show(`/?brand=${brand}&days=7`);
      await page.selectOption('#filter-period', period ?? '');
      await page.waitForURL(new RegExp(`period=${period}`));
      expect(await page.textContent('.window')).toBe(`${dates}vs ${compared}`);
    }
  });
});
