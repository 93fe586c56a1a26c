// Figures as they are drawn and compared: shares against 100 %, models in one order, and no change where there is nothing to compare.

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { at, hasChromium, reason, saveFile, sharedSite } from './browser.js';
import { firstDays, linkedAnswer, linkedBrand, linkedDays, recordLinkedBrand } from './linked-brand.js';
import { settle, type Visit } from './visit.js';

const viewOf = ({ from, to }: typeof firstDays) => `brand=${linkedBrand}&from=${from}&to=${to}`;
const compared = ['sources', 'sources?outcome=GAP', 'sources?tab=pages', 'searches', 'prompts'];

describe.skipIf(!hasChromium)(`figures${reason}`, () => {
  const site = sharedSite(recordLinkedBrand);

  const open = (visit: Visit, path: string, days = linkedDays) => visit.show(at(path, viewOf(days)));

  it('show no change where the window before has no answers, and say why', async () => {
    await using visit = await site.open(null);
    const changes = visit.page.locator('td[data-label=Change]');
    for (const path of compared) {
      await open(visit, path, firstDays);
      const without = await changes.allTextContents();
      expect(without.length, path).toBeGreaterThan(2);
      for (const text of without) expect(text, path).toMatch(/^\D*no answers\D*$/i);
      await open(visit, path);
      for (const text of await changes.allTextContents()) expect(text, path).toMatch(/as before|[+−±]\d/);
    }
  });

  it('say of one prompt with few answers that its change is not tested', async () => {
    await using visit = await site.open(null);
    for (const [path, place, count] of [
      ['breakdown?rows=PROMPT', '#breakdown td[data-label=Change]', 3],
      [`prompts/${linkedAnswer.promptId}`, '#figure-visibility .tile-change', 1],
    ] as const) {
      await open(visit, path);
      const said = await visit.page.locator(place).allTextContents();
      expect(said).toEqual(Array(count).fill(expect.stringMatching(/ pts, not tested\s*too few answers$/)));
    }
  });

  it('are in no order of a change that is not shown', async () => {
    await using visit = await site.open(null);
    const rows = visit.page.locator('#prompts tbody th > a');
    await open(visit, 'prompts?compare=none');
    const usual = await rows.allTextContents();
    for (const direction of ['ASC', 'DESC']) {
      await open(visit, `prompts?compare=none&order=CHANGE&direction=${direction}`);
      expect(await visit.page.locator('th[aria-sort]:not([aria-sort=none])').textContent()).toMatch(/^Gap to leader/);
      expect(await rows.allTextContents()).toEqual(usual);
    }
  });

  it('have an interval that says where it is of one prompt alone', async () => {
    await using visit = await site.open(null);
    await open(visit, 'breakdown?rows=TAG');
    const rows = visit.page.locator('#breakdown tbody tr');
    for (const text of await rows.allTextContents())
      expect(text.includes('one prompt'), text).toBe(text.startsWith('branded'));
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      saveFile(visit.page, '#breakdown', 'CSV'),
    ]);
    const [names = '', ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    const place = names.split(',').indexOf('Interval of');
    const kinds = lines.map((line) => [line.split(',')[0], line.split(',')[place]]);
    expect(kinds).toContainEqual(['branded', 'one prompt']);
    expect(kinds).toContainEqual(['eu', 'prompts like these']);
  });

  it('say in a table by two dimensions what no test was made of', async () => {
    await using visit = await site.open(null);
    await open(visit, 'breakdown?rows=PROMPT&columns=MODEL');
    const titles = (await visit.page.evaluate(
      "[...document.querySelectorAll('.matrix td[title]')].map(({ title }) => title).filter((title) => title.includes('pts'))",
    )) as readonly string[]; // safe because the script returns them
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).toMatch(/interval \S+, one prompt\. .\d+\.\d pts, not tested/);
  });

  it('call a gap only what another company leads by', async () => {
    await using visit = await site.open(null);
    await open(visit, '');
    const gaps = visit.page.locator('#gaps .columns > div:nth-child(2)');
    for (const text of await gaps.locator('li .quiet').allTextContents()) {
      const [leader = 0, own = 0] = (/ in (\d+), Linked in (\d+) of/.exec(text) ?? []).slice(1).map(Number);
      expect(leader, text).toBeGreaterThan(own);
    }
    expect(await gaps.textContent()).not.toMatch(/^Prompts with the widest gapAll/);
  });

  it('say nothing of a change where there is no figure now', async () => {
    await using visit = await site.open('/');
    await open(visit, '');
    expect(await visit.page.locator('#figure-visibility .change').count()).toBe(1);
    await open(visit, '?provider=nobody');
    expect(await visit.page.textContent('#figure-visibility .basis')).toBe('No answers');
    expect(await visit.page.locator('#figure-visibility .change, #figure-share .change').count()).toBe(0);
  });

  it('fill as much of a bar as of 100 %', async () => {
    await using visit = await site.open(null);
    for (const path of ['', 'prompts', `prompts/${linkedAnswer.promptId}`, 'sources', 'searches']) {
      await open(visit, path);
      const bars = (await visit.page.evaluate(`
        [...document.querySelectorAll('.bar-fill, .cell-meter > span')].map((fill) => ({
          drawn: fill.getBoundingClientRect().width / fill.parentElement.getBoundingClientRect().width,
          figure: parseFloat(fill.closest('li, td').querySelector('.bar-figure, :is(a, span)[title]').textContent) / 100,
        }))`)) as readonly { readonly drawn: number; readonly figure: number }[]; // safe because the script returns them
      expect(bars.length, path).toBeGreaterThan(1);
      for (const { drawn, figure } of bars) expect(Math.abs(drawn - figure), `${path} ${figure}`).toBeLessThan(0.02);
    }
  });

  it('stand by models in the order of the API on every page', async () => {
    const range = `start: "${linkedDays.from}T00:00:00Z", end: "${linkedDays.to}T23:45:00Z"`;
    const { brandAnalytics, prompt } = await site.ask(`{
      brandAnalytics(brandId: "${linkedBrand}", ${range}) { models { label runs } }
      prompt(promptId: "${linkedAnswer.promptId}") { analytics(${range}) { models { label } } }
    }`);
    type Models = readonly { readonly label: string; readonly runs: number }[];
    const labels = (models: Models) => models.map(({ label }) => label);
    await using visit = await site.open(null);
    for (const [path, place, models] of [
      ['', '#models .bar-name', brandAnalytics.models],
      ['competitors', '#company-models thead th', brandAnalytics.models],
      [`prompts/${linkedAnswer.promptId}`, '#models .bar-name', prompt.analytics.models],
    ]) {
      await open(visit, path);
      const shown = await visit.page.locator(place).allTextContents();
      expect(shown.map((text) => text.replace(/ \(.*/, ''))).toEqual(labels(models));
    }
    await open(visit, 'breakdown?rows=PROMPT&columns=MODEL');
    expect(await visit.page.locator('#breakdown thead th').allTextContents()).toEqual(
      (brandAnalytics.models as Models).map(({ label, runs }) => `${label} (${runs})`),
    );
  });

  it.each(['', 'prompts', 'competitors', 'answers'])(
    'are replaced by one sentence for an unknown model: /%s',
    async (path) => {
      await using visit = await site.open(`${at(path, viewOf(linkedDays))}&model=nobody`);
      const { page } = visit;
      await page.waitForSelector('main .notice, main [role=alert]');
      expect(await page.locator('main').getByText('nobody').count()).toBe(1);
      expect(await page.locator('main [role=alert]').count()).toBe(0);
      await page.click('.notice button');
      await settle(page);
      expect(new URL(page.url()).searchParams.has('model')).toBe(false);
      expect(await page.locator('main .card').count()).toBeGreaterThan(0);
    },
  );
});
