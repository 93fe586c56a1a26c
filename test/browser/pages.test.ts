// Every page of the dashboard in Chromium: accessible in each size and theme, by keyboard too, with brands at the edges, and without a request to
// another server.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { storeKey } from '../support/app.js';
import { edgeDatabase, edgeWindow, singleAnswer } from './brands.js';
import { at, barriers, hasChromium, reason, type Site, saveFile, sharedSite } from './browser.js';
import { drawn, settle, type Visit } from './visit.js';

const pages = [
  '',
  'prompts',
  'competitors',
  'breakdown',
  'breakdown?rows=PROMPT&columns=MODEL',
  'sources',
  'sources?tab=pages',
  'searches',
  'answers',
];

function expectQuiet({ requested, complaints }: Visit, site: Site): void {
  expect(requested.filter((url) => !url.startsWith(site.url) && !url.startsWith('blob:'))).toEqual([]);
  expect(complaints).toEqual([]);
}

/** Pixels between the margins of a sheet. */
const widthOfA4 = 703;

const isTooWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

describe.skipIf(!hasChromium)(`the pages of brands at the edges${reason}`, () => {
  let keyOfOneBrand = '';
  const site = sharedSite(async (db) => {
    const { token } = await storeKey(db, { organizationId: 'acme', brandIds: ['single'] });
    keyOfOneBrand = token;
  }, edgeDatabase);

  it.each([
    ['empty', { width: 768, dark: true }],
    ['single', { width: 390, dark: true }],
    ['big', { width: 1440, dark: false }],
  ])('are for everybody: %s, %o', async (brand, screen) => {
    const view = `brand=${brand}&${edgeWindow}`;
    await using visit = await site.open(null, screen);
    const { page } = visit;
    const extra =
      brand === 'single'
        ? [`prompts/${singleAnswer.promptId}`, `answers/${singleAnswer.promptId}/${singleAnswer.runId}`]
        : [];
    for (const path of [...pages, ...extra]) {
      await visit.show(at(path, view));
      expect(await barriers(page), path).toEqual([]);
      for (const width of new Set([768, screen.width])) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        expect(await isTooWide(page), `${path} ${width}`).toBe(false);
      }
      expect(await page.locator('main [role=alert]').count(), path).toBe(0);
      const filled = await page.locator('.card:has(.tools):not(:has(.empty))').count();
      for (const kind of ['CSV', 'PNG'])
        expect(
          await page.locator(`.card .tools [aria-label^=${kind}]`).count(),
          `${kind} of ${path}`,
        ).toBeGreaterThanOrEqual(filled);
    }
    expectQuiet(visit, site);
  });

  it('show a window of one day as that day', async () => {
    const view = 'brand=single&from=2026-03-01&to=2026-03-01';
    await using visit = await site.settled(at(`prompts/${singleAnswer.promptId}`, view));
    const chart = visit.page.locator('#trend [role=slider]');
    expect(await chart.getAttribute('aria-valuemax')).toBe('1');
    await chart.focus();
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/\/answers\?.*day=2026-03-01/);
    await expect.poll(() => visit.page.locator('.answer-item').count()).toBe(1);
  });

  it('show a key of one brand that brand alone, and of another one which it can read', async () => {
    await using visit = await site.settled(at('prompts', edgeWindow), { key: keyOfOneBrand });
    const { page } = visit;
    expect(await page.locator('#brand option').allTextContents()).toEqual(['The single brand']);
    expect(await page.locator('.data-table tbody tr').count()).toBe(1);
    await page.goto(`${site.url}${at('answers', `brand=big&${edgeWindow}`)}`);
    await page.click('.notice >> text=The single brand');
    await settle(page);
    await expect.poll(() => page.locator('.answer-item').count()).toBe(1);
    expectQuiet(visit, site);
  });

  it('pick the answers of a prompt as the API picks those of a brand', async () => {
    const { brandRuns } = await site.ask(
      '{ brandRuns(brandId: "big", start: "2026-03-01T00:00:00Z", end: "2026-03-31T00:00:00Z", outcome: GAP, limit: 1) { data { promptId } } }',
    );
    const [{ promptId }] = brandRuns.data;
    await using visit = await site.settled(at('answers', `brand=big&${edgeWindow}&prompt=${promptId}&outcome=GAP`));
    expect(await visit.page.textContent('#answers-title')).toBe('1 answer');
    await visit.page.check('input[value=MENTIONED]', { force: true });
    await visit.page.waitForURL(/outcome=MENTIONED/);
    await expect.poll(() => visit.page.textContent('#answers .empty')).toContain('No answer to this prompt');
    await visit.page.click('.chip');
    await expect.poll(() => visit.page.locator('.answer-item').count()).toBe(20);
  });

  it('turn, sort and search a list of 500, over all pages', async () => {
    await using visit = await site.settled(at('prompts', `brand=big&${edgeWindow}`));
    const { page } = visit;
    await page.locator('th button:has-text("Visibility")').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/order=VISIBILITY/);
    expect(await page.getAttribute('th:has(button:has-text("Visibility"))', 'aria-sort')).toBe('ascending');
    await page.click('.pager >> text=Next');
    await page.waitForURL(/page=2/);
    await settle(page);
    expect(await page.textContent('.pager-count')).toBe('21–40 of 500 prompts');
    await page.fill('.search-field', 'prompt 499 ');
    await expect.poll(() => page.textContent('.pager-count')).toBe('1 prompt');
    await page.goBack();
    await expect.poll(() => page.locator('.data-table tbody tr').count()).toBe(20);
  });

  it('distinguish tags, which lead to what is theirs', async () => {
    await using visit = await site.settled(at('breakdown', `brand=big&${edgeWindow}&rows=TAG`));
    await visit.page.click('#breakdown tbody a:text-is("branded")');
    await visit.page.waitForURL(/tag=branded/);
    await settle(visit.page);
    expect(await visit.page.textContent('#figure-visibility .basis')).toContain('of 250 answers');
  });

  it('show as many answers of a gap as the API counts, a page of them', async () => {
    await using visit = await site.settled(
      at('answers', `brand=big&${edgeWindow}&outcome=GAP&company=Competitor 1 of a Long Name`),
    );
    const { page } = visit;
    const { brandRuns } = await site.ask(
      '{ brandRuns(brandId: "big", start: "2026-03-01T00:00:00Z", end: "2026-03-31T00:00:00Z", outcome: GAP, company: "Competitor 1 of a Long Name") { total } }',
    );
    expect(await page.textContent('#answers-title')).toBe(`${brandRuns.total} answers`);
    const shown = Math.min(20, brandRuns.total);
    expect(await page.locator('.answer-item').count()).toBe(shown);
    expect(await page.locator('.answer-item :text("not named")').count()).toBe(shown);
  });

  it('are walked by keyboard: every control has its turn', async () => {
    await using visit = await site.settled(at('prompts', `brand=big&${edgeWindow}`));
    const { page } = visit;
    // Radio buttons of one name have one turn.
    const controls = (await page.evaluate(`(() => {
      const all = [...document.querySelectorAll('a[href], button:not(:disabled), select, input, summary, [tabindex="0"]')];
      const shown = all.filter((each) => each.checkVisibility() && (each.type !== 'radio' || each.checked));
      shown.forEach((each, index) => each.setAttribute('data-turn', index));
      document.activeElement.blur();
      return shown.map((each) => each.outerHTML.slice(0, 120));
    })()`)) as readonly string[]; // safe because it returns texts
    await page.evaluate(
      "window.reached = []; addEventListener('focusin', ({ target }) => reached.push(target.dataset.turn))",
    );
    // Fields of a date have several turns.
    for (let turn = 0; turn < controls.length + 20; turn++) await page.keyboard.press('Tab');
    const reached = new Set((await page.evaluate('reached')) as readonly string[]); // safe because the turns are attributes
    expect(controls.filter((_, turn) => !reached.has(String(turn)))).toEqual([]);
  });

  it('are saved as they are: exact figures, and a picture of each card', async () => {
    await using visit = await site.settled(at('prompts', `brand=big&${edgeWindow}`));
    const { page } = visit;
    const csv = (await saved(page, '#prompts', 'CSV')).toString();
    const lines = csv.trim().split('\r\n');
    expect(lines).toHaveLength(21);
    const { brandAnalytics } = await site.ask(
      '{ brandAnalytics(brandId: "big", start: "2026-03-01T00:00:00Z", end: "2026-03-31T00:00:00Z") { promptPerformance(limit: 20, orderBy: GAP, direction: DESC) { data { promptId visibility } } } }',
    );
    for (const [index, { promptId, visibility }] of brandAnalytics.promptPerformance.data.entries()) {
      expect(lines[index + 1]).toContain(`,${promptId},`);
      expect(lines[index + 1]).toContain(`,${visibility},`);
    }
    const png = await saved(page, '#prompts', 'PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(await coloursOf(page, png)).toBeGreaterThan(8);
    expectQuiet(visit, site);
  });

  it('are printed light, without controls, and with what they are of', async () => {
    await using visit = await site.settled(at('prompts', `brand=big&${edgeWindow}`), { dark: true });
    const { page } = visit;
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    for (const control of ['.side', '.filters', '.list-tools', '.tools'])
      expect(await page.locator(`${control}:visible`).count(), control).toBe(0);
    expect(await page.isVisible('.print-only')).toBe(true);
    expect(await page.textContent('.print-only')).toMatch(/^The big brand.* · compared with \d+ \w+ – \d+ \w+ 2026/);
    const colour = await page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor");
    expect(colour).toBe('rgb(255, 255, 255)');
    expect((await page.pdf()).length).toBeGreaterThan(5_000);
    await page.setViewportSize({ width: widthOfA4, height: 900 });
    await drawn(page);
    for (const path of ['competitors', 'breakdown?rows=PROMPT&columns=COMPANY']) {
      await visit.show(at(path, `brand=big&${edgeWindow}`));
      expect(await isTooWide(page), path).toBe(false);
    }
  });
});

async function saved(page: Page, card: string, kind: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), saveFile(page, card, kind)]);
  return readFile(await download.path());
}

/** The number of colours in a picture, up to what a page can count. */
async function coloursOf(page: Page, png: Buffer): Promise<number> {
  return await page.evaluate(
    `(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(png.toString('base64'))}), (each) => each.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context.drawImage(bitmap, 0, 0);
      return new Set(new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
    })()`,
  );
}
