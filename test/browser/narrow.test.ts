// On a screen 390 pixels wide nothing is wider than the screen, nothing leaves its card, and what is cut can be read whole.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, hasChromium, reason, sharedSite } from './browser.js';
import { extremeAnswer, extremeBrand, extremeDays, recordExtremeBrand } from './extreme-brand.js';
import { settle } from './visit.js';

const pagesOf = (promptId: string, runId: string) => [
  '',
  'prompts',
  `prompts/${promptId}`,
  'competitors',
  'competitors?figure=visibility',
  'signals',
  'breakdown?rows=TAG',
  'breakdown?rows=COMPANY&columns=MODEL',
  'breakdown?rows=PROMPT&columns=MODEL',
  'sources',
  'sources?tab=pages',
  'searches',
  'answers',
  `answers?prompt=${promptId}`,
  `answers/${promptId}/${runId}`,
];

/** Elements whose right edge is beyond that of their card or of the screen, but for what scrolls there or is cut. */
const findBeyond = `(() => {
  const scrolls = (element) => ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const inScroller = (element, card) => {
    for (let each = element.parentElement; each && each !== card; each = each.parentElement) if (scrolls(each)) return true;
    return false;
  };
  const nameOf = (element) => element.tagName.toLowerCase() + '.' + element.className + ' ' + element.textContent.slice(0, 40);
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const card = element.closest('td, .card, .tile, .notice, .filters, .side') ?? document.documentElement;
    const [box, room] = [element.getBoundingClientRect(), card.getBoundingClientRect()];
    const isSeen = box.width > 0 && element.checkVisibility() && !element.matches('.skip, .visually-hidden, .visually-hidden *');
    const isBeyond = isSeen && (box.right > room.right + 0.5 || box.left < room.left - 0.5);
    return isBeyond && !inScroller(element, card) ? [nameOf(element) + ' ' + Math.round(box.right - room.right)] : [];
  });
})()`;

/** Texts that are cut by an ellipsis and neither stand whole in a tooltip nor open with a click. */
const findCut = `(() => {
  const isCut = (each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth + 1;
  const whole = (each) => [each, each.closest('[title]')].some((one) => one?.title.includes(each.textContent.trim()));
  return [...document.querySelectorAll('body *')]
    .filter((each) => !each.matches('select') && isCut(each) && !whole(each))
    .map((each) => each.tagName.toLowerCase() + '.' + each.className + ' ' + each.textContent.slice(0, 40));
})()`;

describe.skipIf(!hasChromium)(`at 390 pixels${reason}`, () => {
  const demo = sharedSite();
  const extreme = sharedSite(recordExtremeBrand);

  /** What does not fit on a page, a line each. */
  const faultsOf = async (page: Page, what: string): Promise<readonly string[]> => {
    await settle(page);
    const excess = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    const found = [...((await page.evaluate(findBeyond)) as string[]), ...((await page.evaluate(findCut)) as string[])]; // safe because the scripts return texts
    const tab = await page.locator('.side [aria-current=page]').boundingBox();
    const isTabInSight = tab !== null && tab.x >= 0 && tab.x + tab.width <= (page.viewportSize()?.width ?? 0);
    return [
      ...(excess > 0 ? [`${excess} pixels too wide`] : []),
      ...(isTabInSight ? [] : ['the current tab is out of sight']),
      ...found,
    ].map((fault) => `${what || 'overview'}: ${fault}`);
  };

  it('signals fit, of which the other brand has none', async () => {
    const view = `brand=haldenfjell&${demo.last(10).view}`;
    await using visit = await demo.open(null, { width: 390 });
    await visit.show(at('', view));
    const tiles = await visit.page.evaluate("[...document.querySelectorAll('.tile')].map((tile) => tile.offsetWidth)");
    expect(new Set(tiles as number[]).size).toBe(1); // safe because widths are numbers
    const faults: string[] = [];
    for (const path of ['', 'signals']) {
      await visit.show(at(path, view));
      faults.push(...(await faultsOf(visit.page, path)));
    }
    expect(faults).toEqual([]);
  });

  it('a brand of long names, many companies and other scripts fits', async () => {
    const { promptId, runId } = extremeAnswer;
    await using visit = await extreme.open(null, { width: 390 });
    const { page } = visit;
    const faults: string[] = [];
    for (const path of pagesOf(promptId, runId)) {
      await visit.show(at(path, `brand=${extremeBrand}&${extremeDays}`));
      faults.push(...(await faultsOf(page, path)));
      const more = page.locator('main button.link:has-text("Show all"), main .line-toggles button.link');
      if ((await more.count()) === 0) continue;
      while ((await more.count()) > 0) await more.first().click();
      faults.push(...(await faultsOf(page, `${path}, unfolded`)));
    }
    expect(faults).toEqual([]);
  });

  it('no line of a chart is taken away by another', async () => {
    await using visit = await extreme.settled(at('competitors', `brand=${extremeBrand}&${extremeDays}`));
    const { page } = visit;
    for (const more of await page.locator('.line-toggles button.link').all()) await more.click();
    const toggles = (state: string) => page.locator(`.line-toggle${state}`);
    const hidden = toggles('[aria-pressed=false]:enabled');
    while ((await hidden.count()) > 0) {
      const before = await toggles('[aria-pressed=true]').allTextContents();
      await hidden.first().click();
      await expect.poll(() => toggles('[aria-pressed=true]').count()).toBe(before.length + 1);
      expect(await toggles('[aria-pressed=true]').allTextContents()).toEqual(expect.arrayContaining(before));
    }
    expect(await toggles('[aria-pressed=true]').count()).toBe(14);
    expect(await toggles(':disabled').count()).toBeGreaterThan(0);
    expect(await page.textContent('.line-toggles')).toContain('14 lines at most');
  });

  it('the names of the rows of a table by two dimensions are whole', async () => {
    await using visit = await extreme.settled(
      at('breakdown?rows=PROMPT&columns=MODEL', `brand=${extremeBrand}&${extremeDays}`),
      { width: 390 },
    );
    const names = visit.page.locator('.matrix bdi');
    expect(await names.count()).toBe(4);
    expect(await names.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)).toBe(0);
  });

  it.each([390, 1280, 1440])('all filters of such a brand fit, %i pixels wide', async (width) => {
    await using visit = await extreme.settled(at('prompts', `brand=${extremeBrand}&${extremeDays}`), { width });
    const { page } = visit;
    if (width === 390) await page.click('.more');
    await page.click('#filter-tags');
    expect(await faultsOf(page, 'filters open')).toEqual([]);
    await page.locator('.options label', { hasText: 'tag-' }).locator('input').check();
    expect(await faultsOf(page, 'a tag chosen')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.click('#filter-more');
    expect(await faultsOf(page, 'more filters')).toEqual([]);
  });
});
