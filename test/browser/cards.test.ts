// Cards for who reads from right to left, has no pointer, or takes them along: on paper, and as pictures of any length.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, reason, saveFile, sharedSite } from './browser.js';
import { extremeAnswer, extremeBrand, extremeDays, recordExtremeBrand, shortArabic } from './extreme-brand.js';
import { linkedBrand, linkedDays, recordLinkedBrand } from './linked-brand.js';
import { failQuery, settle } from './visit.js';

const extreme = `brand=${extremeBrand}&${extremeDays}`;
const linked = `brand=${linkedBrand}&from=${linkedDays.from}&to=${linkedDays.to}`;

/** Of a picture around its card. */
const edge = 8;

describe.skipIf(!hasChromium)(`a card${reason}`, () => {
  const site = sharedSite(async (db) => {
    await recordExtremeBrand(db);
    await recordLinkedBrand(db);
  });

  /** Notes the texts that are painted, how far each is beyond the edge, and lets canvases of more than so many pixels a side be no pictures. */
  const watchPainting = (page: Page, longest = Number.MAX_SAFE_INTEGER) =>
    page.evaluate(`(() => {
      window.painted = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y, room) {
        const { a: scale, e } = this.getTransform();
        const beyond = x + e / scale + Math.min(this.measureText(text).width, room ?? Infinity) - this.canvas.width / scale;
        painted.push({ text, x: x + e / scale, direction: this.direction, beyond });
        return fillText.call(this, text, x, y, room);
      };
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (done, type) {
        if (Math.max(this.width, this.height) > ${longest}) done(null);
        else toBlob.call(this, done, type);
      };
    })()`);

  interface Painted {
    readonly text: string;
    readonly x: number;
    readonly direction: string;
    readonly beyond: number;
  }
  const paintedOn = async (page: Page) => (await page.evaluate('painted')) as readonly Painted[]; // safe because of the script

  it('sets each line from where its script begins, on the page and in its picture', async () => {
    await using visit = await site.settled(`/answers/${extremeAnswer.promptId}/${extremeAnswer.runId}?${extreme}`, {
      prepare: async () => {},
    });
    const { page } = visit;
    // The last line of each script is shorter than the column.
    const sides = (await page.evaluate(`[...document.querySelectorAll('.markdown > p')].slice(-2).map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const { left, right } = [...range.getClientRects()].at(-1);
      const box = each.getBoundingClientRect();
      return { text: each.textContent, fromLeft: left - box.left, fromRight: box.right - right };
    })`)) as readonly { readonly text: string; readonly fromLeft: number; readonly fromRight: number }[]; // safe because of the script
    const arabic = sides.find(({ text }) => /^\p{Script=Arabic}/u.test(text));
    expect(arabic?.fromRight).toBeLessThan(1);
    expect(arabic?.fromLeft).toBeGreaterThan(20);
    await watchPainting(page);
    const left = (await page.evaluate(`(() => {
      const text = [...document.querySelectorAll('.markdown > p')].find((each) => /^\\p{Script=Arabic}/u.test(each.textContent));
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getClientRects()[0].left - document.querySelector('#answer').getBoundingClientRect().left;
    })()`)) as number; // safe because of the script
    await Promise.all([page.waitForEvent('download'), saveFile(page, '#answer', 'PNG')]);
    const painted = await paintedOn(page);
    const line = painted.find(({ text }) => /^ما هو/.test(text));
    expect(line?.direction).toBe('rtl');
    expect(Math.abs((line?.x ?? 0) - left - edge)).toBeLessThan(2);
    expect(painted.find(({ text }) => text.includes('Sightline'))?.direction).not.toBe('rtl');
  });

  it('has in its picture every line of what has no blanks, and the numbers and points of lists', async () => {
    await using visit = await site.settled(`/answers/${extremeAnswer.promptId}/${extremeAnswer.runId}?${extreme}`, {
      prepare: async () => {},
    });
    const { page } = visit;
    const heading = await page.textContent('.markdown h3');
    await watchPainting(page);
    await Promise.all([page.waitForEvent('download'), saveFile(page, '#answer', 'PNG')]);
    const painted = await paintedOn(page);
    expect(painted.filter(({ beyond }) => beyond > 0)).toEqual([]);
    const texts = painted.map(({ text }) => text);
    expect(texts.join('')).toContain(heading);
    expect(texts).toEqual(expect.arrayContaining(['7. ', '8. ', '• ']));
  });

  it('names the figures in its picture where it does on a narrow screen', async () => {
    await using visit = await site.settled(`/prompts?${linked}`, { width: 390, prepare: async () => {} });
    const { page } = visit;
    await watchPainting(page);
    await Promise.all([page.waitForEvent('download'), saveFile(page, '#prompts', 'PNG')]);
    // No header has it: the list is in no order of leaders.
    const named = (await paintedOn(page)).filter(({ text }) => text === 'Leader');
    expect(named).toHaveLength(await page.locator('#prompts tbody tr').count());
  });

  it('has a figure behind the name that it is of, whatever the script of the name', async () => {
    await using visit = await site.settled(`/competitors/${shortArabic}?${extreme}`);
    const { page } = visit;
    const isBehind = (place: string) =>
      page.evaluate(`(() => {
        const texts = document.createTreeWalker(document.querySelector('${place}'), NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const boxOf = (node, start, length) => {
          range.setStart(node, start);
          range.setEnd(node, start + length);
          return range.getBoundingClientRect();
        };
        let name = null;
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = node.data.indexOf('${shortArabic}');
          if (at >= 0) name = boxOf(node, at, ${shortArabic.length});
          const figure = name ? node.data.search(/[0-9]/) : -1;
          if (figure >= 0) return boxOf(node, figure, 1).left > name.left;
        }
        return null;
      })()`);
    expect(await isBehind('#named .card-body')).toBe(true);
    await visit.show(`/competitors?${extreme}&show=${shortArabic}`);
    await page.locator('#company-trend [role=slider]').focus();
    await page.keyboard.press('End');
    await page.waitForSelector('.tooltip');
    expect(await isBehind('.tooltip')).toBe(true);
  });

  it('lists the domain that is searched for as it is written, and the answers that cite it', async () => {
    const written = 'مثال.example';
    await using visit = await site.settled(`/sources?${extreme}`);
    const { page } = visit;
    await page.fill('.search-field', written);
    await expect.poll(() => page.textContent('.pager-count')).toBe('1 domain');
    expect(await page.textContent('#domains tbody th a')).toBe(written);
    expect(await page.textContent('#domains-title')).toContain(`“${written}”`);
    await visit.show(`/answers?${extreme}`);
    await page.fill('#filter-domain', written);
    await page.keyboard.press('Enter');
    await page.waitForURL(/domain=xn--/);
    await settle(page);
    expect(await page.inputValue('#filter-domain')).toBe(written);
    expect(await page.textContent('#answers-title')).toMatch(/^[1-9]\d* answers$/);
    await page.locator('.answer-head a').first().click();
    await page.waitForSelector('.citations');
    expect(await page.textContent('.citations')).not.toContain('xn--');
  });

  it('says what its columns are without a pointer over them', async () => {
    await using visit = await site.settled(`/prompts?${linked}`);
    const { page } = visit;
    await page.click('#prompts-note');
    const shown = page.locator('#prompts-note + .popover');
    expect(await shown.isVisible()).toBe(true);
    for (const heading of await page.locator('#prompts th[title]').all()) {
      const label = ((await heading.textContent()) ?? '').replace(/[↕↑↓]/g, '');
      expect(await shown.textContent()).toContain(`${label}: ${await heading.getAttribute('title')}`);
    }
    await visit.show(`/breakdown?${linked}&rows=PROMPT&columns=MODEL`);
    const cell = page.locator('.matrix td:has(a)').first();
    expect(await cell.locator('a').getAttribute('aria-label')).toContain(await cell.getAttribute('title'));
  });

  it('says on paper and below its picture what it is narrowed to', async () => {
    await using visit = await site.settled(
      `/answers?${linked}&outcome=MENTIONED&company=Globex&domain=example.com&search=linked&day=2026-03-12&until=2026-03-19`,
      { prepare: async () => {} },
    );
    const { page } = visit;
    await watchPainting(page);
    await Promise.all([page.waitForEvent('download'), saveFile(page, '#answers', 'PNG')]);
    const words = 'Name us · name Globex · cite example.com · contain “linked” · 12 Mar – 19 Mar 2026';
    expect(JSON.stringify(await page.evaluate('painted'))).toContain(words);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#answers .print-only:visible').textContent()).toBe(words);
    await visit.show(`/prompts?${linked}&search=crm`);
    expect(await page.locator('#prompts .print-only:visible').textContent()).toBe('with “crm”');
    await visit.show(`/sources?${linked}&outcome=MENTIONED`);
    expect(await page.textContent('#domains-title')).toBe('Domains cited where we appear');
  });

  it('is drawn smaller where it is too long for a picture, and says where it cannot be', async () => {
    await using visit = await site.settled(`/prompts?${linked}`, { prepare: async () => {} });
    const { page } = visit;
    await watchPainting(page, 1_500);
    const [download] = await Promise.all([page.waitForEvent('download'), saveFile(page, '#prompts', 'PNG')]);
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    await watchPainting(page, 10);
    await saveFile(page, '#prompts', 'PNG');
    await expect
      .poll(() => page.textContent('#prompts [role=alert]'))
      .toBe('The picture was not saved. The card is longer than a picture can be.');
  });

  it('says that what happened in the window could not be loaded', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    await failQuery(page, 'Annotations');
    await page.goto(`${site.url}/?${linked}`);
    await settle(page);
    expect(await page.textContent('#trend [role=alert]')).toContain('The server cannot be reached.');
    await page.unroute('**/graphql');
    await page.click('#trend [role=alert] button');
    await expect.poll(() => page.locator('#trend [role=alert]').count()).toBe(0);
  });

  it('keeps the focus in its chart when its figures are others', async () => {
    await using visit = await site.settled(`/?${linked}&by=day`);
    const { page } = visit;
    await page.locator('#trend [role=slider]').focus();
    for (let turn = 0; turn < 3; turn++) await page.keyboard.press('ArrowLeft');
    const at = await page.getAttribute('#trend [role=slider]', 'aria-valuenow');
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('{ visibility { series')) return route.continue();
      const response = await route.fetch();
      const body = await response.json();
      for (const each of body.data.brandAnalytics.visibility.series) each.visibility /= 2;
      return route.fulfill({ response, json: body });
    });
    const text = () => page.getAttribute('#trend [role=slider]', 'aria-valuetext');
    const before = await text();
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(text).not.toBe(before);
    await settle(page);
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('slider');
    expect(await page.getAttribute('#trend [role=slider]', 'aria-valuenow')).toBe(at);
    await page.keyboard.press('ArrowLeft');
    expect(await page.getAttribute('#trend [role=slider]', 'aria-valuenow')).toBe(String(Number(at) - 1));
  });
});
